#include "tools/attest/generate_theorem.hpp"

#include <fmt/format.h>

#include <limits>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "tasks/datasets/bins.hpp"
#include "tasks/judged_word.hpp"
#include "theorems/theorem_claim.hpp"
#include "theorems/theorem_task.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/dataset_parts.hpp"
#include "tools/attest/dataset_writer.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/version.hpp"
#include "tools/attest/what_claim_has.hpp"

namespace attest {

namespace {

constexpr std::uint64_t most_examples = std::uint64_t{1} << 40U;

// Visits the words of the part, which are the same every time. False where the run was interrupted.
template <class Visit>
bool for_each_word(const Task& task, const DatasetPart& part, std::uint64_t seed, const Visit& visit) {
  const auto& interrupted = interrupt_flag();
  Random random(seed);
  std::uint64_t in_a_row = 0;
  for (std::uint64_t k = 0; k < part.count;) {
    if (interrupted) return false;
    const Word word = judged_word(task, random);
    if (!part.takes({word.begin(), word.end()}, seed)) {
      if (++in_a_row <= most_refused_draws) continue;
      throw UsageError(
          fmt::format("none of {} draws in a row is of the part that is written: the sizes have too "
                      "few inputs for --splits",
                      most_refused_draws));
    }
    in_a_row = 0;
    visit(word);
    ++k;
  }
  return true;
}

Json answers_json(const Task& task, const Word& word) {
  Json answers = Json::array();
  for (std::size_t which = 0; which < task.judged_positions().size(); ++which) {
    const Rational value = task.wanted(word, which).value;
    const auto whole = fits_long(value);
    answers.push_back(whole ? Json(*whole) : Json(to_string(value)));
  }
  return answers;
}

int in_npy(long value) {
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
    throw UsageError("--out", std::to_string(value),
                     "numbers of 32 bits in a .npy file; JSON lines (.jsonl) have every number");
  return static_cast<int>(value);
}

std::size_t cells_of(const Task& task) {
  const auto* stated = dynamic_cast<const theorems::TheoremTask*>(&task);
  return stated != nullptr ? stated->layout().cells() : task.space().length();
}

// What the cells of the input are; of a task that no text states its symbols' numbers.
Example example_of(const Task& task, const Word& word) {
  std::vector<long> cells(word.begin(), word.end());
  if (const auto* stated = dynamic_cast<const theorems::TheoremTask*>(&task)) {
    cells.resize(stated->layout().cells());
    stated->layout().decode(word, cells);
  } else {
    for (long& cell : cells) cell += task.first_symbol();
  }
  Example example;
  for (const long cell : cells) example.x.push_back(in_npy(cell));
  for (std::size_t which = 0; which < task.judged_positions().size(); ++which)
    example.y.push_back(in_npy(task.truth(word, which)));
  return example;
}

Json header_of(const Claim& claim, const JudgedSetting& setting, const DatasetPart& part,
               const Provenance& provenance) {
  const Task& task = setting.task();
  Json positions = Json::array();
  for (const std::size_t position : task.judged_positions())
    positions.push_back(task.position_name(position));
  const VectorAnswer* vector = task.vector_answer();
  Json header = {{"schema", "attest/theorem-dataset/1"},
                 {"version", version()},
                 {"command", provenance.command},
                 {"seed", provenance.seed},
                 {"task", claim.info().id},
                 {"variant", to_string(setting.variant())},
                 {"parameters", setting.parameters().to_json()},
                 {"count", std::to_string(part.count)},
                 {"answer", vector != nullptr                   ? "vector"
                            : task.decision() == Decision::sign ? "sign"
                                                                : "number"},
                 {"positions", positions}};
  if (vector != nullptr) header["dimension"] = vector->dimension;
  if (Json split = part.to_json(); !split.is_null()) header["split"] = std::move(split);
  return header;
}

}  // namespace

ExitStatus generate_of_theorem(const Context& context, const TheoremSample& sample,
                               const CommonOptions& common) {
  const Claim& claim = theorem_argument(context, sample.theorem);
  const auto* judged = dynamic_cast<const JudgedClaim*>(&claim);
  if (judged == nullptr)
    throw UsageError("TASK", sample.theorem, "a claim with a task (" + what_claim_has(claim.info()) + ")");
  const Variant variant = chosen_variant(claim.info(), sample.variant);
  const Parameters parameters = parse_parameters(claim.info().parameters, sample.words);
  if (!sample.count) throw UsageError("--count: missing, expected the number of examples");
  const std::uint64_t count = read_count("--count", *sample.count, 1, most_examples);
  if (const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim))
    theorem->refuse_automatic(variant, parameters);
  const auto setting = judged->setting(variant, parameters);
  const Task& task = setting->task();
  if (task.judged_positions().empty())
    throw UsageError("TASK", sample.theorem, "a theorem that judges a token at these sizes");
  if (sample.npy && task.vector_answer() != nullptr)
    throw UsageError("--out", common.chosen_out(),
                     "JSON lines (.jsonl): the answers are vectors of fractions, and .npy has integers");
  const std::uint64_t seed = common.chosen_seed();
  const Provenance provenance{context.command, seed};
  const std::vector<DatasetPart> parts = dataset_parts(sample.splits, count, common);
  bool finished = true;
  // Once without writing: an answer that has no value is an error with nothing on standard output.
  for (const DatasetPart& part : parts) {
    finished = finished && for_each_word(task, part, seed, [&](const Word& word) {
                 if (sample.npy)
                   example_of(task, word);
                 else
                   answers_json(task, word);
               });
  }
  for (const DatasetPart& part : parts) {
    if (!finished) break;
    if (sample.npy) {
      const ExampleShape shape{cells_of(task), task.judged_positions().size(), 0};
      NpyWriter writer(shape, part.count, part.named(provenance), common.chosen_max_bytes(), *part.output);
      finished =
          for_each_word(task, part, seed, [&](const Word& word) { writer.add(example_of(task, word)); });
      writer.finish();
    } else {
      part.output->write(header_of(claim, *setting, part, provenance).dump() + "\n");
      finished = for_each_word(task, part, seed, [&](const Word& word) {
        part.output->write(Json{{"input", task.to_json(word)}, {"answers", answers_json(task, word)}}.dump() +
                           "\n");
      });
    }
  }
  // Files that are not complete do not appear.
  if (!finished) return exit_after_signal(interrupt_signal());
  for (const DatasetPart& part : parts) part.output->commit();
  return exit_holds;
}

}  // namespace attest
