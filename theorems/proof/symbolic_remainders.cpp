#include <fmt/format.h>

#include <algorithm>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

using language::Op;
using proof::Laurent;
using proof::Refusal;

// num mod M and ind(num mod M = 0) of the generic token, where all heads match exactly: variables of their own, so that what is
// linear in them is so whatever they are.
std::optional<Laurent> SymbolicTheorem::remainder(const Expression& e,
                                                  const std::vector<std::string>& indices) {
  const bool exact = std::all_of(layer_->heads.begin(), layer_->heads.end(), [](const HeadStatement& head) {
    return head.kernel == Kernel::exact_match;
  });
  const bool indicates = e->op == Op::call && e->name == "ind" && e->children.size() == 1 &&
                         e->children[0]->op == Op::equal && e->children[0]->children[0]->op == Op::mod &&
                         e->children[0]->children[1]->op == Op::number &&
                         e->children[0]->children[1]->value == 0;
  if (!exact || !(indicates || e->op == Op::mod)) return std::nullopt;
  const Expression mod = indicates ? e->children[0]->children[0] : e;
  TermNames names;
  names.written = [this, &indices](const language::Node& n) { return own(n, indices); };
  Terms terms(variables_, names, "G2");
  const Laurent of = terms(mod->children[0]);
  const Laurent modulus = terms(mod->children[1]);
  if (variables_.sizes_alone(of)) return std::nullopt;
  if (!variables_.is_integer(of) || !variables_.sizes_alone(modulus) || !variables_.is_integer(modulus) ||
      !variables_.positive(modulus)) {
    throw Refusal("G2", fmt::format("{} is no remainder of an integer", language::to_string(e)));
  }
  auto known = std::find_if(remainders_.begin(), remainders_.end(),
                            [&](const Remainder& r) { return r.of == of && r.modulus == modulus; });
  if (known == remainders_.end()) {
    if (!judged_.empty())
      throw Refusal("G2", fmt::format("{} is not in the encoding", language::to_string(e)));
    const std::string name =
        fmt::format("({}) mod {}", language::to_string(mod->children[0]), modulus.to_string());
    variables_.add("some " + name, {Laurent(), modulus - Laurent(1)}, true);
    remainders_.push_back({name, of, modulus, ""});
    known = remainders_.end() - 1;
  }
  if (!indicates) return Laurent::variable("some " + known->name);
  if (known->indicator.empty()) {
    if (!judged_.empty())
      throw Refusal("G2", fmt::format("{} is not in the encoding", language::to_string(e)));
    known->indicator = "ind(" + known->name + " = 0)";
    variables_.add("some " + known->indicator, {0, 1}, true);
  }
  return Laurent::variable("some " + known->indicator);
}

}  // namespace attest::theorems
