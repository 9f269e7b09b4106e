// One gap instance through a layout, as `attest run` shows it: the output of every row, judged at the threshold
// between the bounds.
#pragma once

#include <string>

#include "claims/run_result.hpp"
#include "reductions/poly/gap/gap_instances.hpp"
#include "reductions/poly/hardness/observed_rows.hpp"
#include "reductions/poly/run/chosen_instance.hpp"

namespace attest {

// The instance of that rank among those that keep the promise ("rank:R", for_each_gap_instance). Throws
// UsageError for sizes above those that are enumerated.
ChosenVectorSets gap_instance_of_rank(const GapSize& size, const std::string& text);

// Throws UsageError where a row's output is a sum over more than 2^24 kinds of index tuples.
void require_few_index_tuples(const AttentionLayout& layout, const GapSize& size);

// The threshold is half-way between the bound for yes rows and that for no rows, where they part; else the
// rows are shown and stay undecided. The truth of a row is found by search among the vectors.
void add_attention_run(const AttentionLayout& layout, const problems::InnerProducts& gap,
                       const AttentionScale& scale, const OutputBounds& bounds, RunResult& result);

}  // namespace attest
