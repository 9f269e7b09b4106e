#include "theorems/precision/answers.hpp"

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"

namespace attest::theorems {

using language::Expression;
using language::Op;
using proof::Laurent;
using proof::Refusal;

namespace {

class Answers {
 public:
  explicit Answers(SymbolicTheorem& theorem) : theorem_(theorem), variables_(theorem.variables()) {}

  std::optional<Laurent> largest() const {
    if (theorem_.task().answer != AnswerKind::number || !theorem_.text().where.empty()) return std::nullopt;
    const Expression task = without_parentheses(without_lets(theorem_.task().truth, theorem_.text().lets));
    return task->op == Op::quantifier ? of_sum(task) : of_entry();
  }

 private:
  // A function that is any function to all integers of a range.
  const SymbolicInput::Field* free_field(const std::string& name) const {
    const SymbolicInput::Field* field = theorem_.input().find(name);
    const auto& inputs = theorem_.text().inputs;
    const bool any = std::any_of(inputs.begin(), inputs.end(), [&](const InputStatement& input) {
      return input.name == name && input.shape == Shape::any;
    });
    const bool free = field != nullptr && any && !field->table && field->whole &&
                      variables_.sizes_alone(field->values.low) && variables_.sizes_alone(field->values.high);
    return free ? field : nullptr;
  }

  // Every letter is the answer where the input is constant, 2^p + 1 among them: 2^p + 1 >= 3.
  std::optional<Laurent> of_entry() const {
    std::optional<Laurent> answer;
    try {
      answer = answer_of(theorem_);
    } catch (const Refusal&) {  // by cases
      return std::nullopt;
    }
    const auto names = answer->variables();
    if (names.size() != 1 || !(*answer == Laurent::variable(*names.begin()))) return std::nullopt;
    const std::string& entry = *names.begin();
    const SymbolicInput::Field* field = free_field(entry.substr(0, entry.find('(')));
    if (field == nullptr || !variables_.nonnegative(Laurent(3) - field->values.low)) return std::nullopt;
    return field->values.high;
  }

  // sum j in ..: x(j), L entries: every integer from L low to L high, and where low < high an odd one above 2^p: 2^p + 1 where that is not
  // too small, else L low or the next. Where low = high may be at some sizes, L (high - low) is 0 there and as needed elsewhere.
  std::optional<Laurent> of_sum(const Expression& task) const {
    if (task->quantifier != language::Quantifier::sum || task->such_that || task->binders.size() != 1)
      return std::nullopt;
    const Expression body = without_parentheses(task->children[0]);
    const language::Binder& binder = task->binders[0];
    if (body->op != Op::call || body->children.size() != 1 || body->children[0]->op != Op::name ||
        body->children[0]->name != binder.name)
      return std::nullopt;
    const SymbolicInput::Field* field = free_field(body->name);
    const Terms::Range over = Terms(variables_, task_names(theorem_, {}), "G5").range(binder.range);
    if (field == nullptr || !over.whole) return std::nullopt;
    const Laurent length = over.bounds.high - over.bounds.low + Laurent(1);
    if (!variables_.sizes_alone(length) || !variables_.positive(length) ||
        !variables_.nonnegative(field->values.low))
      return std::nullopt;
    const Laurent apart = field->values.high - field->values.low;
    if (variables_.positive(apart)) return length * field->values.high;
    return variables_.nonnegative(apart) && !apart.is_zero() ? std::optional(length * apart) : std::nullopt;
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
};

}  // namespace

std::optional<Laurent> largest_answer(SymbolicTheorem& theorem) {
  return Answers(theorem).largest();
}

}  // namespace attest::theorems
