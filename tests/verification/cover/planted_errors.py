#!/usr/bin/python3
"""Plants one-line errors in the cover's own code and says of each whether its tests find it.

    tests/verification/cover/planted_errors.py BUILD [NAME ...]     plants, builds attest_tests in BUILD, runs [cover], undoes
    tests/verification/cover/planted_errors.py --list               that every text that is to be changed is there once

Status 1 where a test run passes with an error in place. The work tree must have no changes in verification/cover.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
FOLDER = ROOT / "verification" / "cover"

# name: (file, text, the same with an error in it)
ERRORS = {
    "strict-consistency": ("box.cpp", ": entry.score <= winner.score;", ": entry.score < winner.score;"),
    "strict-groups": ("box.cpp", "return e.score > winner.score;", "return e.score >= winner.score;"),
    "weight-inward": ("bound.cpp", "g < 0 ? weight.upper : weight.lower", "g < 0 ? weight.lower : weight.upper"),
    "far-weight-forgotten": ("bound.cpp", "take(-Wide(most));", "take(0);"),
    "lost-candidate": ("split.cpp", "entry->score >= least;", "entry->score > least;"),
    "lost-member": ("split.cpp", "for (const std::size_t member : members) {",
                    "for (const std::size_t member : {members.front()}) {"),
    "truth-from-the-score": ("answer.cpp", "certain = condition(word_) == sought;", "certain = sought;"),
    "impossible-too-early": ("answer.cpp", "possible = condition(word_) == sought;", "possible = condition(word_) && false;"),
    "any-part-of-a-minimum": ("bound.cpp", "return std::all_of(formula.children.begin()",
                              "return std::any_of(formula.children.begin()"),
    "yes-for-zero": ("search.cpp", "? shows(formulas.positive, 0, true)", "? shows(formulas.positive, 0, false)"),
    "one-side-of-a-number": ("search.cpp", "sum_of(whole / 2, -shift), true) &&", "sum_of(whole / 2, -shift), true) ||"),
    "pool-that-may-say-yes": ("search.cpp", "if (!says_no) return candidate(child);", "if (!says_no && h != 0) return candidate(child);"),
    "one-value-twice": ("context.cpp", "tuple.count *= problem_.symbols(p);", "tuple.count *= problem_.symbols(tuple.positions.front());"),
    "margin-without-the-negative": ("value_bound.cpp", "std::min(0.0L, simple.lower)", "std::max(0.0L, simple.lower)"),
    "margin-of-one-side": ("output_work.cpp", "scaled_up(std::max(over, under)", "scaled_up(std::min(over, under)"),
    "outside-without-the-rest": ("tree_outside.cpp", "message[p].rest += most[p].top + most[p].rest;",
                                 "message[p].rest += most[p].rest;"),
    "gap-of-the-worst-value": ("gap_work.cpp", "if (least && gap >= *least) continue;", "if (least && gap <= *least) continue;"),
    "settled-too-soon": ("extreme.cpp", "if (!attained_ || bound > limit()) return false;", "if (!attained_) return false;"),
    "count-of-a-doubtful-box": ("count.cpp", "if (all_wrong(symbols, starts_[*doubtful].which)) return inputs(symbols);",
                                "if (!all_wrong(symbols, starts_[*doubtful].which)) return inputs(symbols);"),
    "tie-that-is-right": ("search.cpp", "shows(formulas.negative, sum_of(-whole / 2, shift), false)",
                          "shows(formulas.negative, sum_of(-whole / 2 + 1, shift), false)"),
}


def misplaced():
    """Names of errors whose text is not there exactly once."""
    return [name for name, (file, text, _) in ERRORS.items()
            if (FOLDER / file).read_text(encoding="utf-8").count(text) != 1]


def found(build, name):
    """Whether the tests fail with the error in place."""
    file, text, error = ERRORS[name]
    path = FOLDER / file
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace(text, error), encoding="utf-8")
    try:
        subprocess.run(["ninja", "-C", build, "-j1", "attest_tests"], check=True, stdout=subprocess.DEVNULL)
        run = subprocess.run([f"{build}/tests/attest_tests", "[cover]", "--abort"], stdout=subprocess.DEVNULL, check=False)
        return run.returncode != 0
    finally:
        path.write_text(before, encoding="utf-8")


def main():
    wrong = misplaced()
    if wrong:
        print("not there once:", ", ".join(wrong))
        return 1
    if sys.argv[1:] == ["--list"]:
        print("\n".join(ERRORS))
        return 0
    status = 0
    for name in sys.argv[2:] or ERRORS:
        caught = found(sys.argv[1], name)
        print(f"{name}: {'found' if caught else 'NOT FOUND'}", flush=True)
        status = status or (0 if caught else 1)
    return status


if __name__ == "__main__":
    sys.exit(main())
