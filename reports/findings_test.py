"""Tests of what the page says of findings: cases and complaints are taken apart, files are put together."""

import json
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "testdata")]

from case_line import parse_case_line  # noqa: E402
from complaints import Difference, differences  # noqa: E402
from finding_cards import card, identifier, listed_ranks  # noqa: E402
from findings import findings_of, short_library  # noqa: E402
from gates import parse_gate  # noqa: E402
from inputs import Inputs, read  # noqa: E402
from make_findings import LIBRARIES, finding, gate, write  # noqa: E402
from report_test import TESTDATA, ReportTest  # noqa: E402
from verdicts import Verdict  # noqa: E402


class CaseLines(unittest.TestCase):
    def function(self, line):
        return parse_case_line(f"tutti-case 1 {line}").functions()

    def test_name_the_functions_that_were_called(self):
        self.assertEqual(self.function("ranks=2 | reduce_scatter_block counts=1 | barrier"),
                         ["MPI_Reduce_scatter_block", "MPI_Barrier"])
        self.assertEqual(self.function("mode=nonblocking | allgatherv"), ["MPI_Iallgatherv"])
        self.assertEqual(self.function("mode=overlapping | bcast"), ["MPI_Ibcast"])
        self.assertEqual(self.function("mode=threads | bcast"), ["MPI_Bcast"])
        self.assertEqual(self.function("mode=persistent | bcast large=yes"), ["MPI_Bcast_init_c"])
        self.assertEqual(self.function("subject=mpich:ibcast/tree | bcast"), ["MPI_Ibcast"])

    def test_tell_what_is_unusual(self):
        case = parse_case_line("tutti-case 1 subject=mpi ranks=5 seed=7 group=graph | scatter root=2 in_place=yes")
        self.assertEqual((case.ranks, case.setting, case.calls[0].fields),
                         (5, {"group": "graph"}, {"root": "2", "in_place": "yes"}))

    def test_other_text_is_no_case(self):
        self.assertIsNone(parse_case_line(""))
        self.assertIsNone(parse_case_line("the launch ended"))


class Complaints(unittest.TestCase):
    def test_of_wrong_results(self):
        line = ("rank 3, operation 1 (gather), repetition 1: rank 1: wrong_result at element 4: "
                "expected (8, -9), got (1, 2) (and 3 more)")
        self.assertEqual(differences([line]),
                         [Difference((3,), "element 4", "(8, -9)", "(1, 2)", "wrong result", 3)])

    def test_of_memory(self):
        line = ("rank 0, operation 1 (gather), repetition 1: rank 0: guard_damaged at byte 28: "
                "expected 0x56, got 0x53 in the receive buffer (and 3 more)")
        self.assertEqual(differences([line]), [
            Difference((0,), "outside of the receive buffer, byte 28", "0x56", "0x53",
                       "memory damage", 3)])

    def test_name_operation_and_repetition_where_that_helps(self):
        line = "rank 0, operation 2 (scan), repetition 5: rank 0: wrong_result at element 0: expected 1, got 2"
        self.assertEqual(differences([line], calls=2)[0].where, "operation 2 (scan), repetition 5, element 0")
        self.assertEqual(differences([line], calls=1)[0].where, "repetition 5, element 0")

    def test_of_ranks_that_saw_the_same_are_one(self):
        lines = [f"rank {rank}, operation 1 (bcast), repetition 1: rank {rank}: wrong_result at element 0: "
                 "expected 1, got 2" for rank in range(3)]
        self.assertEqual([each.ranks for each in differences(lines)], [(0, 1, 2)])

    def test_of_errors(self):
        line = "rank 0, operation 1 (bcast), repetition 1: rank 0: mpi_error, got Message truncated, error stack: x"
        self.assertEqual(differences([line]), [
            Difference((0,), "", "MPI_SUCCESS", "Message truncated, error stack: x", "MPI error")])

    def test_of_operators(self):
        line = "MPI_Reduce_local, max on uint8: expected 139, got 118 (element 3)"
        self.assertEqual(differences([line]),
                         [Difference((), "max on uint8, element 3", "139", "118", "wrong result")])

    def test_of_leaks(self):
        self.assertEqual(differences(["rank 1, each of 400 runs takes 20 bytes of memory that it does not give back"]),
                         [Difference((1,), "each of 400 runs", "nothing is kept", "20 bytes of memory more", "leak")])

    def test_of_written_lists(self):
        self.assertEqual(differences(["rank 0, operation 1 (alltoallv), repetition 1: rank 0: list_changed, "
                                      "got another entry 1 in the list of receive displacements"]),
                         [Difference((0,), "", "unchanged", "another entry 1 in the list of receive displacements",
                                     "memory damage")])

    def test_of_crashes(self):
        line = "the process ended: rank 0 ended by signal 11, rank 2 ended by signal 11, rank 3 ended by exit: Boom: 0"
        self.assertEqual([(each.ranks, each.got) for each in differences([line])],
                         [((0, 2), "signal 11 (SIGSEGV): Boom: 0"), ((3,), "exit: Boom: 0")])
        self.assertEqual(differences(["the process ended: nobody knows why"])[0].got, "nobody knows why")

    def test_of_hangs(self):
        line = "the case did not end: rank 0 done, waiting; rank 1 inside operation 1; rank 2 done, waiting"
        self.assertEqual([(each.ranks, each.got) for each in differences([line])],
                         [((1,), "hangs inside operation 1"), ((0, 2), "done, waiting")])

    def test_of_other_kinds_are_shown_as_they_are(self):
        line = "rank 0, operation 1 (barrier), repetition 1: MPI said 2 times that the request is complete"
        self.assertEqual(differences([line]),
                         [Difference((0,), "", "", "MPI said 2 times that the request is complete")])
        self.assertEqual(differences(["law x is broken: y"])[0].got, "law x is broken: y")

    def test_ranks_are_listed_in_short(self):
        self.assertEqual(listed_ranks((7, 0, 2, 1)), "0–2, 7")


