"""proofs/check on the files of proofs/, on what `attest export` writes, and on statements that are changed in one place: Coq's
kernel accepts none of these. Needs coqc; run by `.ci/release proofs`."""

import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ATTEST = os.environ.get("ATTEST", f"{ROOT}/build/release/tools/attest/attest")
COMPOSITION = f"{ROOT}/proofs/theorems/strassen_function_composition_repaired.v"
# What is changed, in the statement alone, and why the theorem is false then or no longer what the proof shows.
CHANGES = (
    ("[[0; 0; 0; IZR n; 0; 0; 0];", "[[0; 0; 0; IZR (- n); 0; 0; 0];", "a sign in W_1"),
    ("[IZR (- 2 * n ^ 2); IZR n; 0; 0; IZR (n ^ 3); 0; 0]", "[IZR (- 2 * n ^ 2); IZR n; 0; 0; IZR (n ^ 2); 0; 0]", "an exponent in W_3"),
    ("R := / sqrt (IZR 7).", "R := / sqrt (IZR 700).", "a scale a tenth as large"),
    ("[0];\n   [1];\n   [0]].", "[0];\n   [2];\n   [0]].", "W_O doubles the answer"),
    ("[[0];\n   [0];\n   [0];\n   [0];\n   [0];\n   [1];\n", "[[1];\n   [0];\n   [0];\n   [0];\n   [0];\n   [0];\n",
     "W_O writes to the position"),
    (": Z := (h (g x))%Z.", ": Z := (g (h x))%Z.", "another task"),
    (": Z := (h (g x))%Z.", ": Z := (h (g x) + 1)%Z.", "another answer"),
    ("IZR (truth n g h x)) < 1 / 2.\n\nDefinition", "IZR (truth n g h x)) < 1 / 4.\n\nDefinition", "a smaller error"),
    ("range 1 (2 * n + 1).", "range 1 (2 * n).", "a softmax without the last token"),
    ("(1 <= x <= n)%Z.\n\nDefinition truth", "(1 <= x <= n + 1)%Z.\n\nDefinition truth", "an input outside of the domain"),
    ("coordinate 6 (stream i)", "coordinate 1 (stream i)", "another readout"),
)
# The same of theorems that are written by hand.
BY_HAND = {
    "anna_ema_match2_repaired": (
        ("[[-1; IZR M; IZR (- M)]]", "[[-1; IZR M; 0]]", "a key that the residue 0 does not match"),
        ("encode (M num : Z) : vector := [IZR (num mod M);", "encode (M num : Z) : vector := [IZR num;", "numbers in the place of residues"),
        ("V_2 (M : Z) : matrix := [[0; 1; 0]]", "V_2 (M : Z) : matrix := [[1; 0; 0]]", "another value"),
        ("((x i + x j) mod M = 0)%Z.\n", "((x i + x j) mod M = 1)%Z.\n", "another task"),
        ("Rabs (y - 1) < 1 / 2) /\\", "Rabs (y - 1) > 1 / 2) /\\", "an inequality the other way round")),
    "strassen_triangular_relation_composition_constructed": (
        ("[[IZR m; 0; 0; 0]]", "[[1; 0; 0; 0]]", "a score that does not grow with m"),
        ("scale (m : Z) : R := 1 / 2.", "scale (m : Z) : R := - 1 / 2.", "the wrong sign of the scale"),
        ("coordinate 3 (stream i j) - 1 / 2.", "coordinate 3 (stream i j) - 3 / 4.", "a threshold that is too high"),
        ("A i k = 1%Z /\\ B k j = 1%Z.", "A k i = 1%Z /\\ B k j = 1%Z.", "another task"),
        ("(truth m A B i j <-> 0 < output", "(truth m A B i j <-> output m (encoded A B) i j < 0 /\\ 0 < output", "an inequality the other way round")),
    "poly_function_composition_repaired": (
        ("R := 18 / 6 * ln (IZR n).", "R := 6 / 6 * ln (IZR n).", "a third of A2"),
        ("V_3 (n : Z) : matrix := [[0; 0; 0; 1; 0; 0]]", "V_3 (n : Z) : matrix := [[0; 1; 0; 0; 0; 0]]", "the printed value, an index"),
        ("[IZR (- 2 * n); 2; 0; 0; 0; 0];", "[IZR (- 2 * n); 1; 0; 0; 0; 0];", "a factor in W_3"),
        (": Z := f 2%Z (f 1%Z x).", ": Z := f 1%Z (f 2%Z x).", "another task"),
        ("range 1 (2 * n + 1).", "range 1 (2 * n).", "a softmax without the last token")),
    "ea_next_token_constructed": (
        ("W_2 : matrix := [[0; 1; 0; 0]; [0; 0; 0; 1]].", "W_2 : matrix := [[0; 1; 0; 1]; [0; 0; 0; 1]].", "a key that all tokens share"),
        ("V_2 : matrix := [[2; 0; 0; 0]].", "V_2 : matrix := [[1; 0; 0; 0]].", "half the value"),
        ("filter (fun j => (j <=? r)%Z)", "filter (fun j => (j <? r)%Z)", "a mask without the receiver"),
        ("IZR N * relu (one - 1 - IZR N)", "IZR N * relu (one - 2 - IZR N)", "another readout"),
        (": Z := ((x (L + 1 - tau)", ": Z := ((x (L - 1 - tau)", "another task")),
    "strassen_relation_composition_repaired": (
        ("R := / sqrt (IZR 15).", "R := / sqrt (IZR 1500).", "a scale a tenth as large"),
        ("Rabs (s 9%nat - s 10%nat)", "Rabs (s 9%nat - s 9%nat)", "a readout that does not see d - k"),
        ("A i k = 1%Z /\\ B k j = 1%Z.", "A k i = 1%Z /\\ B k j = 1%Z.", "another task")),
    "strassen_match3_repaired": (
        ("[1 / IZR n; 0; 0; 0; 0; 0; 0; 0]].\n\nDefinition V_1_2", "[IZR n; 0; 0; 0; 0; 0; 0; 0]].\n\nDefinition V_1_2", "a tie that is not one"),
        ("R := / sqrt (IZR 8).", "R := / sqrt (IZR 32).", "half the scale"),
        ("    1 / 8 - Rmin (Rabs (s 2%nat", "    1 / 1000 - Rmin (Rabs (s 2%nat", "a threshold that is too low"),
        ("- 2 * IZR m)).", "- 3 * IZR m)).", "another readout"),
        ("(1 <= k <= n)%Z /\\ ((p i", "(1 <= k < n)%Z /\\ ((p i", "a task without the last token"),
        ("1 <= p i <= m - 1)%Z.", "1 <= p i <= m)%Z.", "an input outside of the domain")),
    "strassen_disjointness_shattered_printed": (
        ("a i = 1 /\\ b i = 1.", "a i = 1 /\\ b i = 0.", "another function"),
        ("if i =? k then 1 else 0.", "if i =? k then 0 else 1.", "the complement's rows"),
        ("if has i then 1 else 0.", "if has i then 0 else 1.", "the complement's columns"),
        ("shattered m row column", "shattered (m + 1) row column", "a row too many")),
    "strassen_indexing_shattered_repaired": (
        ("forall n, 2 <= n ->", "forall n, 1 <= n ->", "n = 1, as printed"),
        (": Prop := q p = 1.", ": Prop := q p = 3.", "a letter that [2] does not have"),
        ("shattered n (fun k => k)", "shattered (n + 1) (fun k => k)", "a row too many")),
    "strassen_sum2_shattered_repaired": (
        ("forall h, 2 <= h ->", "forall h, 1 <= h ->", "l = 2, as printed"),
        ("x <> 4 * h - 2.", "x <> 4 * h - 3.", "another letter left out"),
        ("if j =? i then 2 * i else 1.", "if j =? i then 2 * i - 1 else 1.", "odd rows"),
        ("mod (4 * h) = 4 * h - 1.", "mod (4 * h) = 4 * h - 2.", "another sum"),
        ("if has j then 4 * h - 2 * j - 1 else 1.", "if has j then 4 * h - 2 * j - 3 else 1.", "other partners"),
        ("shattered h row", "shattered (h + 1) row", "a row too many")),
    "strassen_sum2_shattered_two_letters": (
        ("forall l, 4 <= l ->", "forall l, 2 <= l ->", "l = 2, which has no pair"),
        ("if k =? l - 2 then 1 else k + 2.", "if k =? l - 2 then 1 else k + 3.", "other pairs"),
        ("else if all_below has j then", "else if all_below has (j + 1) then", "a second letter too few"),
        ("shattered (l - 1)", "shattered l", "a row too many")),
    # The cover: what it says of one size is false, or no longer shown.
    "strassen_quotient_composition_printed": (
        ("list_prod (tuples m) (list_prod (list_prod", "list_prod (tl (tuples m)) (list_prod (list_prod", "a winner left out"),
        ("(list_prod [0; 1] [0; 1])", "(list_prod [0; 1] [1])", "a value left out"),
        ("else [10; 11])%nat", "else [10])%nat", "one functional where both are needed"),
        ("in clean i j c d k l a b s t.\n", "in negb (clean i j c d k l a b s t).\n", "a flipped truth"),
        ("powers_of 12 (2 ^ 40) 0 132 1000", "powers_of 12 (2 ^ 40) 0 32 1000", "powers that are too small"),
        ("(m ^ 4 - 1) (cases m))", "0 (cases m))", "no other tuple"),
        ("R := / sqrt (IZR 19).", "R := / sqrt (IZR 76).", "half the scale"),
        ("IZR ((m - 1) ^ 2) / IZR (m ^ 3)", "IZR (m ^ 2) / IZR (m ^ 2)", "an assert that is false"),
        ("k1 <> k2 /\\ A i k1", "A i k1", "another task"),
        ("Rabs (s 13%nat - s 14%nat))", "Rabs (s 13%nat - s 3%nat))", "another readout")),
}
# Changes of the check of a cover itself, of which its theorem is no longer true.
COVER_CHANGES = (
    ("(lost h bound e r <? h (snd e) * one p)%Z", "(lost h bound e r <=? h (snd e) * one p)%Z", "<= for <"),
    ("forallb (fun i => match nth_error", "existsb (fun i => match nth_error", "one functional where all are needed"),
    ("if yes (snd e) then separated r", "if negb (yes (snd e)) then separated r", "a flipped truth"),
    ("then Z.max (weight (top - fst e) * loss h (snd e)) m else m", "then (weight (top - fst e) * loss h (snd e))%Z else m",
     "of a tuple's cases another than the heaviest"),
    ("e :: window top r else []", "window top r else []", "a case left out"),
    ("Z.max 0 (- h c)", "Z.max 0 (h c)", "a sign"),
    (" + count * (bound * beyond p))%Z", ")%Z", "nothing beyond the window"),
    ("negb (k =? place w)%Z)", "(k =? place w)%Z)", "no other tuple"),
)
# The same of refutations.
REFUTATION = f"{ROOT}/proofs/refutations/anna_ema_match2_printed.v"
REFUTATION_CHANGES = (
    ("W_2 : matrix := [[(-1); 1]].", "W_2 : matrix := [[1; 0]].", "a key that does match"),
    ("V_2 : matrix := [[0; 1]].", "V_2 : matrix := [[0; 2]].", None),  # still false: nothing matches
    ("network := (stream 1)%network", "network := (number 1 + stream 1)%network", "a readout that adds the answer"),
    ("mod M_) =? 0)", "mod M_) =? 1)", "another task"),
    ("i)) < 1 / 2)%R.", "i)) < 2)%R.", "a larger error is allowed"),
    ("(Rabs (output (encoded x) i - Q2R (truth x i)) < 1 / 2)%R.", "(1 / 2 < Rabs (output (encoded x) i - Q2R (truth x i)))%R.",
     "an inequality the other way round"),
    ("-> 1 <= x a1 <= M_)", "-> 2 <= x a1 <= M_)", "the input is none"),
    ("range 1 N_.\n", "range 2 N_.\n", "no token is judged"),
    ("_refuted : ~ output_is_right.", "_refuted : ~ input given_x.", "another theorem"),
)
# A theorem of one index, with a scale without a root and named coordinates.
LETTER_AT = """attest-theorem 1
theorem letter_at "One softmax head looks a letter up"
sizes   n >= 1
input   w : [n] -> [2*n + 1], x : [n]    spelled {"w": w, "x": x}
tokens  i in [n + 1] carry num = w ++ (x)
task    at n + 1, number: w(x)
layer   residual
  embed   pos = i, sq = i^2, num = num, one = 1, out = 0
  head softmax, scale 3/2
    query = (2*n*num, -n*one)
    key = (pos, sq)
    value = (out: num)
readout out
check   output, unique-maximum, size constant in n
"""


