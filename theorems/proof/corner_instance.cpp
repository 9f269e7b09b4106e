#include "theorems/proof/corner_instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "tasks/undefined_answer.hpp"
#include "theorems/instance.hpp"

namespace attest::theorems {

using proof::Refusal;

namespace {

constexpr long largest_instance = 12;  // of a size at which the text is read
constexpr long most_drawn = 20;        // inputs

template <class Visit>
void each_drawn(const JudgedSetting& setting, const Visit& visit) {
  const InputSpace& inputs = setting.task().space();
  const Integer space = inputs.size();
  const Integer drawn = std::min(space, Integer(most_drawn));
  for (Integer k = 0; k < drawn; ++k) {
    const Word word = inputs.unrank(drawn == 1 ? Integer(0) : Integer(k * (space - 1) / (drawn - 1)));
    // Of what the theorem does not speak of nothing is proved.
    if (setting.task().standing(word) == Standing::judged) visit(word);
  }
}

// A proof that an input contradicts is none of this program's: the task and the layer were read differently.
void expect_right(const JudgedSetting& setting, const Sizes& corner) {
  each_drawn(setting, [&](const Word& word) {
    for (const PositionOutput& output : setting.all_outputs(word)) {
      if (output.status != Status::refuted) continue;
      throw std::logic_error(fmt::format("what is proved at {} is wrong on {}", to_string(corner),
                                         setting.task().to_json(word).dump()));
    }
  });
}

}  // namespace

void CornerInstance::expect(const Sizes& corner, const std::function<std::optional<Sizes>()>& least) const {
  const auto is_small = [](const Sizes& sizes) {
    return std::all_of(sizes.begin(), sizes.end(),
                       [](const auto& size) { return size.second <= largest_instance; });
  };
  if (!is_small(corner)) {
    const auto first = least();
    if (!first || !is_small(*first))
      throw Refusal("G2",
                    fmt::format("the text is not read at sizes up to {}, and no instance has been looked at",
                                largest_instance));
    return expect_readable(*first);
  }
  try {
    const Parameters parameters = small_.parameters_of(corner);
    const auto setting = claim_.setting(variant_, parameters);
    for (const Check& check : setting->checks_before()) {
      if (check.essential && check.status != Status::holds)
        throw Refusal(check.name, fmt::format("at {}: {}", to_string(corner), check.reason.value_or("")));
    }
    if (!setting->runnable()) throw Refusal("G2", fmt::format("nothing can be run at {}", to_string(corner)));
    expect_right(*setting, corner);
    // What is asserted of streams is read with an input.
    if (setting->task().space().size() > 0) claim_.run(variant_, parameters, "random", 1);
  } catch (const UsageError& error) {
    throw Refusal("G2", fmt::format("at {}: {}", to_string(corner), error.what()));
  }
}

// Below the corner: that names are known, and answers are what the task says. What is wrong there otherwise is no matter.
void CornerInstance::expect_readable(const Sizes& sizes) const {
  try {
    const auto setting = claim_.setting(variant_, small_.parameters_of(sizes));
    if (setting->runnable()) each_drawn(*setting, [&](const Word& word) { setting->all_outputs(word); });
  } catch (const UndefinedAnswer&) {
  } catch (const UsageError& error) {
    throw Refusal("G2", fmt::format("at {}: {}", to_string(sizes), error.what()));
  }
}

}  // namespace attest::theorems
