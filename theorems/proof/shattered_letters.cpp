// That every letter of a row and of a column is one of its input's.
#include "theorems/proof/shattered_cases.hpp"

#include <fmt/format.h>

namespace attest::theorems {

using language::Op;
using proof::Laurent;
using proof::Refusal;

void ShatteredCases::expect_letter(const Expression& letters, const Laurent& value, const State& state,
                                   const std::string& what) {
  if (letters->op == Op::difference) {
    expect_letter(letters->children[0], value, state, what);
    const Expression without = without_parentheses(letters->children[1]);
    if (without->op != Op::set) outside(letters, "is no range without listed numbers");
    for (const Expression& excluded : without->children) {
      number(excluded, {}, {}, [&](State, const Laurent& number) {
        if (!never_zero(now(value - number, state), state))
          throw Refusal("S2",
                        fmt::format("{} may be {}, which is not shown to differ from {}, which is no letter",
                                    what, said(now(value, state)), said(number)));
      });
    }
    return;
  }
  TermNames names;
  names.written = [this](const language::Node& n) -> std::optional<Laurent> {
    const auto found = n.op == Op::name ? sizes_.find(n.name) : sizes_.end();
    return found == sizes_.end() ? std::nullopt : std::optional(found->second);
  };
  const Terms::Range range = Terms(variables_, names, "S2").range(letters);
  const Laurent letter = now(value, state);
  if (!range.whole || !variables_.is_integer(letter) ||
      !variables_.proves_nonnegative(letter - range.bounds.low) ||
      !variables_.proves_nonnegative(range.bounds.high - letter)) {
    throw Refusal("S2", fmt::format("{} may be {}, which is not shown to be one of {}", what, said(letter),
                                    language::to_string(letters)));
  }
}

void ShatteredCases::expect_letters() {
  for (const InputStatement& one : text_.inputs) {
    const InputAssignment* stated = assigned(one.name);
    if (one.shape != Shape::any || stated == nullptr || stated->indices.size() != one.domains.size())
      throw Refusal("S1",
                    fmt::format("line {}: rows or columns do not say what {} is", one.place.line, one.name));
    Names names{{text_.shatter->index, row_}};
    for (std::size_t k = 0; k < one.domains.size(); ++k)
      names[stated->indices[k]] = some_index(stated->indices[k], range_of(one.domains[k]));
    number(stated->value, names, {}, [&](State state, const Laurent& value) {
      expect_letter(one.range, value, state, "a letter of " + one.name);
    });
  }
}

}  // namespace attest::theorems
