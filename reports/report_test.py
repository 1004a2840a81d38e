"""Tests of the report over the small results in testdata/."""

import contextlib
import io
import json
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import report  # noqa: E402
from inputs import read  # noqa: E402
from maps import Map, Rule, rows_of_ranks  # noqa: E402
from regret import regrets  # noqa: E402
from results import Section  # noqa: E402
from sections import SECTIONS  # noqa: E402
from times import bus_bandwidths, worth_drawing  # noqa: E402

TESTDATA = HERE / "testdata"
SMALL = [TESTDATA / name for name in
         ("bench.jsonl", "claims.jsonl", "expected.jsonl", "validate.jsonl", "verify.json",
          "tutti.map", "accesses.jsonl")]


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "report.html"

    def run_report(self, *results):
        """Returns exit status, standard output and standard error."""
        output, errors = io.StringIO(), io.StringIO()
        command = ["report.py", "--json", "--out", str(self.out), *map(str, results)]
        with mock.patch.object(sys, "argv", command), contextlib.redirect_stdout(output), \
                contextlib.redirect_stderr(errors):
            return report.main(), output.getvalue(), errors.getvalue()

    def assert_holds(self, page, *texts):
        """Checks that the page contains the texts. On failure, prints only the missing texts."""
        self.assertEqual([text for text in texts if text not in page], [])

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


