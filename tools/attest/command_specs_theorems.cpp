// The records of what is done with the text of a theorem, and what is found from it.
#include "tools/attest/command_options.hpp"
#include "tools/attest/command_specs.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/export_layer.hpp"
#include "tools/attest/offers.hpp"

namespace attest {

CommandSpec check_command() {
  return {
      "check",
      "read theorem files and say what they state, and the space of their sizes; runs nothing",
      {{"files", "theorem files, NAME.theorem (- for standard input)", true}},
      {},
      common({"format", "out", "max-bytes", "quiet"}, page_formats()),
      {{"",
        "All errors of all files are told, each with its line; docs/theorem-files.md describes the format."}},
      {"attest check examples/argmax.theorem", "attest check *.theorem --format json",
       "attest check - < mine.theorem"},
      "0 all files are theorems, 2 usage, or one of them is none",
      run_check};
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
        "softmax over all tuples, residual, readout and task, then the proof; sizes below are computed in Coq. Of some other theorems of the catalogue the "
        "text that was written by hand (proofs/theorems). What is outside of that is refused with a sentence, and nothing is written. With a value for every size: the statement at this setting, an input that is answered wrongly, and the proof that it refutes the statement. `proofs/check FILE.v` of the sources compiles the text with the library in proofs/ and says what it rests on."}},
      {"attest export strassen/match3 n=3 m=3 --to npz --out match3",
       "attest export strassen/function-composition n=3 --to onnx --dtype float32 --out composition",
       "attest export strassen/function-composition --to coq --out composition.v",
       "attest export anna/ema-match2 N=1 M=1 --variant printed --to coq --out match2.v",
       "attest export mine.theorem n=4 --to torch --out mine"},
      "0 written, 2 usage, or no such layer; of coq: 1 refuted at some size (where not every size is given), 3 not proved, not refuted, or outside of what is exported",
      run_export};
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
      common({"format", "out", "max-bytes", "threads", "progress", "color", "quiet", "budget"},
             page_formats()),
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

}  // namespace attest
