"""Tests of the page of an acceptance run: testdata/acceptance/, and other runs of its kind."""

import contextlib
import json
import random
import re
import sys
import unittest
from html import unescape
from math import exp
from pathlib import Path
from statistics import median
from unittest import mock

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "testdata")]

import comparison  # noqa: E402
import make_acceptance  # noqa: E402
from acceptance_sections import SECTIONS  # noqa: E402
from collective_bandwidth import bandwidths  # noqa: E402
from figures import Gallery  # noqa: E402
from report_test import TESTDATA, ReportTest  # noqa: E402


class Page(ReportTest):
    RUN = TESTDATA / "acceptance"

    def make(self, run, *options, drawn=False):
        """Returns the page of a run, with the figures only if they are to be drawn."""
        undrawn = mock.patch.object(Gallery, "draw_on", lambda _, page: page)
        with contextlib.nullcontext() if drawn else undrawn:
            status, _, errors = self.run_report(run, *options)
        self.assertEqual((status, errors), (0, ""))
        return self.out.read_text(encoding="utf-8")

    def generated(self, hosts, healthy=False):
        folder = self.folder / f"{'before' if healthy else 'run'}{hosts}"
        make_acceptance.write(folder, hosts, healthy)
        return folder

    def edited(self, edit):
        """Returns a run of which the rows are edited; a row that becomes None is left out."""
        folder = self.folder / "edited"
        folder.mkdir()
        lines = (self.RUN / "accept.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [row for row in map(edit, map(json.loads, lines)) if row]
        (folder / "accept.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        return folder

    def section(self, page, identifier):
        """Returns a section without tags, as a reader sees it."""
        start = page.index(f'<section id="{identifier}">')
        return self.text(page[start:page.index("</section>", start)])

    def text(self, markup):
        return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", markup)))

    def test_testdata_are_what_the_generator_makes(self):
        made = (self.generated(8) / "accept.jsonl").read_text(encoding="utf-8")
        self.assertTrue(made == (self.RUN / "accept.jsonl").read_text(encoding="utf-8"))

    def test_holds_every_section_and_no_empty_cell(self):
        for hosts in (4, 8, 128):
            with self.subTest(hosts=hosts):
                page = self.make(self.generated(hosts), "--before", self.generated(hosts, True),
                                 drawn=hosts == 4)
                self.assert_holds(page, *(f'<section id="{name}">' for name, *_ in SECTIONS))
                self.assertEqual(re.findall(r"<td[^>]*>\s*</td>", page), [])
                self.assertFalse("did not run" in page or "nan" in self.text(page))
                links = re.findall(r'(?:src|href)="([^"]*)"', page)
                self.assertEqual([link for link in links if link[0] != "#" and
                                  not link.startswith("data:")], [])

    def test_begins_with_the_verdict_and_its_reason(self):
        page = self.make(self.RUN)
        head = self.text(page[page.index("<header>"):page.index("</header>")])
        self.assert_holds(head, "✗ Falls short",
                          "5 requirements: 2 fall short, 1 cannot be told, 2 hold.",
                          "memory bandwidth of each node at node n6: 132.6 GB/s, at least 168 GB/s",
                          "node n6 : bandwidth 0.52 [0.50, 0.54] of what is expected",
                          "link n2–n5 : latency 2.10 [2.04, 2.16] times what is expected",
                          "kernel is 6.1.0-27-amd64 on n3, 6.1.0-28-amd64 on most",
                          "nodes that pass 4 of 8")

    def test_requirements_the_worst_first(self):
        text = self.section(self.make(self.RUN), "requirements")
        told = ["✗ falls short memory bandwidth of each node line 4 node n6; 1 of 8 places "
                "133 [131, 135] GB/s 168 GB/s",
                "✗ falls short bandwidth of each pair, 1 MiB line 8 pair n2–n5; 8 of 28 places "
                "6.05 [5.96, 6.14] GB/s 11.0 GB/s",
                "? cannot tell alltoall of 4 MiB against the baseline line 16 machine "
                "5290 [5211, 5369] µs 5300 µs",
                "✓ holds allreduce of 8 bytes line 12 machine 7.10 [6.99, 7.21] µs 12.0 µs"]
        text = text.replace("\xa0", " ")
        self.assert_holds(text, *told, "3, needs 9")
        self.assertEqual(sorted(told, key=text.index), told)

    def test_names_what_is_slow_and_how_sure_that_is(self):
        self.assert_holds(self.section(self.make(self.RUN), "slow"),
                          "link n2–n5 latency 2.10 [2.04, 2.16] times what is expected ≤ 0.04 % "
                          "2 of 3 launches",
                          "node n6 memory bandwidth 0.71 [0.69, 0.73] of what is expected "
                          "< 0.0001 % 3 of 3 launches")

    def test_nodes_fail_for_their_own_faults_only(self):
        text = self.section(self.make(self.RUN), "nodes").replace("\xa0", " ")
        self.assert_holds(text, "Passing: 4; failing: 1; at a slow link: 2; different from most: 1",
                          "n6 ✗ fails memory bandwidth of each node: 132.6 GB/s",
                          "n2 ↔ slow link link n2–n5", "n3 ≠ differs kernel is 6.1.0-27-amd64",
                          "✓ n1 ↔ n2 ≠ n3 ✓ n4 ↔ n5 ✗ n6 ✓ n7 ✓ n8")

    def test_places_may_be_worded_in_other_ways(self):
        wordings = {"node n6": "n6", "pair n2 n5": "n2 - n5", "pair n1 n6": "n1 - n6, 1 MiB"}
        def reworded(row):
            return {**row, "place": wordings.get(row["place"], row["place"])} \
                if row["row"] == "verdict" else None if row["row"] == "finding" else row
        text = self.section(self.make(self.edited(reworded)), "nodes").replace("\xa0", " ")
        self.assert_holds(text, "Passing: 4;", "n6 ✗ fails memory bandwidth of each node",
                          "n2 ↔ slow link n2–n5: bandwidth of each pair, 1 MiB: 6.05 GB/s")

    def test_a_stage_that_was_interrupted(self):
        def interrupted(row):
            if row["row"] == "stage" and row["launch"] == 3:
                return {"row": "stage", "stage": row["stage"], "state": "begun", "launch": 3}
            return row
        self.assertRegex(self.section(self.make(self.edited(interrupted)), "stages"),
                         r"pairs done in 2 launches, begun in 1 launch [\d.]+ \+ [\d.]+ \+ \? s")

    def test_bounds_that_are_open(self):
        def open_above(row):
            return {**row, "high": None, "limit": None} if row["row"] == "verdict" else row
        text = self.section(self.make(self.edited(open_above)), "requirements")
        self.assertIn("machine 7.10 [6.99, –] µs – – 3", text)

    def test_of_many_nodes_only_outliers_are_named(self):
        page = self.make(self.generated(128), drawn=True)
        self.assertIn("Passing: 124;", self.section(page, "nodes"))
        labels = re.findall(r">(n\d+)</text>", page[page.index('aria-label="pairs bandwidth'):
                                                    page.index('aria-label="alone')])
        self.assertEqual(sorted(labels), sorted(2 * ["n2", "n5", "n6"]))

    def test_drift_shows_the_odd_ones_only(self):
        text = self.section(self.make(self.RUN), "drift")
        self.assert_holds(text, "kernel n3 6.1.0-27-amd64 6.1.0-28-amd64",
                          "governor n6 powersave performance",
                          "The same on all nodes: mpi, ucx, cores, memory, huge_pages, "
                          "clock_source.")
        self.assertFalse("n1" in text)

    def test_drift_without_a_majority_accuses_nobody(self):
        def scattered(row):
            return {**row, "value": row["host"]} if row.get("fact") == "memory" else row
        page = self.make(self.edited(scattered))
        self.assert_holds(self.section(page, "drift"), "memory n1 n1 none", "memory n8 n8 none")
        self.assertIn("memory has 8 values, none of them on most nodes", page)
        self.assertIn("Passing: 4;", self.section(page, "nodes"))

    def test_collectives_with_both_bandwidths(self):
        run = make_acceptance.write(self.folder / "exact", 8)
        rows = [json.loads(line) for line in run.read_text(encoding="utf-8").splitlines()]
        times = [median(row["samples"]) for row in rows if row["row"] == "figure" and
                 row["measure"] == "allreduce" and row["bytes"] == 4194304 and row["ranks"] == 16]
        algorithm = 4194304 / median(times) / 1000
        self.assert_holds(self.section(self.make(self.RUN, drawn=True), "collectives"),
                          "allreduce 4 MiB 16 2 ", f" {algorithm:.3g} GB/s "
                          f"{algorithm * 2 * 15 / 16:.3g} GB/s", "one pair, median")

    def test_load_and_stages_and_proofs(self):
        page = self.make(self.RUN)
        self.assertRegex(self.section(page, "load"),
                         r"allreduce, 8 B, 8 ranks, 1 per node congested [\d.]+ µs [\d.]+ µs "
                         r"1\.9\d\d \[1\.[89]\d\d, 1\.9\d\d\] .* worse")
        self.assertRegex(self.section(page, "stages"),
                         r"pairs done in 3 launches 1\d\.\d \+ 1\d\.\d \+ 1\d\.\d s 4\d\.\d s")
        self.assertIn("allreduce ✓ right 1200 0 none",
                      self.section(page, "proofs").replace("\xa0", " "))

    def test_before_and_after(self):
        text = self.section(self.make(self.RUN, "--before", self.generated(8, True)), "changes")
        self.assertRegex(text, r"memory bandwidth, 64 ranks, n6 18\d GB/s 13\d GB/s 0\.7\d\d "
                               r"\[0\.[67]\d\d, 0\.7\d\d\] .* worse")
        self.assertIn("governor n6 performance powersave", text)
        self.assertFalse('id="changes"' in self.make(self.RUN))

    def test_wrong_results_fall_short_whatever_was_required(self):
        def wrong(row):
            return {**row, "failures": 1, "failing_case": "tutti-case 1 | <bcast>"} \
                if row.get("collective") == "bcast" else row
        page = self.make(self.edited(wrong))
        self.assert_holds(page, "wrong results of bcast", "✗ wrong",
                          "tutti-case 1 | &lt;bcast&gt;")

    def test_says_what_did_not_run(self):
        kept = lambda row: row if row["row"] in ("header", "fact") else None
        page = self.make(self.edited(kept))
        self.assert_holds(self.text(page), "– No requirements", "The stage pairs did not run.",
                          "The stage correct did not run.", "The stage load did not run.")
        self.assertFalse('id="stages"' in page or 'id="requirements"' in page)

    def test_a_single_launch_has_no_interval(self):
        first = lambda row: row if row.get("launch", 1) == 1 else None
        page = self.make(self.edited(first), "--before", self.generated(8, True))
        self.assertIn("one launch", self.section(page, "changes"))


class BadRuns(ReportTest):
    def refused_row(self, line, expected, old, new):
        """Checks that the run is refused with a text in a line replaced."""
        lines = (TESTDATA / "acceptance/accept.jsonl").read_text(encoding="utf-8").split("\n")
        self.assertIn(old, lines[line - 1])
        lines[line - 1] = lines[line - 1].replace(old, new, 1)
        self.refused_run("\n".join(lines), line, expected)

    def refused_run(self, text, line, expected):
        folder = self.folder / "run"
        folder.mkdir(exist_ok=True)
        (folder / "accept.jsonl").write_text(text, encoding="utf-8")
        status, _, errors = self.run_report(folder)
        self.assertEqual(status, 2)
        self.assertEqual(errors.count("\n"), 1, errors)
        self.assertIn(f"{folder}/accept.jsonl:{line}: ", errors)
        self.assertIn(expected, errors)
        self.assertFalse(self.out.exists())

    def test_lines(self):
        text = (TESTDATA / "acceptance/accept.jsonl").read_text(encoding="utf-8")
        header, rest = text.split("\n", 1)
        self.refused_run(text[:len(header) + 30], 2, "line break at the end")
        self.refused_run(text[:len(header) + 30] + "\n", 2, "whole JSON object")
        self.refused_run(rest, 1, "header row first")
        self.refused_run("", 1, "empty")
        self.refused_run((TESTDATA / "bench.jsonl").read_text(encoding="utf-8"), 1,
                         "expected results of accept")

    def test_columns(self):
        lines = (TESTDATA / "acceptance/accept.jsonl").read_text(encoding="utf-8").split("\n")
        line_of = lambda kind: next(number for number, line in enumerate(lines, start=1)
                                    if f'"row":"{kind}"' in line)
        self.refused_row(1, "version 1", '"tutti_results":1', '"tutti_results":2')
        for kind, column in (("header", "launch"), ("fact", "value"), ("proof", "cases"),
                             ("stage", "seconds"), ("figure", "ranks_per_node"),
                             ("finding", "error_probability"), ("verdict", "launches_needed")):
            self.refused_row(line_of(kind), f"'{column}'", f'"{column}":', '"other":')
        self.refused_row(line_of("figure"), "'samples'", '"samples":[', '"samples":[0,')
        self.refused_row(line_of("figure"), "'hosts'", '"hosts":[', '"hosts":[7,')
        self.refused_row(line_of("verdict"), "one of falls short", '"verdict":"holds"',
                         '"verdict":"fine"')
        self.refused_row(line_of("fact"), "row of kind", '"row":"fact"', '"row":"rumour"')

    def test_what_stands_beside_a_run(self):
        for arguments in ([TESTDATA / "acceptance", TESTDATA / "bench.jsonl"],
                          [TESTDATA / "acceptance", TESTDATA / "acceptance"],
                          [TESTDATA / "bench.jsonl", "--before", TESTDATA / "acceptance"],
                          [TESTDATA / "acceptance", "--before", self.folder / "nowhere"]):
            status, _, errors = self.run_report(*arguments)
            self.assertEqual((status, errors.count("\n")), (2, 1), errors)
            self.assertFalse(self.out.exists())


class Comparison(unittest.TestCase):
    def test_ratio_with_its_interval(self):
        change = comparison.ratio([2.0, 2.2, 2.1], [1.0, 1.1, 1.02])
        # By hand: the standard error of the difference of logarithms is 0.0400, t(3) is 3.182.
        self.assertAlmostEqual(change.value, 2.0194, places=4)
        self.assertAlmostEqual(change.low, 1.778, places=2)
        self.assertAlmostEqual(change.high, 2.294, places=2)
        self.assertTrue(change.above_1() and not change.below_1())

    def test_intervals_hold_the_true_ratio_as_often_as_they_say(self):
        draw = random.Random(7)
        launches = lambda: [exp(draw.gauss(0, 0.05)) for _ in range(3)]
        hits = sum(change.low <= 1 <= change.high for change in
                   (comparison.ratio(launches(), launches()) for _ in range(2000)))
        self.assertTrue(0.94 <= hits / 2000 <= 0.99, hits)

    def test_alike_launches(self):
        self.assertEqual(comparison.ratio([2, 2], [2, 2]), (1, 1, 1))
        self.assertEqual(comparison.ratio([4.0], [2, 2]).low, None)

    def test_bandwidths_are_those_of_nccl_tests(self):
        self.assertEqual(bandwidths("allreduce", 4, 1000, 1.0), (1.0, 1.5))
        self.assertEqual(bandwidths("allgather", 4, 1000, 1.0), (4.0, 3.0))
        self.assertEqual(bandwidths("bcast", 4, 1000, 1.0), (1.0, 1.0))
        self.assertEqual(bandwidths("barrier", 4, 0, 1.0), None)


if __name__ == "__main__":
    unittest.main()
