#include "verification/undefined_verdict.hpp"

#include <fmt/format.h>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

// Beyond, what was found serves as well.
constexpr long most_words_before = 1L << 24U;

}  // namespace

UndefinedAnswer first_undefined(const Task& task, const Part& part, const UndefinedAnswer& known) {
  const InputSpace& space = task.space();
  const std::size_t judged = task.judged_positions().size();
  try {
    Word word = space.unrank(part_rank(part, 0));
    for (long seen = 0; word != known.word() && seen < most_words_before; ++seen) {
      check_stop();
      for (std::size_t which = 0; task.standing(word) == Standing::judged && which < judged; ++which)
        task.wanted(word, which);
      space.advance(word, part.modulus);
    }
  } catch (const UndefinedAnswer& first) {
    return first;
  } catch (const Stopped&) {  // any input is witness enough
  }
  return known;
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
