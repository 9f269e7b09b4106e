#include "tools/attest/command_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "reductions/chain.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/common_options.hpp"
#include "tools/attest/export_layer.hpp"
#include "tools/attest/offers.hpp"
#include "tools/attest/precision_options.hpp"

namespace attest {

namespace {

const char* const claim_meaning = "the claim, as `attest list` names it, or a theorem file";
PositionalSpec claim_positional() {
  return {"claim", claim_meaning, false, offers::claims()};
}

const char* const papers = "strassen, anna, dat, poly or ea";

OptionSpec variant_option(const std::string& meaning) {
  return {"--variant", "V", meaning, "", {"printed", "repaired", "constructed"}};
}

OptionSpec paper_option() {
  return {"--paper",
          "P",
          std::string("only the claims of ") + papers,
          "",
          {"strassen", "anna", "dat", "poly", "ea"}};
}

OptionSpec input_option_spec(const std::string& what) {
  return {"--input", "INPUT", what + "JSON, rank:R, random or @FILE (@- for standard input)", "", {"random"}};
}

// The options that mean the same everywhere.
const std::vector<OptionSpec>& every_common_option() {
  static const std::vector<OptionSpec> all{
      {"--format",
       "FORMAT",
       "text, json, csv, latex or markdown (default: text, or by --out's ending)",
       "",
       {"text", "json", "csv", "latex", "markdown"}},
      {"--out", "FILE", "write to FILE instead of standard output (-)", "", {}},
      {"--max-bytes", "N", "write no file larger than this", "1G", {}},
      {"--threads", "N", "number of threads (default: all)", "", {}},
      {"--seed", "S", "seed of everything random", default_seed, {}},
      {"--progress", "WHEN", "auto, always or never; on standard error", "auto", {"auto", "always", "never"}},
      {"--color",
       "WHEN",
       "verdicts and best tuples in colour: auto, always or never",
       "auto",
       {"auto", "always", "never"}},
      {"--quiet", "", "nothing on standard error but errors", "", {}},
      {"--budget", "SECONDS", "stop after this many seconds", "", {}},
      {"--part",
       "R/M",
       "one of M parts: by enumeration the inputs whose rank is R modulo M, by cover the boxes",
       "",
       {}},
      {"--first", "", "stop at the first counterexample", "", {}},
      {"--failing", "N", "list up to N failing inputs", "", {}},
  };
  return all;
}

std::vector<OptionSpec> common(const std::vector<std::string>& names) {
  std::vector<OptionSpec> result;
  for (const OptionSpec& spec : every_common_option()) {
    for (const std::string& name : names) {
      if (spec.name == "--" + name) result.push_back(spec);
    }
  }
  if (result.size() != names.size()) throw std::logic_error("a common option that does not exist");
  return result;
}

// The same, where not every format makes sense, or others do as well.
std::vector<OptionSpec> common(const std::vector<std::string>& names,
                               const std::vector<std::string>& formats) {
  std::vector<OptionSpec> result = common(names);
  for (OptionSpec& spec : result) {
    if (spec.name != "--format") continue;
    spec.words = formats;
    spec.meaning = formats.size() == 1
                       ? formats.front()
                       : fmt::format("{} or {} (default: text, or by --out's ending)",
                                     fmt::join(formats.begin(), formats.end() - 1, ", "), formats.back());
  }
  return result;
}

const std::vector<std::string> page_formats{"text", "json", "latex", "markdown"};

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
        "have attest-check, for covers attest-check-cover and for shattered sets attest-check-shattering, "
        "check a certificate of each verdict: $ATTEST_CHECK, $ATTEST_CHECK_COVER and "
        "$ATTEST_CHECK_SHATTERING, else those beside this program",
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

CommandSpec bench_command() {
  return {"bench",
          "time, memory and operations of the papers' attention algorithms",
          {{"algorithm", "an algorithm by name (below)", false, offers::bench_algorithms()},
           {"parameters", "name=value", true, nullptr, offers::bench_parameters()}},
          {{"--repeat", "R", "timed runs of each size; the best counts", "5", {}}},
          common({"format", "out", "max-bytes", "threads", "seed", "progress", "quiet", "budget"}),
          bench_algorithm_list(),
          {"attest bench tree n=2^9..2^12 d=64 --threads 2",
           "attest bench forest h=x1*x2+x2*x3+x4*x5 n=2^8..2^11",
           "attest bench strassen n=512 d=16 route=definition --threads 1 --repeat 1",
           "attest bench anna n=2^10..2^14 --out anna.csv"},
          "0 all sizes measured, 2 usage, 3 stopped by the budget (what was measured is reported)",
          run_bench};
}

CommandSpec bound_command() {
  return {
      "bound",
      "an explicit lower bound, with the source of every constant",
      {{"claim", "the claim, as `attest list --kind lowerbound` names it", false, offers::bounded_claims()},
       {"parameters", "name=value; also a range n=2..5 or a list n=10,100", true, nullptr,
        offers::claim_parameters()}},
      {{"--exceeds",
        "S,...",
        "instead of a bound for n, the least n from which the bound exceeds each of these sizes",
        "",
        {}}},
      common({"format", "out", "max-bytes", "progress", "quiet", "budget"}),
      {},
      {"attest bound strassen/size-bound task=function-composition n=1000",
       "attest bound strassen/size-bound task=function-composition,match3 n=100,10000 --format markdown",
       "attest bound strassen/size-bound task=relation-composition --exceeds 1,10,100"},
      "0 done, 2 usage, 3 stopped by the budget",
      run_bound};
}

CommandSpec check_command() {
  return {
      "check",
      "read theorem files and say what they state, and the space of their sizes; runs nothing",
      {{"files", "theorem files, NAME.theorem (- for standard input)", true}},
      {},
      common({"format", "out", "max-bytes", "quiet"}, page_formats),
      {{"",
        "All errors of all files are told, each with its line; docs/theorem-files.md describes the format."}},
      {"attest check examples/argmax.theorem", "attest check *.theorem --format json",
       "attest check - < mine.theorem"},
      "0 all files are theorems, 2 usage, or one of them is none",
      run_check};
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
             page_formats),
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

CommandSpec export_command() {
  return {
      "export",
      "a layer for NumPy, PyTorch, ONNX and others; a theorem with its proof, or what refutes it, for Coq's kernel",
      {claim_positional(), {"parameters", "name=value", true, nullptr, offers::claim_parameters()}},
      {variant_option("printed, repaired or constructed (default: repaired)"),
       {"--to", "FORM", "coq, json, npz, onnx, safetensors or torch", "", export_forms()},
       {"--dtype", "TYPE", "float32 or float64 (default: float64)", "", {"float32", "float64"}},
       {"--vectors",
        "N",
        "at most N test vectors, every input where there are no more (default: 256)",
        "",
        {}},
       {"--weights", "FILE", "your own weights, as `attest show --format json` prints them", "", {}}},
      common({"out", "max-bytes", "seed", "threads", "progress", "quiet", "budget"}),
      {{"",
        "npz, safetensors, onnx, torch and json write a folder, --out, with the whole layer at these sizes, from the cells of an input to "
        "the decision: its arrays, how tokens and X come from an input (tokens.json), test vectors with enclosed outputs "
        "(test_vectors.json), and a README with the largest error of converting exact numbers and the command that makes it again. "
        "What a form cannot hold is refused with a sentence."},
       {"",
        "coq: what `attest prove` shows by integer addresses, for one size, one head and a task at one token: encoding, matrices, scale, "
        "softmax over all tuples, residual, readout and task, then the proof; sizes below are computed in Coq. What is outside of that is refused with a sentence, "
        "and nothing is written. With a value for every size: the statement at this setting, an input that is answered wrongly, and the proof that it refutes the statement. `proofs/check FILE.v` of the sources compiles the text with the library in proofs/ and says what it rests on."}},
      {"attest export strassen/match3 n=3 m=3 --to npz --out match3",
       "attest export strassen/function-composition n=3 --to onnx --dtype float32 --out composition",
       "attest export strassen/function-composition --to coq --out composition.v",
       "attest export anna/ema-match2 N=1 M=1 --variant printed --to coq --out match2.v",
       "attest export mine.theorem n=4 --to torch --out mine"},
      "0 written, 2 usage, or no such layer; of coq: 1 refuted at some size (where not every size is given), 3 not proved, not refuted, or outside of what is exported",
      run_export};
}

CommandSpec new_command() {
  return {
      "new",
      "a theorem file to begin with",
      {{"template", "one of those that `attest new` lists", false, offers::templates()},
       {"parameters", "name=value: of root-finding the polynomial p, and h", true, nullptr,
        offers::template_parameters()}},
      {},
      common({"out", "max-bytes", "quiet"}),
      {{"",
        "Without a template the templates are listed. A template is a whole theorem that holds as it is: change its task, its "
        "rows or its readout, and verify it. root-finding is written for a polynomial (and an attention polynomial h), for every n and r; "
        "what the printed columns compute depends on p, so that it expects lists of one number alone. --out writes a new file and leaves an existing one alone."}},
      {"attest new", "attest new argmax --out mine.theorem", "attest verify mine.theorem",
       "attest new root-finding p=x1^2-x2 --out roots.theorem"},
      "0 written, 2 usage",
      run_new};
}

CommandSpec fmt_command() {
  return {
      "fmt",
      "bring theorem files into the one layout",
      {{"files",
        "theorem files, NAME.theorem, which are rewritten (- for standard input, written to standard output)",
        true}},
      {{"--check", "", "change nothing; print the files that would change", "", {}}},
      common({"max-bytes", "quiet"}),
      {{"",
        "Statements stand in a fixed order, comments stay with their statements. The names of the files that "
        "change are printed. A file with an error leaves all as they are."}},
      {"attest fmt mine.theorem", "attest fmt --check *.theorem", "attest fmt - < mine.theorem"},
      "0 written (--check: nothing would change), 1 with --check, something would change, 2 usage, or a file is "
      "no theorem",
      run_fmt};
}

CommandSpec generate_command() {
  return {
      "generate",
      "the papers' datasets, as JSON lines or .npy; random inputs of a theorem with their answers",
      {{"task", "the task: " + generated_task_names() + "; or a theorem with a task, a file or a claim",
        false, offers::generated_tasks()},
       {"parameters", "name=value", true, nullptr, offers::generated_parameters()}},
      {{"--count", "N", "number of examples", "", {}},
       {"--splits",
        "PARTS",
        "train=8,validation=1,test=1: a file for each, FILE-train.., which share no input and no original",
        "",
        {}},
       variant_option("of a theorem")},
      common({"format", "out", "max-bytes", "seed", "progress", "quiet"}, {"json"}),
      generated_task_list(),
      {"attest generate match3 --count 50000 --out match3.jsonl",
       "attest generate relation-composition N_min=6 N_max=6 P=1/3 --count 10",
       "attest generate quotient-composition --count 50000 --seed 7 --out quotient.npy",
       "attest generate match3 --count 50000 --splits train=8,test=2 --out match3.npy",
       "attest generate mine.theorem n=5 --count 1000 --out mine.jsonl"},
      "0 all examples were written, 2 usage",
      run_generate};
}

CommandSpec help_command() {
  return {"help",
          "the help of a command, as text, as a man page or as a shell's completion",
          {{"command", "a command; without one, the list of commands", false, offers::commands()}},
          {{"--as",
            "KIND",
            "text, man (roff, all commands), or bash-completion, zsh-completion or fish-completion",
            "text",
            {"text", "man", "bash-completion", "zsh-completion", "fish-completion"}},
           {"--complete",
            "LINE",
            "what the last word of this command line can become, one a line; completions ask for it",
            "",
            {}}},
          common({"out", "max-bytes"}),
          {},
          {"attest help verify", "attest help --as man --out attest.1",
           "attest help --as bash-completion --out ~/.local/share/bash-completion/completions/attest",
           "attest help --as zsh-completion --out ~/.zsh/_attest",
           "attest help --as fish-completion --out ~/.config/fish/completions/attest.fish"},
          "0 printed, 2 usage",
          run_help};
}

CommandSpec list_command() {
  return {"list",
          "the claims that attest knows",
          {},
          {paper_option(),
           {"--kind",
            "K",
            "construction, algorithm, reduction, lowerbound or task",
            "",
            {"construction", "algorithm", "reduction", "lowerbound", "task"}}},
          common({"format", "out", "max-bytes", "quiet"}),
          {},
          {"attest list", "attest list --paper strassen --format json"},
          "0 listed, 2 usage",
          run_list};
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

CommandSpec precision_command() {
  return {
      "precision",
      "the floating-point formats on which a construction still computes its function",
      {{"claim",
        "the claim, as `attest list` names it, or a theorem file (default: a table of all constructions, by format)",
        false, offers::claims()},
       {"parameters", "name=value; an integer may be a range, n=2..4", true, nullptr,
        offers::claim_parameters()}},
      {variant_option("printed, repaired or constructed"),
       {"--formats", "LIST",
        fmt::format("some of {}, p2, p3, ... (default: all named; of the table bf16,fp16,e4m3,e5m2,fp32)",
                    fmt::join(float_format_words(), ", ")),
        "", float_format_words(), true},
       {"--models", "LIST",
        "some of stored, plain, tensor-core, flash (default: tensor-core,plain; of the table tensor-core)",
        "", evaluation_model_words(), true},
       {"--chart",
        "FILE",
        "the least widths over a range of one parameter, and what is proved of them, as SVG",
        "",
        {}},
       input_option_spec("only this input, with its outputs: "),
       {"--sample",
        "N",
        "only N inputs drawn with the seed where there are more: a width that fails on one fails, nothing else "
        "follows (default: all; of the table 30 where there are more than 5000)",
        "",
        {}},
       {"--no-least", "", "do not search for the least significand width", "", {}},
       {"--every-size",
        "",
        "how many bits are proved to be enough at every size, beside the least that single sizes need (models plain and "
        "stored); without a claim: a table of all theorems that are texts",
        "",
        {}},
       {"--temperature",
        "",
        "the least multiple of the scores with which every input is still right, exactly evaluated",
        "",
        {}}},
      common({"format", "out", "max-bytes", "threads", "seed", "progress", "quiet", "budget", "first"}),
      {{"", "Models (docs/precision-models.md has every operation and its source):"},
       {"stored", "numbers are rounded once, the rest is exact"},
       {"plain", "every operation is rounded"},
       {"tensor-core", "products exact, sums and softmax in fp32, weights and outputs cast to the format"},
       {"flash", "the same, the softmax by blocks with a running maximum"},
       {"", "Options of the last two, behind colons:"},
       {"v100, a100, h100", "sums of products as measured on that GPU"},
       {"block=B", "products added at once (default: 1)"},
       {"cut=F",
        "summands cut to F bits behind the largest one's leading bit (default: one rounding to nearest)"},
       {"descending", "the last products first, and of flash the last blocks"},
       {"keys=K", "tuples of a block of the softmax, of flash (default: 64)"},
       {"saturate", "a cast that overflows gives the largest number"},
       {"scale=tensor, scale=row", "casts scaled by powers of two, and saturating"}},
      {"attest precision --formats bf16", "attest precision mine.theorem n=2..6 --formats bf16,fp16",
       "attest precision strassen/function-composition n=3 --models tensor-core:h100,flash",
       "attest precision strassen/relation-composition m=2 --formats fp16,bf16 --models plain",
       "attest precision strassen/function-composition n=2..3 --formats p8 --chart least.svg",
       "attest precision strassen/function-composition --every-size",
       "attest precision strassen/function-composition n=20 --sample 5 --formats fp16 --models plain "
       "--no-least"},
      "0 answered, 2 usage, 3 stopped by the budget (what was answered is reported), or with --every-size nothing proved",
      run_precision};
}

CommandSpec prove_command() {
  return {
      "prove",
      "a theorem for every size, from its text",
      {claim_positional(),
       {"parameters", "name=value; a size that is given is fixed, the others are proved for all", true,
        nullptr, offers::claim_parameters()}},
      {variant_option("printed, repaired or constructed (default: repaired)"),
       {"--window",
        "CONSTANT",
        "which values of a constant are proved, and which fail: a parameter, scale (a factor of every head's scale), "
        "threshold (the number that the readout adds)",
        "",
        {"scale", "threshold"}},
       {"--kernel",
        "",
        "have Coq's kernel check the proof as well, as `attest export` writes it; needs coqc ($COQC)",
        "",
        {}}},
      common({"format", "out", "max-bytes", "threads", "progress", "color", "quiet", "budget"}),
      {{"",
        "Every hypothesis of the lemma is checked for all sizes and inputs; where one is not met the answer is undecided "
        "and names it with the term. Sizes below the first one that is proved are enumerated where they are small. "
        "docs/certification.md has the lemmas. Without a claim: a table of all theorems that are texts, in the catalogue and the "
        "gallery."}},
      {"attest prove strassen/function-composition", "attest prove",
       "attest prove poly/function-composition t=2 A2=18", "attest prove mine.theorem --format markdown",
       "attest prove strassen/match3 --window threshold"},
      "0 proved for every size, 1 refuted at some size, 2 usage, 3 undecided, or with --kernel not accepted",
      run_prove};
}

CommandSpec repair_command() {
  return {
      "repair",
      "the smallest edit that makes a refuted theorem hold",
      {claim_positional(),
       {"parameters", "name=value; a size that is given is the only one that is looked at", true, nullptr,
        offers::claim_parameters()}},
      {variant_option(
           "what is repaired (default: printed, else stated), or minimised (default: repaired, constructed, stated or printed)"),
       {"--edits", "N", "at most so many edits, 1 to 4", "2", {"1", "2", "3", "4"}},
       {"--minimise", "", "of a theorem that holds: what can go, and the least sizes found", "", {}},
       {"--checkpoint", "FILE", "keep the search there; if the file is there, go on from it", "", {}}},
      common({"format", "out", "max-bytes", "threads", "progress", "color", "quiet", "budget"}, page_formats),
      {{"",
        "The search sees the theorem alone: no other variant, no because, expect, read, choice or note. It edits how the layer computes and what "
        "is displayed of it, never sizes, inputs, task, parameters or checks: signs, numbers, names, indices, exponents, relations, coordinates, "
        "the displayed score in the place of rows. The cheapest edits come first; a candidate is refuted on inputs that were wrong before, then verified at the "
        "smallest sizes, then at larger ones, then handed to `attest prove`. The answer is a variant to be pasted into the file. Without --budget it ends after 300 "
        "seconds. Where nothing is found and the theorem holds of fewer sizes, that is said, and is no repair."},
       {"",
        "--minimise takes away what a theorem that holds can do without: heads, coordinates, the residual, units of the readout, factors, constants (0 or 1 in their "
        "place); what is left holds at the settings of the search and, where the theorem is proved for every size, is proved as well. Its dimension, heads, network and "
        "scale are upper bounds. --checkpoint FILE lets a search that the budget or a signal ended go on: the same command again gives what one run would have given."}},
      {"attest repair strassen/function-composition", "attest repair strassen/match3 --edits 2 --budget 60",
       "attest repair mine.theorem", "attest repair mine.theorem n=3 m=4 --format json",
       "attest repair strassen/match3 --budget 60 --checkpoint match3.search",
       "attest repair examples/argmax.theorem --minimise"},
      "0 a repair was found, or the theorem holds wherever it was looked at; 1 all edits were tried and none repairs it, 2 usage, 3 stopped by the budget before "
      "one was found; --minimise: 0 the least form was found, 1 the theorem does not hold, 3 stopped by the budget",
      run_repair};
}

CommandSpec reduce_command() {
  std::vector<OptionSpec> shared =
      common({"format", "out", "max-bytes", "threads", "seed", "progress", "color", "quiet", "budget"});
  for (OptionSpec& spec : shared) {
    if (spec.name != "--max-bytes") continue;
    spec.meaning = "write no folder larger than this; fewer instances: --keep, fewer files: --files";
    spec.fallback = "50000000";  // small formulas become large matrices: what nobody asked for fills no disk
  }
  return {
      "reduce",
      "instances of hard problems as instances of others, down to attention matrices, and back",
      {{"reduction", "the first reduction (below), or its source (max2sat)", false, offers::reductions()},
       {"parameters", "name=value", true, nullptr, offers::reduction_parameters()}},
      {{"--input", "FILE", "the source instance (- for standard input)", "", {}},
       {"--planted", "ANSWER", "a random source with this answer built in: yes or no", "", {"yes", "no"}},
       {"--to", "REDUCTION",
        "walk on to this reduction, or to this problem (gap-ip-triangle, strassen-attention, ...)", "",
        chain_ends(reductions())},
       variant_option("printed or repaired, where a reduction has both"),
       {"--keep", "N", "instances kept of those that each instance becomes (default 8)", "", {}},
       {"--files",
        "KINDS",
        "matrices as some of text,npy,json (json always)",
        "",
        {"text", "npy", "json"},
        true},
       {"--check",
        "",
        "solve source and targets exactly, look at every promise, map solutions both ways",
        "",
        {}},
       {"--explain",
        "",
        "show one instance step by step: what every vector encodes, both answers, the solution mapped back, or why a no "
        "stays a no",
        "",
        {}}},
      shared,
      reduction_list(),
      {"attest reduce max2sat-to-ip-triangle n=6 clauses=12 --check",
       "attest reduce max2sat n=3 clauses=4 --planted no --explain",
       "attest reduce max2sat --input formula.cnf --to strassen-attention --out folder --check",
       "attest reduce ksat n=4 clauses=6 k=2 --planted yes --to poly-attention h=\"x1*x2\" --out folder"},
      "0 written (--check: all is right), 1 something is wrong, 2 usage, 3 not everything was checked",
      run_reduce};
}

CommandSpec report_command() {
  return {
      "report",
      "a page about one theorem, or about many, to read or to attach to a review",
      {{"claims and parameters",
        "claims, as `attest list` names them, or theorem files (default: all claims); with one of them also "
        "name=value, an integer may be a range, n=2..5 (default: the quick settings on record)",
        true, offers::claims(), offers::claim_parameters()}},
      {paper_option(),
       {"--errata",
        "PAPER",
        "what the paper's authors could use: place, what fails and why, the repair on record, what survives",
        "",
        {"strassen", "anna", "dat", "poly", "ea"}},
       variant_option("of one theorem: printed, repaired or constructed (default: all)"),
       {"--format",
        "FORMAT",
        "html, markdown or latex (default: by --out's ending, .html, .md or .tex)",
        "",
        {"html", "markdown", "latex"}}},
      common({"out", "max-bytes", "threads", "seed", "progress", "quiet", "budget"}),
      {{"",
        "The page of one theorem has the statement, print and repair side by side, every verdict, what fails and why, margins by size, the "
        "worst input with its attention weights, the proof for every size, and what reproduces it; that of several a table, which is sorted and filtered, of what the quick audit finds. HTML is one file "
        "without network; LaTeX is what an appendix \\inputs, with the packages amsmath, array, booktabs and "
        "longtable."}},
      {"attest report strassen/function-composition --out page.html",
       "attest report mine.theorem n=2..4 --out page.html",
       "attest report strassen/function-composition --out appendix.tex",
       "attest report --paper strassen --out strassen.html", "attest report --out all.html",
       "attest report --errata strassen --out errata.md"},
      "0 all verdicts are as recorded (with sizes: all hold), 1 one is not, 2 usage, 3 one is undecided",
      run_report};
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
      common({"format", "out", "max-bytes", "seed", "color", "quiet"}, page_formats),
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

CommandSpec shatter_command() {
  return {"shatter",
          "the splitting VC dimension of a Boolean function, exactly",
          {{"function", "a function by name (below), or a theorem file that states one behind 'shatter'",
            false, offers::shatter_functions()},
           {"parameters", "name=value", true, nullptr, offers::shatter_parameters()}},
          {variant_option("of a theorem file (default: repaired, else constructed, else stated)"),
           {"--truth-table",
            "FILE",
            "instead of a name: a first line \"sigma n\", then sigma^n characters 0/1 (- for standard input)",
            "",
            {}},
           {"--partition",
            "I,J,..",
            "this partition alone: the positions of the rows, 1-based (\"\" for none)",
            "",
            {}},
           {"--enumerate", "", "count and list all shattered sets of the partition", "", {}},
           {"--certificate",
            "FILE",
            "write what `attest-check-shattering FILE` checks: the set, with a column for each pattern, and "
            "why no larger one is shattered",
            "",
            {}},
           {"--every-partition",
            "",
            "the VC dimension of every partition, not only the maximum (always so up to 4096 words)",
            "",
            {}}},
          common({"format", "out", "max-bytes", "threads", "seed", "progress", "quiet", "budget"}),
          shatter_function_list(),
          {"attest shatter disjointness m=3 --enumerate", "attest shatter sum2 l=4 --format markdown",
           "attest shatter random n=12 --seed 7 --partition 1,2,3,4 --format json",
           "attest shatter --truth-table table.txt",
           "attest shatter disjointness m=3 --certificate disjointness.jsonl",
           "attest shatter examples/shattered_disjointness.theorem m=3"},
          "0 exact, 2 usage, 3 stopped by the budget (bounds are reported), or the certificate says less",
          run_shatter};
}

CommandSpec show_command() {
  return {"show",
          "a claim's statement, source, weights and what the repair changes",
          {claim_positional(), {"parameters", "name=value", true, nullptr, offers::claim_parameters()}},
          {variant_option("printed, repaired or constructed")},
          common({"format", "out", "max-bytes", "quiet"},
                 {"text", "json", "latex", "markdown", "theorem", "bibtex"}),
          {{"",
            "--format theorem prints the text of the claim, in the layout of `attest fmt`, "
            "--format bibtex the claim's paper."}},
          {"attest show strassen/function-composition",
           "attest show strassen/function-composition --format theorem",
           "attest show strassen/function-composition n=3 --variant printed --format json"},
          "0 shown, 2 usage",
          run_show};
}

CommandSpec verify_command() {
  return {
      "verify",
      "run a theorem's construction on every input and say what was found",
      {claim_positional(),
       {"parameters", "name=value; an integer may be a range, n=2..5", true, nullptr,
        offers::claim_parameters()}},
      {variant_option("printed, repaired or constructed (default: all)"),
       {"--by",
        "METHOD",
        "enumeration looks at every input, cover at boxes of inputs with one best index tuple; auto (the "
        "default) covers what would take too many steps one by one",
        "",
        {"auto", "enumeration", "cover"}},
       {"--margin",
        "R",
        "by cover: go on until both ends of the margins are within a factor R of each other (default: 2, "
        "as far as a fixed number of boxes goes)",
        "",
        {}},
       {"--count", "", "by cover: count the failing inputs, by disjoint boxes", "", {}},
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
        "FILE`, rows that are shattered; of one variant at one setting",
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

}  // namespace

const std::vector<CommandSpec>& command_table() {
  static const std::vector<CommandSpec> table{
      audit_command(),  bench_command(),  bound_command(),     check_command(),   explain_command(),
      export_command(), fmt_command(),    generate_command(),  help_command(),    list_command(),
      merge_command(),  new_command(),    precision_command(), prove_command(),   reduce_command(),
      repair_command(), report_command(), run_command(),       shatter_command(), show_command(),
      verify_command()};
  return table;
}

const CommandSpec* find_command(const std::string& name) {
  for (const CommandSpec& command : command_table()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandSpec& command : command_table()) names.push_back(command.name);
  return names;
}

UsageError unknown_command(const std::string& word) {
  const std::string nearest = nearest_name(word, command_names());
  return {"command", word,
          nearest.empty() ? fmt::format("one of: {}", fmt::join(command_names(), ", "))
                          : fmt::format("a command (did you mean {}?)", nearest)};
}

}  // namespace attest
