// The records of verify and its relatives: what runs a construction on inputs.
#include "tools/attest/command_options.hpp"
#include "tools/attest/command_specs.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/offers.hpp"

namespace attest {

CommandSpec audit_command() {
  return {
      "audit",
      "every claim, every variant, at its standard sizes",
      {{"claims", "claims, as `attest list` names them, or theorem files (default: all claims)", true,
        offers::claims()}},
      {paper_option(),
       {"--claim", "CLAIM", "the same as a claim without --claim", "", {}},
       {"--quick", "", "the small standard sizes only", "", {}},
       {"--full", "", "all standard sizes (the default)", "", {}},
       {"--all", "", "in text, every verdict and every reason instead of a summary", "", {}},
       {"--certificates",
        "",
        "have attest-check, for covers attest-check-cover, for shattered sets attest-check-shattering and for "
        "reductions attest-check-reduction, check a certificate of each verdict: $ATTEST_CHECK, "
        "$ATTEST_CHECK_COVER, $ATTEST_CHECK_SHATTERING and $ATTEST_CHECK_REDUCTION, else those beside this "
        "program",
        "",
        {}},
       {"--kernel",
        "",
        "have Coq's kernel check what is proved for every size, and each refutation, as far as `attest export` writes them; needs "
        "coqc ($COQC)",
        "",
        {}}},
      common({"format", "out", "max-bytes", "threads", "seed", "progress", "color", "quiet", "budget"}),
      {{"",
        "What --certificates and --kernel find stands in columns of these names, else `not run`; in text with the option only. Both run "
        "behind the audit and outside of its budget."}},
      {"attest audit", "attest audit --quick --paper strassen --all", "attest audit anna/lsh strassen/match3",
       "attest audit examples/argmax.theorem", "attest audit --out audit.md",
       "attest audit --quick --paper anna --certificates"},
      "0 all verdicts are as the catalogue records them, 1 one differs or a certificate is rejected, 2 usage, 3 one is undecided, or "
      "--certificates or --kernel is not accepted or nowhere asked",
      run_audit};
}

CommandSpec explain_command() {
  return {
      "explain",
      "why an output is right or wrong: tokens, scores, weights, readout",
      {claim_positional(), {"parameters", "name=value", true, nullptr, offers::run_parameters()}},
      {variant_option("printed, repaired or constructed (default: repaired)"),
       {"--input",
        "INPUT",
        "JSON, rank:R, random or @FILE (@- for standard input); worst or counterexample: what a run of `verify` "
        "finds (default: the counterexample if there is one, else the worst, or a random instance of what is no layer)",
        "",
        {"random", "worst", "counterexample"}},
       {"--token",
        "T",
        "a judged token, 7 or 1,2 (default: the first whose output is wrong, else that of the least margin)",
        "",
        {}},
       {"--tuples", "N", "of each head, the N index tuples of most weight", "5", {}},
       {"--weights",
        "FILE",
        "your own weights, as `attest verify --weights` takes them (- for standard input)",
        "",
        {}}},
      common({"format", "out", "max-bytes", "threads", "seed", "progress", "color", "quiet", "budget"},
             page_formats()),
      {{"",
        "Scores are exact, weights are enclosed; text shows six digits, --format json both ends. What the best tuples alone "
        "would give is decided as exactly as the output is. --threads, --progress and --budget are for runs, without --input "
        "or with worst or counterexample. Of what is no layer one instance is shown step by step: a reduction's maps, a shattered set and its "
        "witnesses, a protocol; without --token, --tuples, --weights and --input worst."}},
      {"attest explain strassen/function-composition n=2",
       "attest explain anna/ema-match2 N=3 M=3 --variant printed --input counterexample",
       "attest explain strassen/match3 n=4 m=5 --input '{\"p\": [1,3,4,2]}' --token 2 --format markdown",
       "attest explain mine.theorem n=3 m=4 --variant cold --input counterexample",
       "attest explain strassen/disjointness-shattered m=3 --input random"},
      "0 the output is right, 1 it is wrong, 2 usage, 3 undecided",
      run_explain};
}

CommandSpec merge_command() {
  return {"merge",
          "the verdict of a whole run from those of all its parts",
          {{"files", "JSON verdicts of all parts (- for standard input)", true}},
          {{"--verbose", "", "in text, every check, choice, change and note, and all digits", "", {}}},
          common({"format", "out", "max-bytes", "threads", "color", "budget", "quiet"}),
          {},
          {"attest verify strassen/function-composition n=4 --part 0/2 --out part0.json",
           "attest verify strassen/function-composition n=4 --part 1/2 --out part1.json",
           "attest merge part0.json part1.json"},
          "as for verify",
          run_merge};
}

CommandSpec plan_command() {
  return {
      "plan",
      "a verification in parts, as an array job of Slurm",
      {claim_positional(), settings_positional()},
      {{"--parts", "M", "how many parts to make", "", {}},
       variant_option("printed, repaired or constructed (default: all)"),
       {"--by",
        "METHOD",
        "enumeration (the default): a part is the inputs whose rank is R modulo M; cover: every M-th of its boxes",
        "enumeration",
        {"enumeration", "cover"}},
       margin_option(),
       count_option()},
      common({"out", "max-bytes", "threads", "seed", "quiet", "failing"}),
      {{"",
        "Prints a bash script, which is best saved with --out NAME.sh; nothing is run. `bash NAME.sh submit` gives the missing parts to "
        "Slurm, with a job behind them that merges their verdicts into NAME.out and submits again what was not finished; `bash "
        "NAME.sh` tells the rest. --threads is of each part (default: 1). Without Slurm, `bash NAME.sh part R` runs one part anywhere."}},
      {"attest plan strassen/function-composition n=5 --variant repaired --parts 8 --out n5.sh",
       "attest plan strassen/relation-composition m=12 --variant repaired --by cover --parts 8 --threads 4 --out m12.sh",
       "attest plan mine.theorem n=6 m=8 --parts 200 --out mine.sh"},
      "0 written, 2 usage",
      run_plan};
}

CommandSpec run_command() {
  return {
      "run",
      "one input through a construction",
      {claim_positional(),
       {"parameters", "name=value; larger sizes than verify may be taken", true, nullptr,
        offers::run_parameters()}},
      {variant_option("printed, repaired or constructed (default: repaired)"),
       input_option_spec("an input of a layer, an algorithm or a protocol, an instance of a reduction: "),
       {"--weights",
        "FILE",
        "your own weights, as `attest verify --weights` takes them (- for standard input)",
        "",
        {}}},
      common({"format", "out", "max-bytes", "seed", "color", "quiet"}, page_formats()),
      {},
      {"attest run strassen/function-composition n=3 --input '{\"f\": [[2,1,3],[3,3,1]], \"x\": 2}'",
       "attest run poly/function-composition t=3 n=2 A2=21 --input rank:84",
       "attest run anna/ema-match2 N=3 M=4 --variant printed --input '{\"p\": [1,3,4]}' --format json",
       "attest run poly/ip-triangle-to-cycle n=2 d=2 r=4 --input '{\"sets\": [[\"01\",\"11\"],[\"10\",\"11\"],"
       "[\"11\",\"00\"]], \"targets\": [1,1,2]}'",
       "attest run poly/tree-algorithm h=x1x2+x2x3 n=20 d=3 --input random"},
      "0 the output is right, 1 it is wrong, 2 usage, 3 undecided",
      run_run};
}

CommandSpec verify_command() {
  return {
      "verify",
      "run a theorem's construction on every input and say what was found",
      {claim_positional(), settings_positional()},
      {variant_option("printed, repaired or constructed (default: all)"),
       {"--by",
        "METHOD",
        "enumeration looks at every input, cover at boxes of inputs with one best index tuple; auto (the "
        "default) covers what would take too many steps one by one",
        "",
        {"auto", "enumeration", "cover"}},
       margin_option(),
       count_option(),
       {"--skip-impossible", "", "leave out settings that the claim does not have, and say so", "", {}},
       {"--verbose", "", "in text, every check, choice, change and note, and all digits", "", {}},
       {"--watch", "", "verify a theorem file again whenever it is saved, until Ctrl-C", "", {}},
       {"--weights",
        "FILE",
        "your own weights: a JSON file as `attest show CLAIM k=v --format json` prints it (- for "
        "standard input)",
        "",
        {}},
       {"--certificate",
        "FILE",
        "write what `attest-check FILE` checks: that an output is wrong on an input, or the counts of an "
        "enumeration; or `attest-check-cover FILE`, the boxes of a cover; or `attest-check-shattering "
        "FILE`, rows that are shattered; or `attest-check-reduction FILE`, a reduction; of one variant at one setting",
        "",
        {}},
       {"--checkpoint",
        "FILE",
        "keep there which inputs were visited and what was seen; if the file is there, go on from it",
        "",
        {}},
       {"--checkpoint-every",
        "SECONDS",
        "with --checkpoint: write it so often (default: 30), and at the end",
        "",
        {}}},
      every_common_option(),
      {{"",
        "With --checkpoint a run that was ended, by --budget, a signal, kill -9 or a machine that went down, goes on with the same "
        "command, and says what one run would have said. It is of what looks at inputs one by one and takes --part; covers, claims that "
        "are examined as a whole, and --first refuse it."}},
      {"attest verify strassen/function-composition n=3", "attest verify mine.theorem --watch",
       "attest verify poly/function-composition t=2 n=2..4 A2=auto --variant repaired",
       "attest verify anna/ema-match2 N=3 M=4 domain=nonnegative --format json",
       "attest verify strassen/function-composition n=5 --part 0/4 --out part0.json",
       "attest show strassen/match3 n=3 m=5 --format json > mine.json",
       "attest verify strassen/match3 n=3 m=5 --weights mine.json",
       "attest verify anna/ema-match2 N=2 M=2 --variant printed --certificate match2.jsonl",
       "attest verify strassen/function-composition n=5 --variant repaired --checkpoint n5.checkpoint"},
      "0 all hold, 1 something is refuted or ill-formed, 2 usage, 3 something is undecided",
      run_verify};
}

}  // namespace attest