class Findings(unittest.TestCase):
    VERIFY = json.loads((TESTDATA / "verify.json").read_text(encoding="utf-8"))

    def of(self, *verdicts):
        return findings_of(Inputs(verdicts=[Verdict("v.json", each) for each in verdicts]))

    def test_of_verify(self):
        found = self.of(self.VERIFY)
        self.assertEqual([(each.status, each.symptom(), each.collectives()) for each in found], [
            ("new", "wrong result", ["reduce_local"]), ("new", "wrong", ["reduce_scatter"]),
            ("known", "wrong", ["reduce"]), ("note", "not portable", ["allreduce"])])
        self.assertEqual(found[2].reason,
                         "reduce in place at a root that is not rank 0 crashes above 2048 bytes")

    def test_of_several_launches_are_one(self):
        other = {**self.VERIFY, "ranks": 5, "target": "mpi"}
        found = self.of(other, self.VERIFY)
        self.assertEqual(len(found), 4)
        self.assertEqual((found[1].ranks, found[1].targets), ([3, 5], ["mpi", "mpi-forced"]))

    def test_known_faults_are_told_by_the_launch_that_could_try_them(self):
        def told(what):
            return {**self.VERIFY, "known_faults": [{**self.VERIFY["known_faults"][0], "what_happened": what}]}
        tried = "the process ended: rank 2 ended by signal 11"
        for order in ([tried, "not tried: it needs more ranks"], ["not tried: it needs more ranks", tried]):
            known = [each for each in self.of(*map(told, order)) if each.status == "known"]
            self.assertEqual([each.symptom() for each in known], ["crash"])

    def test_that_are_gone_are_fixed(self):
        fault = {"what": "it crashed", "case": "tutti-case 1 | barrier"}
        self.assertIn(("fixed", "it crashed"), [(each.status, each.reason) for each in
                                                self.of({**self.VERIFY, "known_faults_gone": [fault]})])

    def test_of_gates(self):
        found = findings_of(Inputs(gates=[parse_gate("gate.json", gate(LIBRARIES[1], range(8)))]))
        self.assertEqual([each.status for each in found],
                         ["new", "new", "new", "untried", "known", "known", "fixed", "note"])
        self.assertEqual([each.symptom() for each in found[:4]],
                         ["crash", "hang", "memory damage", "not tried"])
        self.assertEqual({each.library for each in found}, {"Open MPI 5.0.7"})

    def test_libraries_have_short_names(self):
        self.assertEqual(short_library("MPICH Version: 4.0.2"), "MPICH 4.0.2")
        self.assertEqual(short_library("MPICH Version:\t4.2.0rc1"), "MPICH 4.2.0rc1")
        self.assertEqual(short_library(LIBRARIES[1]), "Open MPI 5.0.7")
        self.assertEqual(short_library("SMPI Version 3.31.0. Copyright"), "SMPI 3.31.0")
        self.assertEqual(short_library("MPI 1"), "MPI 1")
        self.assertEqual(short_library("of our own"), "of our own")


