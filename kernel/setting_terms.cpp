#include "kernel/setting_terms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "verification/proof/refusal.hpp"

namespace attest::theorems::coq {

using language::Expression;
using language::Node;
using language::Op;
using language::Quantifier;
using proof::Refusal;

namespace {

[[noreturn]] void refuse_at_setting(const Expression& e) {
  throw Refusal("coq", fmt::format("line {}: {} is not written for Coq at one setting so far", e->place.line,
                                   language::to_string(e)));
}

bool is_comparison(Op op) {
  return op == Op::equal || op == Op::unequal || op == Op::less || op == Op::less_equal ||
         op == Op::greater || op == Op::greater_equal;
}

const Expression& without_parentheses(const Expression& e) {
  return e->op == Op::tuple && e->children.size() == 1 ? without_parentheses(e->children[0]) : e;
}

}  // namespace

std::string rational_number(const Rational& value) {
  const std::string numerator = numerator_of(value).str();
  if (denominator_of(value) == 1) return value < 0 ? "(" + numerator + ")" : numerator;
  return fmt::format("({} # {})", numerator, denominator_of(value).str());
}

SettingTerms::SettingTerms(const Constants& constants, const std::vector<std::string>& sizes)
    : constants_(constants) {
  for (const std::string& size : sizes) sizes_[size] = names_(size);
}

Expression SettingTerms::in_numbers(const Expression& e) const {
  const std::vector<std::string> free = language::free_names(e);
  const bool sizes_alone =
      std::all_of(free.begin(), free.end(), [this](const auto& name) { return sizes_.count(name) != 0; });
  if (!sizes_alone) {
    try {
      return language::number(evaluate_number(e, constants_.names), e->place);
    } catch (const std::exception&) {
      // It speaks of the input, of a token, or of what is bound outside of it.
    }
  }
  auto copy = std::make_shared<Node>(*e);
  for (Expression& child : copy->children) child = in_numbers(child);
  for (auto& binder : copy->binders) binder.range = in_numbers(binder.range);
  if (copy->such_that) copy->such_that = in_numbers(copy->such_that);
  return copy;
}

std::string SettingTerms::integer(const Expression& e) const {
  return plain_integer(in_numbers(e));
}

std::string SettingTerms::rational(const Expression& e) const {
  return fraction(in_numbers(e));
}

std::string SettingTerms::boolean(const Expression& e) const {
  return truth(in_numbers(e));
}

std::string SettingTerms::plain_integer(const Expression& e) const {
  const Op op = without_parentheses(e)->op;
  if (is_comparison(op) || op == Op::logic_and || op == Op::logic_or || op == Op::logic_not ||
      op == Op::implies)
    refuse_at_setting(e);
  return coq::integer(e, [this](const Node& node) { return written(node); });
}

bool SettingTerms::is_integer(const Expression& e) const {
  try {
    plain_integer(e);
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

std::string SettingTerms::fraction(const Expression& whole) const {
  const Expression& e = without_parentheses(whole);
  if (e->op == Op::number) return rational_number(e->value);
  if (is_integer(e)) {
    const std::string text = plain_integer(e);
    return argument(text) == text ? text : "(" + text + ")%Z";
  }
  const auto both = [&](const char* sign) {
    return fmt::format("({} {} {})", fraction(e->children[0]), sign, fraction(e->children[1]));
  };
  switch (e->op) {
    case Op::add:
      return both("+");
    case Op::subtract:
      return both("-");
    case Op::multiply:
      return both("*");
    case Op::divide:
      return both("/");
    case Op::negate:
      return fmt::format("(- {})", fraction(e->children[0]));
    case Op::conditional:
      return fmt::format("(if {}%Z then {} else {})", truth(e->children[0]), fraction(e->children[1]),
                         fraction(e->children[2]));
    default:
      refuse_at_setting(e);
  }
}

std::string SettingTerms::compared(const Node& e) const {
  const bool turned = e.op == Op::greater || e.op == Op::greater_equal;
  const Expression& a = e.children[turned ? 1 : 0];
  const Expression& b = e.children[turned ? 0 : 1];
  if (is_integer(a) && is_integer(b)) {
    const char* sign = e.op == Op::equal || e.op == Op::unequal  ? "=?"
                       : e.op == Op::less || e.op == Op::greater ? "<?"
                                                                 : "<=?";
    const auto side = [this](const Expression& of) {
      const std::string text = plain_integer(of);
      return text.find(" if ") != std::string::npos || text.rfind("if ", 0) == 0 ? "(" + text + ")" : text;
    };
    const std::string text = fmt::format("({} {} {})", side(a), sign, side(b));
    return e.op == Op::unequal ? fmt::format("(negb {})", text) : text;
  }
  const std::string left = fraction(a) + "%Q";
  const std::string right = fraction(b) + "%Q";
  if (e.op == Op::equal) return fmt::format("(Qeq_bool {} {})", left, right);
  if (e.op == Op::unequal) return fmt::format("(negb (Qeq_bool {} {}))", left, right);
  if (e.op == Op::less_equal || e.op == Op::greater_equal)
    return fmt::format("(Qle_bool {} {})", left, right);
  return fmt::format("(negb (Qle_bool {} {}))", right, left);
}

std::string SettingTerms::truth(const Expression& whole) const {
  const Expression& e = without_parentheses(whole);
  const auto both = [&](const char* sign) {
    return fmt::format("({} {} {})", truth(e->children[0]), sign, truth(e->children[1]));
  };
  switch (e->op) {
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return compared(*e);
    case Op::logic_and:
      return both("&&");
    case Op::logic_or:
      return both("||");
    case Op::implies:
      return fmt::format("(implb {} {})", truth(e->children[0]), truth(e->children[1]));
    case Op::logic_not:
      return fmt::format("(negb {})", truth(e->children[0]));
    case Op::conditional:
      return fmt::format("(if {} then {} else {})", truth(e->children[0]), truth(e->children[1]),
                         truth(e->children[2]));
    case Op::quantifier:
      if (e->quantifier == Quantifier::exists) return quantified(*e, "some");
      if (e->quantifier == Quantifier::forall) return quantified(*e, "every");
      refuse_at_setting(e);
    default:
      refuse_at_setting(e);
  }
}

std::string SettingTerms::list(const Expression& e) const {
  if (e->op == Op::range) {
    const bool two = e->children.size() == 2;
    return fmt::format("(range {} {})", two ? argument(plain_integer(e->children[0])) : "1",
                       argument(plain_integer(e->children[two ? 1 : 0])));
  }
  if (e->op != Op::set) refuse_at_setting(e);
  std::vector<std::string> entries;
  for (const Expression& child : e->children) entries.push_back(plain_integer(child));
  return fmt::format("[{}]", fmt::join(entries, "; "));
}

// (some j in range 1 n, (some k in range 1 n, ..))
std::string SettingTerms::quantified(const Node& e, const char* word) const {
  const auto outer = bound_;
  std::string text, close;
  for (const auto& binder : e.binders) {
    const std::string in = list(binder.range);
    bound_[binder.name] = names_(binder.name);
    text += fmt::format("({} {} in {}, ", word, bound_[binder.name], in);
    close += ")";
  }
  std::string body = truth(e.children[0]);
  if (e.such_that)
    body = e.quantifier == Quantifier::exists ? fmt::format("({} && {})", truth(e.such_that), body)
                                              : fmt::format("(implb {} {})", truth(e.such_that), body);
  bound_ = outer;
  return text + body + close;
}

// adds (range 1 n) (fun j => ..); a count is the sum of 1.
std::string SettingTerms::summed(const Node& e, std::size_t binder) const {
  if (binder < e.binders.size()) {
    const auto outer = bound_;
    const std::string in = list(e.binders[binder].range);
    const std::string name = names_(e.binders[binder].name);
    bound_[e.binders[binder].name] = name;
    const std::string body = summed(e, binder + 1);
    bound_ = outer;
    return fmt::format("(adds {} (fun {} => {}))", in, name, body);
  }
  const std::string body = e.quantifier == Quantifier::count ? fmt::format("ind {}", truth(e.children[0]))
                                                             : plain_integer(e.children[0]);
  return e.such_that ? fmt::format("if {} then {} else 0", truth(e.such_that), body) : body;
}

std::optional<std::string> SettingTerms::written(const Node& e) const {
  const auto of = [this](const Expression& child) { return argument(plain_integer(child)); };
  switch (e.op) {
    case Op::name:
    case Op::subscript: {
      const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
      const std::array<const std::map<std::string, std::string>*, 3> all{&bound_, &meanings_, &sizes_};
      for (const auto* known : all) {
        const auto found = known->find(name);
        if (found != known->end()) return found->second;
      }
      return std::nullopt;
    }
    case Op::call: {
      if (e.name == "ind" && e.children.size() == 1) return fmt::format("ind {}", truth(e.children[0]));
      if (e.name == "abs" && e.children.size() == 1) return fmt::format("Z.abs {}", of(e.children[0]));
      if ((e.name == "min" || e.name == "max") && !e.children.empty()) {
        std::string text = of(e.children.back());
        for (std::size_t k = e.children.size() - 1; k-- > 0;)
          text = fmt::format("(Z.{} {} {})", e.name, of(e.children[k]), text);
        return text;
      }
      const auto function = functions_.find(e.name);
      if (function == functions_.end()) return std::nullopt;
      std::string text = function->second;
      for (const Expression& child : e.children) text += " " + of(child);
      return text;
    }
    case Op::table: {
      const auto& domains = e.table->domains;
      if (domains.size() != 1 || domains[0].front() != 1 ||
          domains[0].back() != Rational(Integer(domains[0].size())))
        return std::nullopt;
      std::vector<std::string> cells;
      for (const Rational& cell : e.table->cells) {
        if (denominator_of(cell) != 1) return std::nullopt;
        cells.push_back(numerator_of(cell).str());
      }
      return fmt::format("entry [{}] {}", fmt::join(cells, "; "), of(e.children[0]));
    }
    case Op::mod:
    case Op::div:
      return fmt::format("({} {} {})", of(e.children[0]), e.op == Op::mod ? "mod" : "/", of(e.children[1]));
    case Op::let: {
      const std::string value = plain_integer(e.children[0]);
      const auto outer = bound_;
      bound_[e.name] = names_(e.name);
      const std::string text =
          fmt::format("(let {} := {} in {})", bound_[e.name], value, plain_integer(e.children[1]));
      bound_ = outer;
      return text;
    }
    case Op::quantifier:
      if (e.quantifier == Quantifier::sum || e.quantifier == Quantifier::count) return summed(e, 0);
      return std::nullopt;
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::unequal:
    case Op::greater:
    case Op::greater_equal:
    case Op::logic_and:
    case Op::logic_or:
    case Op::logic_not:
    case Op::implies:
    case Op::element:
      return truth(std::make_shared<const Node>(e));
    default:
      return std::nullopt;
  }
}

}  // namespace attest::theorems::coq