class Page(ReportTest):
    def test_holds_every_section_and_needs_no_other_file(self):
        status, output, errors = self.run_report(*SMALL)
        page = self.out.read_text(encoding="utf-8")
        self.assertEqual((status, errors), (0, ""))
        self.assert_holds(page, *(f'<section id="{identifier}">' for identifier, *_ in SECTIONS),
                          *(f'<section id="{identifier}">' for identifier in
                            ("new", "known", "notes", "coverage", "launches", "subjects")))
        links = re.findall(r'(?:src|href)="([^"]*)"', page)
        self.assertEqual([link for link in links if not link.startswith("#")], [])
        for figure in json.loads(output)["figures"]:
            self.assertGreater(Path(figure).stat().st_size, 1000, figure)

    def test_shows_the_rows(self):
        self.run_report(*SMALL)
        page = self.out.read_text(encoding="utf-8")
        self.assert_holds(page, "tutti-case 1 subject=mpi ranks=2 | allreduce",
                          '<span class="worse">worse</span>', "Report on MPICH 4.0.2",
                          "rank 0 differs &lt;&amp;&gt;", "element 0 is 9, expected 7")

    def test_draws_what_a_claim_says_of_several_places(self):
        _, output, _ = self.run_report(TESTDATA / "claims.jsonl")
        drawn = {Path(figure).stem for figure in json.loads(output)["figures"]}
        self.assertIn("claim-npb-overlap-over-blocking", drawn)
        self.assertIn("phases-npb-npb-ft-a", drawn)
        self.assert_holds(self.out.read_text(encoding="utf-8"), "npb_ft.A, 4x1, 1gbit")

    def drawn(self, *names):
        """Returns the names of the figures that are drawn from files of testdata."""
        _, output, _ = self.run_report(*(TESTDATA / name for name in names))
        return {Path(figure).stem for figure in json.loads(output)["figures"]}

    def test_draws_times_over_size(self):
        self.assertLessEqual({"claim-page-protection-cost-times", "claim-copy-cost-times"},
                             self.drawn("costs.jsonl"))
        ways = ["message", "protect_and_allow", "copy_into_missing_pages",
                "move_into_missing_pages", "remap_into_missing_pages",
                "closing and opening by userfaultfd", "fault, to its handler and back"]
        self.assert_holds(self.out.read_text(encoding="utf-8"), *(f">{way}</text>" for way in ways))

    def test_draws_all_scenarios_of_overlap_in_one_figure(self):
        self.assertIn("claim-overlap-overlap-over-formula-3", self.drawn("overlap.jsonl"))
        page = self.out.read_text(encoding="utf-8")
        self.assert_holds(page, "dashed: goal 0.95</text>",
                          *(f">2 ranks, {collective}, scenario {scenario}, "
                            for collective in ("alltoall", "bcast") for scenario in "abcde"))

    def test_draws_when_each_rank_used_what_came(self):
        self.assertEqual({"accesses-1-alltoall"}, self.drawn("accesses.jsonl"))
        self.assert_holds(self.out.read_text(encoding="utf-8"), "alltoall of 512 KiB on 4 ranks",
                          *(f">rank {rank}</text>" for rank in range(4)))

    def test_leaves_out_what_the_results_do_not_hold(self):
        self.run_report(TESTDATA / "verify.json")
        self.assertFalse('id="times"' in self.out.read_text(encoding="utf-8"))

    def test_draws_round_times_where_clocks_were_uncertain(self):
        rows = []
        for line in (TESTDATA / "bench.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["row"] == "measurement":
                row = {name.replace("samples_us", "round_time_samples_us")
                       .replace("time_us_", "round_time_us_"): value
                       for name, value in row.items()} | {"timing": "round-time"}
            rows.append(json.dumps(row))
        rounds = self.folder / "rounds.jsonl"
        rounds.write_text("\n".join(rows) + "\n", encoding="utf-8")
        self.assertEqual(self.drawn(TESTDATA / "bench.jsonl"), self.drawn(rounds))

    def test_colours_follow_the_scheme_of_the_reader(self):
        self.run_report(TESTDATA / "bench.jsonl")
        page = self.out.read_text(encoding="utf-8")
        self.assert_holds(page, "fill: var(--ink)")
        self.assertFalse("#101112" in page)


class BadFiles(ReportTest):
    def refused(self, path, line, expected):
        status, _, errors = self.run_report(path)
        self.assertEqual(status, 2)
        self.assertEqual(errors.count("\n"), 1, errors)
        self.assertIn(f"{path}:{line}: ", errors)
        self.assertIn(expected, errors)
        self.assertFalse(self.out.exists())

    def test_cut_in_the_middle_of_a_row(self):
        text = (TESTDATA / "bench.jsonl").read_text(encoding="utf-8")
        third_row = text.index("\n", text.index("\n") + 1) + 1
        self.refused(self.file("cut.jsonl", text[:third_row + 40]), 3, "line break at the end")
        self.refused(self.file("cut2.jsonl", text[:third_row + 40] + "\n"), 3, "whole JSON object")

    def test_row_before_a_header(self):
        text = (TESTDATA / "bench.jsonl").read_text(encoding="utf-8")
        row = text.split("\n")[1].replace('"row"', '"note": "tutti_results", "tutti_results": 1, '
                                                   '"row"')
        self.refused(self.file("headless.jsonl", row + "\n"), 1, "header row first")

    def test_other_version(self):
        text = (TESTDATA / "bench.jsonl").read_text(encoding="utf-8")
        newer = text.replace('"tutti_results": 1', '"tutti_results": 2')
        self.refused(self.file("newer.jsonl", newer), 1, "version 1")

    def test_missing_field_and_field_of_another_type(self):
        text = (TESTDATA / "validate.jsonl").read_text(encoding="utf-8")
        self.refused(self.file("a.jsonl", text.replace('"speedup"', '"gain"')), 2, "'speedup'")
        self.refused(self.file("b.jsonl", text.replace('"bytes": 64', '"bytes": "64"')), 2,
                     "'bytes' with a whole number")
        claims = (TESTDATA / "claims.jsonl").read_text(encoding="utf-8")
        self.refused(self.file("c.jsonl", claims.replace('"left_us"', '"left"')), 3, "'left_us'")

    def test_foreign_files(self):
        self.refused(self.file("empty.json", ""), 1, "empty")
        self.refused(self.file("notes.txt", "hello\n"), 1, "foreign")
        self.refused(self.file("list.json", "[1]\n"), 1, "JSON object")
        self.refused(self.file("other.json", "{}\n"), 1, "'target'")
        self.refused(self.folder / "nowhere.jsonl", 1, "cannot be read")

    def test_accesses(self):
        text = (TESTDATA / "accesses.jsonl").read_text(encoding="utf-8")
        first, second, rest = text.split("\n", 2)
        def with_second(name, line):
            return self.file(name, "\n".join([first, line, rest]))
        self.refused(self.file("cut.jsonl", first + "\n" + second[:40]), 2, "line break at the end")
        self.refused(with_second("half.jsonl", second[:40]), 2, "whole JSON object")
        self.refused(with_second("field.jsonl", second.replace('"rank"', '"who"')), 2, "'rank'")
        self.refused(with_second("part.jsonl", second.replace('"order":[', '"order":[64,')), 2,
                     "'order' to hold numbers below 64")
        self.refused(with_second("time.jsonl", second.replace('"access_us":[', '"access_us":[1,')),
                     2, "'access_us' to hold a time for each")

    def test_maps(self):
        text = (TESTDATA / "tutti.map").read_text(encoding="utf-8")
        self.refused(self.file("cut.map", text[:text.index("end\n")]), 14, "cut")
        self.refused(self.file("cut2.map", text[:text.index("machine")]), 7, "'machine ...'")
        self.refused(self.file("newer.map", text.replace("map 2", "map 3")), 1, "'tutti-map 2'")
        self.refused(self.file("rule.map", text.replace("[3,5)", "3-5")), 9, "COLLECTIVE ranks")
        self.refused(self.file("more.map", text.replace("rules 4", "rules 3")), 12, "'fits'")
        self.refused(self.file("rules.map", text.replace("rules 4", "rules x")), 8, "a number")

    def test_cut_verdict(self):
        text = (TESTDATA / "verify.json").read_text(encoding="utf-8")
        self.refused(self.file("verify.json", text[:200]), text[:200].count("\n") + 1, "cut")


class Folder(unittest.TestCase):
    def test_stands_for_the_files_in_it(self):
        inputs = read([TESTDATA])
        self.assertEqual({section.header["kind"] for section in inputs.sections},
                         {"bench", "claims", "map", "tune", "validate"})
        self.assertEqual((len(inputs.verdicts), len(inputs.maps), len(inputs.accesses)), (1, 1, 4))


class Regret(unittest.TestCase):
    HEADER = {"library_version": "MPI 1", "machine": "here"}

    def setUp(self):
        self.section = Section("tune.jsonl", self.HEADER, measurements=[
            self.measured(subject, size, time) for subject, size, time in (
                ("mpi", 8, 2.0), ("bcast/linear:active", 8, 1.0), ("bcast/chain:active", 8, 4.0),
                ("mpich:bcast/smp", 8, 0.1), ("mpi", 64, 2.0), ("bcast/linear:active", 64, 3.0))])

    def measured(self, subject, size, time):
        return {"subject": subject, "collective": "bcast", "ranks": 2, "bytes": size,
                "time_us_median": time}

    def regret(self, rules=(), fits=0):
        loaded = Map("x.map", "tutti", "MPI 1", "here", list(rules), fits)
        return regrets(loaded, [self.section])

    def test_of_rules_and_of_the_default_elsewhere(self):
        rule = Rule("bcast", 2, 3, 0, 64, "bcast/chain:active")
        self.assertEqual(self.regret([rule]), {"bcast": {(2, 8): 4.0, (2, 64): 1.0}})

    def test_of_fits(self):
        self.section.expectations = [
            {"subject": subject, "collective": "bcast", "ranks": 2, "bytes": size, "chosen": chosen}
            for subject, size, chosen in (("mpi", 8, False), ("bcast/linear:active", 8, True),
                                          ("bcast/linear:active", 64, True))]
        self.assertEqual(self.regret(fits=2), {"bcast": {(2, 8): 1.0, (2, 64): 1.5}})

    def test_is_unknown_where_the_choice_was_not_measured(self):
        rule = Rule("bcast", 2, 3, 0, 64, "bcast/tree:active")
        self.assertEqual(self.regret([rule]), {"bcast": {(2, 64): 1.0}})

    def test_of_another_machine_says_nothing(self):
        self.section.header = {**self.HEADER, "machine": "there"}
        self.assertEqual(self.regret(), {})


class Maps(unittest.TestCase):
    def rows(self, *ranges):
        return rows_of_ranks([Rule("bcast", begin, end, 0, 8, "x") for begin, end in ranges])

    def test_have_a_row_for_each_number_of_ranks(self):
        self.assertEqual(self.rows((3, 5), (2, 4)), [(2, "2"), (3, "3"), (4, "4")])

    def test_have_none_between_numbers_that_no_rule_serves(self):
        self.assertEqual(self.rows((2, 3), (8, 9)), [(2, "2"), (8, "8")])

    def test_long_ranges_are_one_row(self):
        self.assertEqual(self.rows((2, 65), (65, float("inf"))),
                         [(2, "2 to 64"), (65, "65 and more")])


class BusBandwidth(unittest.TestCase):
    def test_is_in_units_of_the_line_rate(self):
        measured = [(0, 1.0, 1.0, 1.0), (1000, 1.0, 1.0, 1.0)]
        for collective, expected in (("allreduce", 1.5), ("allgather", 3.0), ("alltoallv", 3.0),
                                     ("reduce_scatter", 3.0), ("bcast", 1.0), ("scan", 1.0)):
            (size, reached), = bus_bandwidths(collective, 4, measured)
            self.assertAlmostEqual(reached, expected, msg=collective)
        self.assertEqual(bus_bandwidths("barrier", 4, measured), [])


class Curves(unittest.TestCase):
    def test_default_and_every_fastest_are_drawn(self):
        curves = {f"slow{i}": [(1, 10 + i, 0, 0), (2, 10 + i, 0, 0)] for i in range(20)}
        curves["best at 2"] = [(1, 99, 0, 0), (2, 1, 0, 0)]
        curves["mpi"] = [(1, 50, 0, 0), (2, 50, 0, 0)]
        drawn = list(worth_drawing(curves))
        self.assertEqual(drawn[0], "mpi")
        self.assertIn("best at 2", drawn)
        self.assertIn("slow0", drawn)
        self.assertLessEqual(len(drawn), 7)


if __name__ == "__main__":
    unittest.main()