class Cards(ReportTest):
    def card(self, **changes):
        row = {**finding(0), **changes}
        found = findings_of(Inputs(gates=[parse_gate("g", {**gate(LIBRARIES[0], []), "findings": [row]})]))
        return card(found[0], True)

    def test_hold_what_a_developer_needs(self):
        text = self.card(replay="tutti-case 1 ranks=3 | bcast root=2 counts=5", what=[
            "rank 1, operation 1 (bcast), repetition 1: rank 1: wrong_result at element 4: expected 8, got <9>"])
        self.assert_holds(text, "<h3>MPI_Bcast</h3>", "root <b>2</b>", "on 3 ranks", "rank 1, element 4",
                          '<span class="value better">8</span>', '<span class="value worse">&lt;9&gt;</span>',
                          "mpiexec -n 3 tutti verify --replay &#x27;tutti-case 1 ranks=3 | bcast root=2 counts=5&#x27;",
                          "C program of MPI calls", "#include &lt;mpi.h&gt;", 'data-collective="bcast"')

    def test_leave_out_what_is_not_there(self):
        text = self.card(replay="", c_program="", what=["the launch ended by signal 9"])
        self.assert_holds(text, "A whole launch", "the launch ended by signal 9")
        self.assertNotIn("--replay", text)
        self.assertNotIn("C program", text)

    def test_have_identifiers_that_stay(self):
        found = findings_of(Inputs(gates=[parse_gate("g", gate(LIBRARIES[0], range(40)))]))
        names = [identifier(each) for each in found]
        self.assertEqual(len(set(names)), len(names))
        self.assertEqual(names, [identifier(each) for each in found])


class Gates(ReportTest):
    def write_gate(self, **changes):
        return self.file("gate.json", json.dumps({**gate(LIBRARIES[0], range(3)), **changes}))

    def refused(self, expected, **changes):
        status, _, errors = self.run_report(self.write_gate(**changes))
        self.assertEqual(status, 2)
        self.assertIn(expected, errors)
        self.assertFalse(self.out.exists())

    def test_page_begins_with_the_verdict(self):
        for verdict, words in (("pass", "Passes"), ("fail", "Fails"), ("interrupted", "Interrupted")):
            self.assertEqual(self.run_report(self.write_gate(verdict=verdict))[0], 0)
            text = self.out.read_text(encoding="utf-8")
            self.assertLess(text.index(f"</span> {words}</p>"), text.index('<section id="new">'))

    def test_result_directory_of_a_gate(self):
        self.write_gate()
        self.file("covered-mpi.json", "{}")
        self.assertEqual(len(read([self.folder]).gates), 1)

    def test_nothing_found(self):
        write(self.folder, 0)
        self.assertEqual(self.run_report(self.folder)[0], 0)
        self.assert_holds(self.out.read_text(encoding="utf-8"), "Passes", "Nothing new was found.")

    def test_bad_files_are_refused(self):
        self.refused("version 1", tutti_gate=2)
        self.refused("'verdict' to be one of pass, fail, interrupted", verdict="maybe")
        self.refused("'status' to be one of new", findings=[{**finding(0), "status": "odd"}])
        self.refused("'replay'", findings=[{**finding(0), "replay": 7}])
        self.refused("'pairs' to hold two numbers",
                     covered={"mpi": {"values": [1, 2], "pairs": [1], "never_hit": []}})
        self.refused("'ended'", launches=[{"target": "mpi", "ranks": 2, "seed": 1, "cases": 1, "seconds": 1}])


if __name__ == "__main__":
    unittest.main()
