#include "tools/attest/generate_theorem.hpp"

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "tasks/judged_word.hpp"
#include "theorems/theorem_claim.hpp"
#include "tools/attest/arguments.hpp"
#include "tools/attest/interrupt.hpp"
#include "tools/attest/output.hpp"
#include "tools/attest/provenance.hpp"
#include "tools/attest/theorem_argument.hpp"
#include "tools/attest/variants.hpp"
#include "tools/attest/version.hpp"

namespace attest {

namespace {

constexpr std::uint64_t most_examples = std::uint64_t{1} << 40U;

}  // namespace

ExitStatus generate_of_theorem(const Context& context, const TheoremSample& sample,
                               const CommonOptions& common) {
  const Claim& claim = theorem_argument(context, sample.theorem);
  const auto* theorem = dynamic_cast<const theorems::TheoremClaim*>(&claim);
  if (theorem == nullptr) throw UsageError("TASK", sample.theorem, "a theorem with a task");
  const Variant variant = chosen_variant(claim.info(), sample.variant);
  const Parameters parameters = parse_parameters(claim.info().parameters, sample.words);
  if (!sample.count) throw UsageError("--count: missing, expected the number of examples");
  const std::uint64_t count = read_count("--count", *sample.count, 1, most_examples);
  theorem->refuse_automatic(variant, parameters);
  const auto setting = theorem->setting(variant, parameters);
  const Task& task = setting->task();
  if (task.vector_answer() != nullptr)
    throw UsageError("TASK", sample.theorem,
                     "a theorem whose answers are numbers; vectors are not sampled so far");
  const std::vector<std::size_t> judged = task.judged_positions();
  Output output(common.chosen_out(), common.chosen_max_bytes());
  Json positions = Json::array();
  for (const std::size_t position : judged) positions.push_back(task.position_name(position));
  const Json header = {{"schema", "attest/theorem-dataset/1"},
                       {"version", version()},
                       {"command", context.command},
                       {"seed", common.chosen_seed()},
                       {"task", claim.info().id},
                       {"variant", to_string(variant)},
                       {"parameters", setting->parameters().to_json()},
                       {"count", std::to_string(count)},
                       {"answer", task.decision() == Decision::sign ? "sign" : "number"},
                       {"positions", positions}};
  const auto& interrupted = interrupt_flag();
  // Once without writing: an answer that has no value is an error with nothing on standard output.
  for (const bool writes : {false, true}) {
    if (writes) output.write(header.dump() + "\n");
    Random random(common.chosen_seed());
    for (std::uint64_t k = 0; k < count; ++k) {
      // A file that is not complete does not appear.
      if (interrupted) return exit_after_signal(interrupt_signal());
      const Word word = judged_word(task, random);
      Json answers = Json::array();
      for (std::size_t which = 0; which < judged.size(); ++which) answers.push_back(task.truth(word, which));
      if (writes) output.write(Json{{"input", task.to_json(word)}, {"answers", answers}}.dump() + "\n");
    }
  }
  output.commit();
  return exit_holds;
}

}  // namespace attest
