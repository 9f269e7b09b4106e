#include "verification/undefined_verdict.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

// Beyond, what was found serves as well.
constexpr long most_words_before = 1L << 24U;

// Throws UndefinedAnswer where some judged output of the word has no answer.
void ask_answers(const Task& task, const Word& word) {
  if (task.standing(word) != Standing::judged) return;
  for (std::size_t which = 0; which < task.judged_positions().size(); ++which) task.wanted(word, which);
}

}  // namespace

UndefinedAnswer first_undefined(const Task& task, const Part& part, const UndefinedAnswer& known) {
  const InputSpace& space = task.space();
  try {
    Word word = space.unrank(part_rank(part, 0));
    for (long seen = 0; word != known.word() && seen < most_words_before; ++seen) {
      check_stop();
      ask_answers(task, word);
      space.advance(word, part.modulus);
    }
  } catch (const UndefinedAnswer& first) {
    return first;
  } catch (const Stopped&) {  // any input is witness enough
  }
  return known;
}

std::optional<UndefinedAnswer> undefined_of_parts(const Task& task, const std::vector<Json>& parts) {
  std::optional<Integer> least;
  for (const Json& part : parts) {
    const Json witness = part.value("counterexample", Json());
    if (!witness.is_object() || witness.value("check", Json()) != "well-formed") continue;
    const Json text = witness.value("rank", Json());
    const auto rank = text.is_string() ? integer_from_string(text.get<std::string>()) : std::nullopt;
    if (!rank || *rank < 0 || *rank >= task.space().size()) continue;
    if (!least || *rank < *least) least = rank;
  }
  if (!least) return std::nullopt;
  try {
    ask_answers(task, task.space().unrank(*least));
  } catch (const UndefinedAnswer& found) {
    return found;
  }
  throw UsageError("counterexample.rank", least->str(), "an input without an answer");
}

void make_ill_formed(Verdict& verdict, const JudgedSetting& setting, const UndefinedAnswer& first) {
  const Task& task = setting.task();
  const std::string rank = task.space().rank(first.word()).str();
  Check undefined;
  undefined.name = "well-formed";
  undefined.status = Status::ill_formed;
  undefined.reason =
      fmt::format("{}, on the input {} (rank {})", first.reason(), task.to_json(first.word()).dump(), rank);
  bool replaced = false;
  for (Check& check : verdict.checks) {
    if (check.name == "output") check.reason = "some input has no answer, so nothing was judged";
    if (check.name != "well-formed" || replaced) continue;
    replaced = true;
    if (check.status == Status::ill_formed) undefined.reason = *check.reason + "; " + *undefined.reason;
    check = undefined;
  }
  if (!replaced) verdict.checks.insert(verdict.checks.begin(), undefined);
  conclude(verdict);
  verdict.counterexample = {
      {"check", undefined.name},
      {"what", first.reason()},
      {"rank", rank},
      {"input", task.to_json(first.word())},
      {"replay", fmt::format("attest run {} --variant {} {} --input rank:{}", verdict.claim,
                             to_string(setting.variant()), setting.parameters().to_string(), rank)}};
}

}  // namespace attest
