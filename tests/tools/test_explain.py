"""attest explain: why one output is right or wrong."""

import json
import os
import re
import shlex
import subprocess
import unittest

from cli import MATCH2, POLY, STRASSEN, CommandTest, program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ARGMAX = os.path.join(ROOT, "examples", "argmax.theorem")
TWO_LAYERS = os.path.join(ROOT, "examples", "induction_two_layers.theorem")
INPUT = '{"f": [[1,2],[1,2]], "x": 1}'


class Explain(CommandTest):
    def explained(self, *arguments, status=0, stdin=b""):
        result = self.attest("explain", *arguments, "--format", "json", stdin=stdin)
        self.assertEqual((result.status, result.err), (status, ""))
        return result.json()

    def test_an_explanation_has_the_fields_of_the_contract(self):
        document = self.explained(STRASSEN, "n=2", "--input", INPUT)
        self.assertEqual(document["schema"], "attest/explanation/1")
        self.assertEqual((document["claim"], document["variant"], document["parameters"]),
                         (STRASSEN, "repaired", {"n": 2}))
        self.assertEqual((document["input"], document["token"]), (json.loads(INPUT), 5))
        (head,) = document["heads"]
        self.assertEqual(head["tuples"][0]["tuple"], [1, 3])
        self.assertEqual(head["rest"]["tuples"], "20")
        self.assertEqual(head["tuples"][0]["value"][0], "1")
        self.assertLess(head["rest"]["weight"]["lower"], head["rest"]["weight"]["upper"])
        for field in ("readout", "decision", "truth", "cause"):
            self.assertIn(field, document)

    def test_it_says_what_run_says(self):
        for arguments, status in (((STRASSEN, "n=2", "--input", "rank:10"), 0),
                                  ((MATCH2, "N=3", "M=4", "--variant", "printed", "--input", "rank:2"), 1),
                                  ((POLY, "t=2", "n=2", "A2=14", "--input", "rank:7"), 0),
                                  (("strassen/match3", "n=3", "m=5", "--input", "random"), 0),
                                  ((TWO_LAYERS, "n=4", "k=2", "--input", '{"w": [1,2,1,2]}'), 0)):
            with self.subTest(arguments=arguments):
                run = self.attest("run", *arguments, "--format", "json").json()
                document = self.explained(*arguments, status=status)
                self.assertEqual((document["input"], document["verdict"]), (run["input"], run["verdict"]))
                (output,) = [o for o in run["outputs"] if o["position"] == document["token"]]
                for field in ("value", "decision", "truth", "right"):
                    self.assertEqual(document[field], output[field])

    def test_the_replay_gives_the_same(self):
        for arguments in ((MATCH2, "N=3", "M=3", "--variant", "printed", "--input", "counterexample"),
                          (ARGMAX, "n=3", "m=4", "--variant", "cold", "--input", "worst"),
                          (STRASSEN, "n=4", "--input", "random", "--seed", "7")):
            document = self.attest("explain", *arguments, "--format", "json").json()
            words = shlex.split(document["replay"])
            self.assertEqual(words[0], "attest")
            again = self.attest(*words[1:], "--format", "json").json()
            for field in ("input", "token", "heads", "readout", "cause", "what_if"):
                self.assertEqual(document[field], again[field])

    def test_worst_and_counterexample_are_those_of_verify(self):
        verdict = self.verdict(MATCH2, "N=3", "M=3", "--variant", "printed")
        found = self.explained(MATCH2, "N=3", "M=3", "--variant", "printed", "--input", "counterexample", status=1)
        self.assertEqual(found["rank"], verdict["counterexample"]["rank"])
        self.assertEqual(found["token"], verdict["counterexample"]["position"])
        verdict = self.verdict(STRASSEN, "n=2", "--variant", "repaired")
        self.assertEqual(self.explained(STRASSEN, "n=2", "--input", "worst")["rank"], verdict["worst_input"]["rank"])

    def test_without_an_input_it_shows_the_counterexample_or_the_worst_input(self):
        for arguments, asked, status in (((MATCH2, "N=3", "M=3", "--variant", "printed"), "counterexample", 1),
                                         ((STRASSEN, "n=2"), "worst", 0),
                                         # refuted by its display: no input is at fault
                                         ((STRASSEN, "n=2", "--variant", "printed"), "worst", 0),
                                         (("strassen/sum2-shattered", "l=4"), "random", 0),
                                         (("strassen/match3-to-sum2", "l=2", "m=3", "--variant", "printed"), "counterexample", 1)):
            with self.subTest(arguments=arguments):
                chosen = self.explained(*arguments, status=status)
                asked_for = self.explained(*arguments, "--input", asked, status=status)
                for document in (chosen, asked_for):
                    document.pop("command")
                # A random instance that is asked for tells nothing of the setting.
                settings = [place.pop("setting") for document in (chosen, asked_for) for place in (document, document.get("data", {}))
                            if "setting" in place]
                self.assertEqual(len({setting["verdict"] for setting in settings}), 1)
                self.assertEqual(chosen, asked_for)

    def test_what_the_setting_is_refuted_by_is_told_where_the_input_is_right(self):
        result = self.attest("explain", STRASSEN, "n=2", "--variant", "printed")
        self.assertEqual(result.status, 0)
        self.assertIn("\n  setting        refuted (display): ", result.out)
        self.assertNotIn("setting ", self.attest("explain", STRASSEN, "n=2").out)
        walk = self.attest("explain", "poly/pointer-jumping-strassen", "n=2", "--variant", "printed")
        self.assertIn("setting        refuted", walk.out)
        self.assertIn("drawn at random, seed", walk.out)

    def test_json_has_the_lines_of_a_refuted_display(self):
        arguments = (STRASSEN, "n=2", "--variant", "printed")
        verdict = self.verdict(*arguments, status=1)
        (quote,) = verdict["quotes"]
        self.assertEqual(quote["lines"], [346, 346])
        self.assertIn("\\mathsf{Softmax}_{j,k}", quote["text"])
        self.assertTrue(verdict["at_fault"]["known"])
        displayed, rows = verdict["at_fault"]["one_of"]
        self.assertEqual(([line["what"] for line in displayed], len(rows)), (["displayed score"], 3))
        for line in (*displayed, *rows):
            with open(os.path.join(ROOT, line["file"]), encoding="utf-8") as file:
                self.assertIn(line["text"], file.read().splitlines()[line["line"] - 1])
        setting = self.explained(*arguments)["setting"]
        self.assertEqual((setting["quotes"], setting["at_fault"]), (verdict["quotes"], verdict["at_fault"]))
        flat = " ".join(self.attest("explain", *arguments).out.split())
        self.assertIn(f"at fault {displayed[0]['file']}:{displayed[0]['line']}: displayed score", flat)
        for part in range(2):
            self.attest("verify", *arguments, "--part", f"{part}/2", "--out", f"part{part}.json")
        merged = self.attest("merge", "part0.json", "part1.json", "--format", "json").json()
        self.assertEqual((merged["quotes"], merged["at_fault"]), (verdict["quotes"], verdict["at_fault"]))
        on_record = self.verdicts(STRASSEN, "--variant", "printed")[1]
        self.assertEqual((on_record["quotes"], on_record["at_fault"]), (verdict["quotes"], verdict["at_fault"]))
        audited = [json.loads(line) for line in self.attest("audit", STRASSEN, "--quick", "--format", "json").out.splitlines()]
        (audited,) = [one for one in audited if (one["variant"], one["parameters"]) == ("printed", {"n": 2})]
        self.assertEqual((audited["quotes"], audited["at_fault"]), (verdict["quotes"], verdict["at_fault"]))
        held = self.verdict(STRASSEN, "n=2", "--variant", "repaired", status=0)
        self.assertEqual((held["quotes"], held["at_fault"]), ([], None))

    def test_a_text_that_the_program_writes_is_explained_as_its_file_is(self):
        self.write("roots.theorem", self.attest("new", "root-finding", "p=x1-x2^2").out)
        with open(self.directory / "roots.theorem", encoding="utf-8") as file:
            lines = file.read().splitlines()
        for variant, size, given, status in (("repaired", ("n=2", "r=1"), '{"S":[1,-1]}', 0),
                                             ("printed", ("n=3", "r=2"), '{"S":[-2,-1,1]}', 1)):
            with self.subTest(variant=variant):
                more = ("--variant", variant, *size, "--input", given)
                document = self.explained("poly/root-finding", "p=x1-x2^2", *more, status=status)
                of_file = self.explained("roots.theorem", *more, status=status)
                self.assertEqual([head["name"] for head in document["heads"]], ["head1", "head2"])
                for field in ("heads", "readout", "cause", "value", "truth"):
                    self.assertEqual(document[field], of_file[field])
                self.assertEqual(document["claim"], "poly/root-finding")
                self.assertIn("p=x1-x2^2", shlex.split(document["replay"]))
                for group in document["at_fault"]["one_of"]:
                    for line in group:
                        self.assertEqual(line["file"], "attest new root-finding 'p=x1-x2^2' 'h=auto'")
                        self.assertIn(line["text"].removesuffix(" .."), lines[line["line"] - 1])
        self.assertIn("attest explain poly/root-finding", self.attest("verify", "poly/root-finding", "p=x1+x2", "n=4", "r=3",
                                                                      "--variant", "printed", "--first").out)

    def test_an_instance_that_cannot_be_hashed_is_ill_formed_as_it_is_for_verify(self):
        instance = '{"Q":[[0,0,0,0]],"K":[[1,1,1,1]],"functions":[[1]]}'
        result = self.attest("run", "anna/lsh", "N=1", "l=1", "z=1", "--variant", "printed", "--input", instance, "--format", "json")
        self.assertEqual((result.status, result.json()["verdict"]), (1, "ill-formed"), result.err)

    def test_an_instance_without_answers_is_told_by_its_checks(self):
        result = self.attest("explain", "dat/error-inequality", "n=2")
        self.assertIn("RIGHT: the 4 checks of one instance hold", result.out)

    def test_the_searched_parameter_is_that_of_the_run(self):
        document = self.explained(POLY, "t=2", "n=2", "A2=auto", "--input", "worst")
        self.assertNotEqual(document["parameters"]["A2"], "auto")
        self.assertIn(f"A2={document['parameters']['A2']}", document["replay"])

    def test_a_token_can_be_asked_for_however_it_is_written(self):
        self.assertEqual(self.explained("strassen/match3", "n=3", "m=3", "--input", "rank:5", "--token", "2")["token"], 2)
        for token in ("1,2", "[1, 2]", "(1,2)"):
            document = self.explained("strassen/relation-composition", "m=2", "--input", "rank:77", "--token", token)
            self.assertEqual(document["token"], [1, 2])

    def test_more_tuples_leave_a_smaller_rest(self):
        rests = [float(self.explained(STRASSEN, "n=2", "--input", "rank:3", "--tuples", str(n))["heads"][0]["rest"]["weight"]
                       ["upper"]) for n in (1, 2, 10, 25)]
        self.assertEqual(rests, sorted(rests, reverse=True))
        self.assertEqual(rests[-1], 0)

    def test_text_fits_the_terminal_and_names_the_cause(self):
        for columns in (None, 40, 80, 120):
            result = self.attest("explain", MATCH2, "N=3", "M=3", "--variant", "printed", "--input", "counterexample",
                                 columns=columns)
            self.assertEqual(result.status, 1)
            flat = " ".join(result.out.split())
            self.assertIn("WRONG at token 3: y = 0, the truth is 1", flat)
            self.assertIn("No key equals the query (3) of head1: it puts out 0", flat)
            width = columns or 80
            # A command and a path are not broken.
            long = [line for line in result.out.splitlines()
                    if len(line) > width and not line.startswith("    attest ") and ".theorem:" not in line]
            self.assertEqual(long, [])

    def test_every_format(self):
        for name, words in (("a.md", ("# strassen", "| tuple |")), ("a.tex", ("\\paragraph{", "\\toprule")),
                            ("a.json", ('"schema"',)), ("a.txt", ("RIGHT at token 5",))):
            result = self.attest("explain", STRASSEN, "n=2", "--input", "rank:3", "--out", name)
            self.assertEqual((result.status, result.out, result.err), (0, "", ""))
            text = (self.directory / name).read_text(encoding="utf-8")
            for word in words:
                self.assertIn(word, text)
        self.assert_bad_value(["explain", STRASSEN, "n=2", "--input", "rank:3", "--format", "csv"], "--format", "csv")
        self.assert_bad_value(["explain", STRASSEN, "n=2", "--input", "rank:3", "--out", "a.csv"], "--out", "a.csv")

    def test_ones_own_theorems_and_weights(self):
        document = self.explained(ARGMAX, "n=3", "m=4", "--input", "rank:5")
        self.assertEqual((document["claim"], document["own"]["file"]), ("own:argmax", ARGMAX))
        shown = self.attest("show", "strassen/match3", "n=3", "m=3", "--format", "json").json()
        shown["weights"]["heads"][0]["scale"] = "1/1000*sqrt(2)"
        self.write("mine.json", json.dumps(shown))
        arguments = ("strassen/match3", "n=3", "m=3", "--weights", "mine.json")
        theirs = self.explained("strassen/match3", "n=3", "m=3", "--input", "rank:5")
        mine = self.attest("explain", *arguments, "--input", "rank:5", "--format", "json").json()
        self.assertEqual(mine["claim"], "own:weights")
        self.assertNotEqual(mine["heads"][0]["tuples"], theirs["heads"][0]["tuples"])
        self.assertIn("--weights mine.json", mine["replay"])
        verdict = self.verdict(*arguments)
        found = self.attest("explain", *arguments, "--input", "counterexample", "--format", "json").json()
        self.assertEqual(found["rank"], verdict["counterexample"]["rank"])

    def test_wrong_arguments(self):
        explain = ["explain", STRASSEN, "n=2"]
        self.assert_bad_value([*explain, "--input", ""], "input", "")
        self.assert_bad_value([*explain, "--input", "best"], "--input", "best")
        self.assert_bad_value([*explain, "--input", "rank:32"], "input", "rank:32")
        self.assert_bad_value([*explain, "--input", "rank:3", "--token", "4"], "--token", "4")
        self.assert_bad_value([*explain, "--input", "rank:3", "--token", "five"], "--token", "five")
        self.assert_bad_value([*explain, "--input", "rank:3", "--token", ""], "--token", "")
        self.assert_bad_value([*explain, "--input", "rank:3", "--token", "[1,2"], "--token", "[1,2")
        self.assert_bad_value([*explain, "--input", "rank:3", "--tuples", "0"], "--tuples", "0")
        self.assert_bad_value([*explain, "--input", "rank:3", "--variant", "constructed"], "--variant", "constructed")
        self.assert_refused([*explain, "--input", "rank:3", "--budget", "5"], "--budget", "worst")
        self.assert_refused([*explain, "--input", "rank:3", "--threads", "2"], "--threads", "worst")
        self.assert_refused([*explain, "--input", "rank:3", "--weights", "none.json"], "--weights")
        self.assert_refused(["explain"], "claim")
        self.assert_refused(["explain", STRASSEN, "--input", "rank:0"], "n")
        self.assert_refused(["explain", POLY, "t=2", "n=2", "A2=auto", "--input", "rank:0"], "A2", "auto")

    def test_a_setting_without_a_counterexample_says_so(self):
        line = self.assert_refused(["explain", STRASSEN, "n=2", "--input", "counterexample"], "--input", "holds")
        self.assertIn("--input worst", line)
        self.assertIn("printed", line)
        # Refuted by its display: no input is at fault.
        self.assert_refused(["explain", STRASSEN, "n=2", "--variant", "printed", "--input", "counterexample"], "refuted")

    def test_what_is_no_layer_is_walked_through(self):
        for claim, words, title in (("anna/routing", ("q=2", "s=1"), "the answers"),
                                    ("poly/ip-triangle-to-cycle", ("n=2", "d=2", "r=4"), "the vectors of target 1"),
                                    ("poly/max2sat-to-ip-triangle", ("variables=3", "clauses=2"), "the formula"),
                                    ("strassen/indexing-shattered", ("n=2",), "sets of rows, and the column"),
                                    ("strassen/composition-to-indexing", ("n=3",), "the image, cell by cell")):
            with self.subTest(claim=claim):
                result = self.attest("explain", claim, *words, "--input", "random")
                self.assertIn(result.status, (0, 1), result.err)
                self.assertIn(title, result.out)
                self.assertLessEqual(max(len(line) for line in result.out.splitlines()), 80, result.out)
                document = self.attest("explain", claim, *words, "--input", "random", "--format", "json").json()
                self.assertEqual(document["schema"], "attest/walk/1")
                run = self.attest("run", claim, *words, "--input", "random", "--format", "json")
                self.assertEqual(document["verdict"], run.json()["verdict"])

    def test_a_shattered_set_is_shown_with_a_column_for_every_set_of_rows(self):
        walk = self.attest("explain", "strassen/disjointness-shattered", "m=3", "--input", "random", "--format", "json").json()
        (table,) = [s for s in walk["sections"] if s["title"].startswith("sets of rows")]
        self.assertEqual(len(table["rows"]), 8)
        for ones, column, values, fault in table["rows"]:
            wanted = "".join("1" if str(i) in ones.split(",") else "0" for i in (1, 2, 3))
            self.assertEqual((values, fault), (wanted, "as wanted"))
            # Row i is the unit vector i: it meets the column exactly in the column's entry i.
            self.assertEqual(column.strip("()").replace(",", ""), wanted)

    def test_a_protocol_is_shown_round_by_round(self):
        for claim, words in (("anna/mpc-simulates-ema", ("N=3", "s=8")),
                             ("anna/mpc-simulates-anna", ("N=2", "s=16", "l=1", "z=1", "U=2"))):
            with self.subTest(claim=claim):
                walk = self.attest("explain", claim, *words, "--input", "random", "--format", "json").json()
                table = walk["sections"][-1]
                self.assertIn(f"{walk['data']['steps']['machines']} machines", table["title"])
                self.assertEqual(table["rows"][0][0], "input")
                for _, _, count, items in table["rows"]:
                    listed = [item.split(": ")[1] for item in items.split("; ")]
                    if all(".." not in item for item in listed):
                        self.assertEqual(int(count), sum(len(item.split()) for item in listed))
                held = walk["data"]["steps"]["words held, sent, received"][0]
                self.assertIn(f"{held} words held", table["remarks"][0]["text"])
                if "rows)" not in table["title"]:
                    self.assertEqual(max(int(row[2]) for row in table["rows"]), held)

    def test_what_a_machine_knows_in_a_round_is_what_was_sent_to_it_in_the_round_before(self):
        for words in (("protocol=sort", "n=4", "s=2"), ("protocol=prefix-sum", "n=5", "s=2"),
                      ("protocol=one-hop", "n=3", "s=16"), ("protocol=reverse", "n=4", "s=2")):
            with self.subTest(words=words):
                walk = self.attest("explain", "anna/simulates-mpc", *words, "--input", "rank:1", "--format", "json").json()
                rounds = [s for s in walk["sections"] if s["title"].startswith(("round", "after the last round"))]
                self.assertEqual(len(rounds), len(walk["data"]["direct_run"]["rounds"]))
                self.assertGreaterEqual(len(rounds), 2)
                for before, after in zip(rounds, rounds[1:]):
                    sent = {machine: [] for machine, _, _ in after["rows"]}
                    for sender, _, messages in before["rows"]:
                        for message in messages.split("; ") if messages != "nothing" else []:
                            self.assertNotIn("more", message)
                            words_sent, receiver = message.split(" to ")
                            sent[receiver].append(f"{words_sent} from {sender}")
                    for machine, knows, _ in after["rows"]:
                        self.assertEqual(knows, "; ".join(sent[machine]) or "nothing")
                for told in rounds[:-1]:
                    self.assertIn("every token knows what its machine knows", told["remarks"][0]["text"])

    def test_the_counterexample_of_what_is_no_layer(self):
        result = self.attest("explain", "strassen/sum2-shattered", "l=2", "--variant", "printed", "--input", "counterexample")
        self.assertEqual(result.status, 1, result.err)
        self.assertIn("WRONG", result.out)
        self.assert_refused(["explain", "strassen/indexing-shattered", "n=2", "--variant", "repaired", "--input", "counterexample"],
                            "--input", "holds")
        base = ["explain", "strassen/indexing-shattered", "n=2", "--input"]
        self.assert_refused([*base, "worst"], "worst")
        self.assert_refused([*base, "random", "--token", "1"], "--token")
        self.assert_refused([*base, "random", "--tuples", "3"], "--tuples")
        self.assert_refused([*base, "random", "--budget", "3"], "--budget")

    def test_an_input_on_which_the_theorem_says_nothing(self):
        self.assert_refused(["explain", TWO_LAYERS, "n=4", "k=2", "--input", '{"w": [1,1,2,1]}'], "--input")

    def test_after_a_refutation_verify_tells_why_and_how_to_see_the_rest(self):
        result = self.attest("verify", MATCH2, "N=3", "M=3", "--variant", "printed")
        self.assertEqual(result.status, 1)
        self.assertIn("\nWRONG at token 3: y = 0, the truth is 1: not nearer than 1/2\n", result.out)
        command = re.search(r"^  the rest\s+(attest explain .*)$", result.out, re.M).group(1)
        rest = self.attest(*shlex.split(command)[1:])
        self.assertEqual(rest.status, 1)
        self.assertIn("WRONG at token 3", rest.out)
        # JSON has its fields as before.
        self.assertIn("winner", self.verdict(MATCH2, "N=3", "M=3", "--variant", "printed")["counterexample"])
        self.assertNotIn("WRONG", self.attest("verify", STRASSEN, "n=2").out)

    def test_text_is_short_and_verbose_text_has_everything(self):
        short = self.attest("verify", STRASSEN, "n=2")
        long = self.attest("verify", STRASSEN, "n=2", "--verbose")
        self.assertEqual((short.status, long.status), (1, 1))
        self.assertLess(len(short.out.splitlines()), 30)  # a screen
        self.assertIn("  --verbose      9 checks, 6 choices, 2 notes\n", short.out)
        self.assertEqual(len(re.findall(r"^  choice ", long.out, re.M)), 12)
        self.assertNotIn("  choice", short.out)
        # Six digits that bound what all digits bound.
        for label, full in (("output error", "output_error"), ("margin", "decision_margin")):
            low, high = map(float, re.search(rf"^  {label} +in \[(.*), (.*)\]$", short.out, re.M).groups())
            bounds = self.verdict(STRASSEN, "n=2", "--variant", "printed", status=1)["margins"][full]
            self.assertLessEqual(low, float(bounds["lower"]))
            self.assertLessEqual(float(bounds["upper"]), high)
            self.assertLess(high - low, 3e-6)
        for command in (["verify", STRASSEN, "n=2", "--verbose", "--format", "json"],
                        ["verify", STRASSEN, "n=2", "--verbose", "--out", "a.csv"], ["verify", ARGMAX, "--verbose"]):
            self.assert_refused(command, "--verbose")

    def test_a_witness_without_a_rank_is_replayed_where_it_is_an_input(self):
        for claim, words in (("anna/mpc-simulates-ema", ("N=3", "s=4")),
                             ("poly/gap-kip-to-poly", ("h=x1*x2", "n=1", "d=2", "m=1", "epsilon=1/2")),
                             ("poly/gap-kip-to-poly", ("h=x1*x2*x3 + x1*x2", "n=1", "d=2", "m=1", "epsilon=1/2")),
                             ("strassen/match3-to-sum2", ("l=2", "m=3")),
                             ("anna/mpc-simulates-anna", ("N=1", "s=4", "l=2", "z=1", "U=2", "m=1")),
                             ("anna/reformer-receptive-field", ("B=1", "L=1", "N=1"))):
            verdict = self.verdict(claim, *words, "--variant", "printed", status=1)
            replay = shlex.split(verdict["counterexample"]["replay"])
            self.assertEqual(replay[:3], ["attest", "run", claim])
            self.assertEqual(self.attest(*replay[1:]).status, 1)

    def test_what_no_input_shows_is_replayed_by_the_check(self):
        # A displayed bound that `run` does not judge, a displayed identity, a row that is no object, weights of a reader's own.
        shown = self.attest("show", "strassen/match3", "n=3", "m=3", "--format", "json").json()
        shown["weights"]["heads"][0]["scale"] = "1/1000*sqrt(2)"
        self.write("mine.json", json.dumps(shown))
        for claim, words, subcommand in (
                ("poly/gap-ip-triangle-to-strassen", ("n=1", "d=2", "m=1", "epsilon=1/2", "--variant", "printed"), "verify"),
                (STRASSEN, ("n=2", "--variant", "printed"), "verify"),
                ("strassen/relation-composition", ("m=1", "--variant", "printed"), "verify"),
                ("strassen/match3", ("n=3", "m=3", "--weights", "mine.json"), "run")):
            with self.subTest(claim=claim):
                result = self.attest("verify", claim, *words, "--format", "json")
                replay = shlex.split(result.json()["counterexample"]["replay"])
                self.assertEqual(replay[:3], ["attest", subcommand, claim])
                again = self.attest(*replay[1:], "--format", "json").json()
                self.assertEqual(again["verdict"], result.json()["verdict"])
                text = " ".join(self.attest("verify", claim, *words).out.split())
                self.assertIn(" ".join(replay[:4]), text)

    def test_what_has_no_inputs_shows_what_was_examined(self):
        for claim, words, part in (("strassen/split-vc", ("function=indexing", "n=2"), "attest shatter"),
                                   ("strassen/size-bound", ("task=match3", "n=3", "--variant", "printed"), "attest bound"),
                                   ("poly/tree-algorithm", ("h=all-3", "n=2", "d=1", "--variant", "printed"), "one attention polynomial")):
            with self.subTest(claim=claim):
                result = self.attest("explain", claim, *words)
                verdict = self.attest("verify", claim, *words, "--format", "json").json()
                self.assertIn(part, " ".join(result.out.split()))
                walk = self.attest("explain", claim, *words, "--format", "json").json()
                self.assertEqual((walk["schema"], walk["verdict"]), ("attest/walk/1", verdict["verdict"]))
                (table,) = [s for s in walk["sections"] if s["title"].startswith("what was examined")]
                named = {row[0] for row in table["rows"]}
                self.assertLessEqual({c["name"] for c in verdict["checks"] if c["essential"]}, named)
                # One instance is asked for, and there is none.
                self.assert_refused(["explain", claim, *words, "--input", "random"])

    def test_a_refuted_display_is_quoted_with_the_rows_that_it_disagrees_with(self):
        text = " ".join(self.attest("verify", STRASSEN, "n=2", "--variant", "printed").out.split())
        place = "constructions/strassen/function_composition.theorem"
        with open(os.path.join(ROOT, place), encoding="utf-8") as file:
            lines = [" ".join(line.split()) for line in file]
        line, said, rows = re.search(rf"at fault {place}:(\d+): (displayed score = .*) or {place}:([\d, ]+): its rows", text).groups()
        self.assertEqual(said, lines[int(line) - 1])
        self.assertEqual([lines[int(row) - 1].split()[0] for row in rows.split(", ")], ["row", "row", "row"])
        # The repaired one shows no such line.
        self.assertNotIn("at fault", self.attest("verify", STRASSEN, "n=3", "--variant", "repaired").out)

    def test_several_softmax_layers_show_their_streams(self):
        path = os.path.join(ROOT, "examples", "induction_softmax.theorem")
        document = self.attest("explain", path, "n=3", "k=2", "--variant", "warm", "--input", "counterexample",
                               "--format", "json").json()
        self.assertEqual([layer["layer"] for layer in document["streams"]], [1, 2])
        at = document["coordinates"].index("out")
        (last,) = document["streams"][1]["tokens"]
        self.assertEqual(last["token"], document["token"])
        # The readout is `out`: the last stream's coordinate is the output.
        for end in ("lower", "upper"):
            self.assertAlmostEqual(float(last["stream"][at][end]), float(document["value"][end]), places=12)
        self.assertEqual(document["at_fault"]["one_of"][0][0]["text"], "change head previous scale = 1")

    def test_no_terminal_no_colours_and_a_closed_pipe(self):
        result = self.attest("explain", STRASSEN, "n=2", "--input", "rank:3")
        self.assertNotIn("\x1b", result.out)
        result.out.encode("ascii")
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "wb") as closed:
            done = subprocess.run([program(), "explain", STRASSEN, "n=2", "--input", "rank:3"], stdout=closed,
                                  stderr=subprocess.PIPE, cwd=self.directory, timeout=15, check=False)
        self.assertEqual(done.returncode, 5)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        environment = dict(os.environ, LC_ALL="C", TERM="dumb", COLUMNS="nonsense")
        done = subprocess.run([program(), "explain", STRASSEN, "n=2", "--input", "rank:3"], capture_output=True,
                              cwd=self.directory, timeout=15, check=False, env=environment)
        self.assertEqual((done.returncode, done.stdout.decode()), (0, result.out))


if __name__ == "__main__":
    unittest.main()
