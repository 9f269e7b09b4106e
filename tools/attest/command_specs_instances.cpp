// The records of instances, bounds, precision and measurements.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reductions/chain.hpp"
#include "tools/attest/command_options.hpp"
#include "tools/attest/command_specs.hpp"
#include "tools/attest/commands.hpp"
#include "tools/attest/offers.hpp"
#include "tools/attest/precision_options.hpp"

namespace attest {

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

}  // namespace attest