def export(*words):
    run = subprocess.run([ATTEST, "export", *words, "--to", "coq"], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def check(*paths):
    run = subprocess.run([f"{ROOT}/proofs/check", *paths], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


# Names that Coq, the library or the text has a meaning for.
BORROWED_NAMES = """attest-theorem 1
theorem some_names "Names that something else has"
sizes   r >= 1
input   row : [r] -> [r], entry : [r]
tokens  l in [r] carry read = row(l), power = entry, steps = 1
task    at every t, number: row(row(t)) + entry
layer
  embed   read = read, power = power, filter = steps
  head exact-match
    query = (read)    key = (power)    value = (read: read)
readout read
check   output
"""


class Kernel(unittest.TestCase):
    def test_accepts_the_theorems_and_rejects_what_is_planted(self):
        status, said = check()
        self.assertEqual(status, 0, said)
        self.assertIn("strassen_function_composition_repaired accepted", said)
        self.assertGreaterEqual(said.count("as it has to be"), 6)

    def test_accepts_what_is_exported_of_the_catalogue_and_of_own_files(self):
        with open(f"{ROOT}/constructions/strassen/function_composition.theorem", encoding="utf-8") as file:
            renamed = file.read().replace("theorem strassen/function-composition", "theorem mine/copy")
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("copy.theorem", renamed), ("letter_at.theorem", LETTER_AT)):
                with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                    file.write(text)
            paths = []
            for k, words in enumerate((["strassen/function-composition"], [f"{ROOT}/examples/middle.theorem"],
                                       [f"{folder}/copy.theorem", "--variant", "repaired"], [f"{folder}/letter_at.theorem"])):
                status, text, said = export(*words)
                self.assertEqual((status, said), (0, ""), words)
                paths.append(f"{folder}/exported_{k}.v")
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(text)
            with open(COMPOSITION, encoding="utf-8") as file, open(paths[0], encoding="utf-8") as written:
                self.assertEqual(file.read(), written.read())
            status, said = check(*paths)
        self.assertEqual(status, 0, said)
        for theorem in ("strassen_function_composition_repaired", "middle_stated", "mine_copy_repaired", "letter_at_stated"):
            self.assertIn(f"{theorem} accepted", said)

    def test_rejects_each_change_of_what_is_written_by_hand(self):
        for name, changes in BY_HAND.items():
            with open(f"{ROOT}/proofs/theorems/{name}.v", encoding="utf-8") as file:
                text = file.read()
            with tempfile.TemporaryDirectory() as folder:
                paths = []
                for k, (old, new, _) in enumerate(changes):
                    self.assertEqual(text.count(old), 1, old)
                    paths.append(f"{folder}/{name}_{k}.v")
                    with open(paths[-1], "w", encoding="utf-8") as file:
                        file.write(text.replace(old, new))
                _, said = check(*paths)
            for k, (_, _, what) in enumerate(changes):
                self.assertIn(f"{name}_{k}.v: rejected", said, what)

    def test_rejects_each_change_of_the_check_of_a_cover(self):
        self.assertEqual(check(f"{ROOT}/proofs/refutations/some_one.v")[0], 0)  # the library is there
        with open(f"{ROOT}/proofs/library/Cover.v", encoding="utf-8") as file:
            text = file.read()
        for old, new, what in COVER_CHANGES:
            self.assertEqual(text.count(old), 1, old)
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(f"{ROOT}/proofs", f"{folder}/proofs")
                shutil.copytree(f"{ROOT}/build/proofs/library", f"{folder}/build/proofs/library")
                with open(f"{folder}/proofs/library/Cover.v", "w", encoding="utf-8") as file:
                    file.write(text.replace(old, new))
                run = subprocess.run([f"{folder}/proofs/check", f"{folder}/proofs/refutations/some_one.v"], capture_output=True,
                                     text=True, check=False)
            self.assertEqual(run.returncode, 1, what)
            self.assertIn("library/Cover.v: ", run.stderr, what)

    def test_prove_asks_the_kernel(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([ATTEST, "prove", "strassen/function-composition", "--kernel"], capture_output=True, text=True,
                                 check=False, cwd=folder)
            self.assertEqual(os.listdir(folder), [])  # Coq's caches are not left there
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertRegex(" ".join(run.stdout.split()), "kernel accepted by Coq [0-9.]+: strassen_function_composition_repaired, on ")

    def test_rejects_each_change_of_a_refutation(self):
        with open(REFUTATION, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for k, (old, new, _) in enumerate(REFUTATION_CHANGES):
                self.assertEqual(text.count(old), 1, old)
                paths.append(f"{folder}/refuted_{k}.v")
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(text.replace(old, new))
            _, said = check(*paths)
        for k, (_, _, what) in enumerate(REFUTATION_CHANGES):
            if what is None:
                self.assertNotIn(f"refuted_{k}.v: rejected", said)
            else:
                self.assertIn(f"refuted_{k}.v: rejected", said, what)

    # Every example that is refuted at some setting: what is written is accepted, what is not is refused in one line.
    def test_accepts_the_refutations_of_the_gallery(self):
        cases = ("balanced_prefix coarse n=5", "bos_gap deep n=2 m=2", "equal_ends one_sided n=2 m=2", "marked stated n=2 k=2 ratio=1",
                 "needle_dilution stated n=5", "palindrome off_by_one n=2 m=2", "parity_of_five stated n=6",
                 "relative_copy warm n=3 m=3 k=1", "residual_collision collision n=1", "sparse_average warm n=4 m=3",
                 "threshold_gate strict n=3 t=1", "uniqueness one_head n=3 m=2", "variance linear n=2 m=2",
                 "dyck_by_total stated n=2")
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for k, case in enumerate(cases):
                name, variant, *sizes = case.split()
                status, text, said = export(f"{ROOT}/examples/{name}.theorem", *sizes, "--variant", variant)
                self.assertEqual((status, said), (0, ""), case)
                paths.append(f"{folder}/example_{k}.v")
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(text)
            status, said = check(*paths)
        self.assertEqual(status, 0, said)

    def test_names_that_are_taken_do_not_clash(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/names.theorem", "w", encoding="utf-8") as file:
                file.write(BORROWED_NAMES)
            status, text, said = export(f"{folder}/names.theorem", "r=2")
            self.assertEqual((status, said), (0, ""))
            with open(f"{folder}/names.v", "w", encoding="utf-8") as file:
                file.write(text)
            status, said = check(f"{folder}/names.v")
        self.assertEqual(status, 0, said)

    def test_exports_nothing_that_is_not_proved(self):
        for words, status in (("strassen/function-composition --variant printed", 1), ("strassen/third-order-match3", 3),
                              ("strassen/sum2-shattered --variant printed", 1), (f"{ROOT}/examples/some_one.theorem", 1),
                              (f"{ROOT}/examples/some_one.theorem n=5", 3), ("strassen/function-composition --variant printed n=1", 3)):
            found, text, said = export(*words.split())
            self.assertEqual((found, text), (status, ""), words)
            self.assertTrue(said.startswith("attest export: "), said)
            self.assertEqual(said.count("\n"), 1, said)

    def test_rejects_each_change_of_a_statement(self):
        with open(COMPOSITION, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for k, (old, new, _) in enumerate(CHANGES):
                self.assertEqual(text.count(old), 1, old)
                paths.append(f"{folder}/changed_{k}.v")
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(text.replace(old, new))
            status, said = check(*paths)
        self.assertEqual(status, 1)
        for k, (_, _, what) in enumerate(CHANGES):
            self.assertIn(f"changed_{k}.v: rejected", said, what)


if __name__ == "__main__":
    unittest.main()
