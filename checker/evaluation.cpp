#include "checker/evaluation.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr long most_steps = 1L << 24;
constexpr std::size_t most_elements = 1U << 20;
constexpr std::size_t most_bits = 100000;

mpq_class floor_of(const mpq_class& x) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}

}  // namespace

Value Value::set(std::vector<Value> elements) {
  std::sort(elements.begin(), elements.end(),
            [](const Value& a, const Value& b) { return compare(a, b) < 0; });
  const auto same = [](const Value& a, const Value& b) { return compare(a, b) == 0; };
  elements.erase(std::unique(elements.begin(), elements.end(), same), elements.end());
  Value result;
  result.kind = Kind::set;
  result.parts = std::move(elements);
  return result;
}

int compare(const Value& a, const Value& b) {
  if (a.kind != b.kind) throw Rejection("two values of different kinds are compared");
  if (a.kind == Value::Kind::number) return cmp(a.number, b.number);
  if (a.kind == Value::Kind::truth) return static_cast<int>(a.truth) - static_cast<int>(b.truth);
  const bool tuple = a.kind == Value::Kind::tuple;
  if (tuple && a.parts.size() != b.parts.size())
    throw Rejection("two tuples of different lengths are compared");
  for (std::size_t k = 0; k < std::min(a.parts.size(), b.parts.size()); ++k) {
    if (const int order = compare(a.parts[k], b.parts[k]); order != 0) return order;
  }
  return a.parts.size() < b.parts.size() ? -1 : a.parts.size() > b.parts.size() ? 1 : 0;
}

void Evaluation::fail(const std::string& what) {
  throw Rejection("an expression has no value: " + what);
}

void Evaluation::step() {
  if (++steps_ > most_steps) throw Undecided("an expression takes more than 2^24 steps");
}

mpq_class Evaluation::counted(mpq_class number) const {
  if (mpz_sizeinbase(number.get_num_mpz_t(), 2) > most_bits ||
      mpz_sizeinbase(number.get_den_mpz_t(), 2) > most_bits)
    throw Undecided("a number of more than 100,000 bits");
  return number;
}

const InputField* Evaluation::field(const std::string& name) const {
  if (scope_.inputs == nullptr) return nullptr;
  for (const InputField& one : *scope_.inputs) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

template <class Work>
auto Evaluation::with(const std::string& name, Value value, const Work& work) {
  if (scope_.names.count(name) != 0 || field(name) != nullptr) fail(name + " has a meaning already");
  scope_.names.emplace(name, std::move(value));
  const auto forget = [&](Scope* scope) { scope->names.erase(name); };  // also where something is thrown
  const std::unique_ptr<Scope, decltype(forget)> bound(&scope_, forget);
  return work();
}

long Evaluation::cell(std::size_t at) const {
  const long value = (*scope_.cells)[at];
  if (value == free_cell) throw FreeCell{at};
  return value;
}

mpq_class Evaluation::number(const Node& e) {
  const Value v = value(e);
  if (v.kind != Value::Kind::number) fail("expected a number");
  return v.number;
}

mpz_class Evaluation::whole(const Node& e) {
  const mpq_class v = number(e);
  if (v.get_den() != 1) fail("expected an integer, found " + v.get_str());
  return v.get_num();
}

// An input of 0 and 1 alone is a relation, too, and the only number that may stand for a condition.
bool Evaluation::truth(const Node& e) {
  const Value v = value(e);
  if (v.kind == Value::Kind::truth) return v.truth;
  if (e.op == Op::letter) return truth(*e.children[0]);
  if (v.kind == Value::Kind::number && (e.op == Op::name || e.op == Op::call)) {
    const InputField* input = field(e.text);
    if (input != nullptr && input->is_relation()) return v.number == 1;
  }
  fail("expected a condition");
}

std::vector<Value> Evaluation::set(const Node& e) {
  Value v = value(e);
  if (v.kind != Value::Kind::set) fail("expected a set");
  return std::move(v.parts);
}

Value Evaluation::value(const Node& e) {
  step();
  switch (e.op) {
    case Op::number:
      return Value(e.value);
    case Op::name:
      return name(e);
    case Op::call:
      return call(e);
    case Op::operation:
      return operation(e);
    case Op::conditional:
      return value(truth(*e.children[0]) ? *e.children[1] : *e.children[2]);
    case Op::let:
      return with(e.text, value(*e.children[0]), [&] { return value(*e.children[1]); });
    case Op::iterate:
      return iterate(e);
    case Op::range: {
      const bool two = e.children.size() == 2;
      mpz_class k = two ? whole(*e.children[0]) : mpz_class(1);
      const mpz_class last = whole(*e.children[two ? 1 : 0]);
      if (last - k >= most_elements) throw Undecided("a range of more than 2^20 numbers");
      Value result;
      result.kind = Value::Kind::set;
      for (; k <= last; ++k) result.parts.push_back(Value(mpq_class(k)));
      return result;
    }
    case Op::set:
    case Op::tuple: {
      Value result;
      result.kind = Value::Kind::tuple;
      for (const Expression& child : e.children)
        result.parts.push_back(e.op == Op::set ? value(*child) : Value(number(*child)));
      return e.op == Op::set ? Value::set(std::move(result.parts)) : result;
    }
    case Op::letter:
      return value(*e.children[0]);
    case Op::quantifier:
      return quantifier(e);
  }
  fail("an unknown form");
}

Value Evaluation::name(const Node& e) {
  const auto found = scope_.names.find(e.text);
  if (found != scope_.names.end() && found->second.kind == Value::Kind::unknown)
    throw FreeCell{found->second.cell};
  if (found != scope_.names.end()) return found->second;
  const InputField* input = field(e.text);
  if (input == nullptr) fail(e.text + " is not known");
  std::vector<Value> elements;
  for (std::size_t k = 0; input->subset && k < input->cells; ++k) {
    if (cell(input->first + k) == 1) elements.push_back(Value(mpq_class(input->domains[0][k])));
  }
  if (input->subset) return Value::set(std::move(elements));
  if (!input->domains.empty()) fail(e.text + " is a function");
  return Value(mpq_class(cell(input->first)));
}

Value Evaluation::call(const Node& e) {
  if (e.text == "ind") {
    if (e.children.size() != 1) fail("ind has one argument");
    return Value(mpq_class(truth(*e.children[0]) ? 1 : 0));
  }
  if (const InputField* input = field(e.text); input != nullptr) {
    if (input->domains.size() != e.children.size() || input->subset) fail("the arguments of " + e.text);
    std::size_t place = 0;
    for (std::size_t k = 0; k < e.children.size(); ++k) {
      const mpz_class at = whole(*e.children[k]);
      const std::vector<long>& domain = input->domains[k];
      const auto found = std::find(domain.begin(), domain.end(), at);
      if (found == domain.end()) fail("an argument of " + e.text + " is outside of its domain");
      place = place * domain.size() + static_cast<std::size_t>(found - domain.begin());
    }
    return Value(mpq_class(cell(input->first + place)));
  }
  std::vector<mpq_class> x;
  for (const Expression& child : e.children) x.push_back(number(*child));
  if (x.empty()) fail(e.text + " has no arguments");
  if (e.text == "max") return Value(*std::max_element(x.begin(), x.end()));
  if (e.text == "min") return Value(*std::min_element(x.begin(), x.end()));
  if (x.size() != 1) fail(e.text + " is not known, or has one argument");
  if (e.text == "abs") return Value(mpq_class(abs(x[0])));
  if (e.text == "relu") return Value(mpq_class(x[0] < 0 ? mpq_class(0) : x[0]));
  if (e.text == "floor") return Value(floor_of(x[0]));
  if (e.text == "ceil") return Value(mpq_class(-floor_of(-x[0])));
  fail(e.text + " is not known");
}

namespace {

mpq_class power(const mpq_class& base, const mpq_class& exponent) {
  if (exponent.get_den() != 1 || exponent < 0 || exponent > 100000)
    throw Rejection("an exponent is no integer from 0 to 100,000");
  const unsigned long e = exponent.get_num().get_ui();
  if (e * (mpz_sizeinbase(base.get_num_mpz_t(), 2) + mpz_sizeinbase(base.get_den_mpz_t(), 2)) >
      2 * most_bits + 64)
    throw Undecided("a power of more than 100,000 bits");
  mpz_class numerator, denominator;
  mpz_pow_ui(numerator.get_mpz_t(), base.get_num_mpz_t(), e);
  mpz_pow_ui(denominator.get_mpz_t(), base.get_den_mpz_t(), e);
  return mpq_class(numerator, denominator);
}

// Of two numbers.
mpq_class arithmetic(const std::string& sign, const mpq_class& a, const mpq_class& b) {
  if (sign == "+") return a + b;
  if (sign == "-") return a - b;
  if (sign == "*") return a * b;
  if (sign == "^") return power(a, b);
  if (sign == "/" && b == 0) throw Rejection("an expression has no value: a division by zero");
  if (sign == "/") return a / b;
  if (sign != "div" && sign != "mod") throw Rejection("what stands beside " + sign);
  if (b <= 0) throw Rejection("an expression has no value: the divisor of div or mod is not positive");
  const mpq_class quotient = floor_of(a / b);
  return sign == "div" ? quotient : mpq_class(a - b * quotient);
}

}  // namespace

Value Evaluation::operation(const Node& e) {
  const std::string& sign = e.text;
  const Node& left = *e.children[0];
  if (sign == "not") return Value(!truth(left));
  if (e.children.size() == 1) return Value(mpq_class(-number(left)));
  const Node& right = *e.children[1];
  if (sign == "and") return Value(truth(left) && truth(right));
  if (sign == "or") return Value(truth(left) || truth(right));
  if (sign == "implies") return Value(!truth(left) || truth(right));
  const Value a = value(left);
  const Value b = value(right);
  if (sign == "=" || sign == "!=") return Value((compare(a, b) == 0) == (sign == "="));
  if (sign == "in" || sign == "\\") {
    if (b.kind != Value::Kind::set || (sign != "in" && a.kind != b.kind))
      fail("expected a set beside " + sign);
    const auto is_in = [&](const Value& x) {
      return std::any_of(b.parts.begin(), b.parts.end(), [&](const Value& y) { return compare(x, y) == 0; });
    };
    if (sign == "in") return Value(is_in(a));
    Value rest = a;
    std::erase_if(rest.parts, is_in);
    return rest;
  }
  if (a.kind != Value::Kind::number || b.kind != Value::Kind::number)
    fail("expected two numbers beside " + sign);
  const int order = cmp(a.number, b.number);
  if (sign == "<" || sign == ">") return Value(sign == "<" ? order < 0 : order > 0);
  if (sign == "<=" || sign == ">=") return Value(sign == "<=" ? order <= 0 : order >= 0);
  return Value(counted(arithmetic(sign, a.number, b.number)));
}

template <class Visit>
bool Evaluation::each(const Node& e, std::size_t depth, const Visit& visit) {
  if (depth == e.binders.size()) {
    if (e.such_that && !truth(*e.such_that)) return false;
    return visit();
  }
  for (Value& element : set(*e.binders[depth].second)) {
    step();
    if (with(e.binders[depth].first, std::move(element), [&] { return each(e, depth + 1, visit); }))
      return true;
  }
  return false;
}

void Evaluation::at_choices(const std::vector<std::pair<std::string, Expression>>& binders,
                            const std::function<bool()>& visit) {
  Node choices;
  choices.binders = binders;
  each(choices, 0, visit);
}

Value Evaluation::quantifier(const Node& e) {
  const Node& body = *e.children[0];
  if (e.text == "exists" || e.text == "forall") {
    const bool wanted = e.text == "exists";
    return Value(each(e, 0, [&] { return truth(body) == wanted; }) == wanted);
  }
  if (e.text == "sum" || e.text == "product" || e.text == "count") {
    mpq_class total = e.text == "product" ? 1 : 0;
    each(e, 0, [&] {
      const mpq_class next = e.text == "count" ? mpq_class(truth(body) ? 1 : 0) : number(body);
      total = counted(e.text == "product" ? mpq_class(total * next) : mpq_class(total + next));
      return false;
    });
    return Value(total);
  }
  if (e.text == "each") fail("each is no value");
  return best(e);
}

// max, min, argmax, argmin, least.
Value Evaluation::best(const Node& e) {
  const bool least = e.text == "least";
  const bool down = e.text == "min" || e.text == "argmin";
  std::vector<Value> winners;
  mpq_class record;
  each(e, 0, [&] {
    const mpq_class candidate = least ? mpq_class(truth(*e.children[0]) ? 0 : 1) : number(*e.children[0]);
    if (least && candidate != 0) return false;
    if (!winners.empty() && (down ? candidate > record : candidate < record)) return false;
    if (winners.empty() || candidate != record || e.tie == "last") winners.clear();
    record = candidate;
    Value index;
    if (e.binders.size() == 1) {
      index = scope_.names.at(e.binders[0].first);
    } else {
      index.kind = Value::Kind::tuple;
      for (const auto& binder : e.binders) index.parts.push_back(scope_.names.at(binder.first));
    }
    if (winners.size() < 2) winners.push_back(index);
    return least;
  });
  const bool value_asked = e.text == "max" || e.text == "min";
  const bool none = winners.empty() || (e.tie == "unique" && winners.size() > 1);
  if (none) {
    if (e.children.size() < 2) fail(e.text + " of nothing, or of several with none chosen");
    return value(*e.children[1]);
  }
  if (value_asked) return Value(record);
  if (winners.size() > 1 && e.tie != "first" && !least) fail(e.text + " has several best indices");
  return winners.front();
}

Value Evaluation::iterate(const Node& e) {
  Value current = value(*e.children[0]);
  const mpz_class times = whole(*e.children[1]);
  if (times < 0) fail("a negative number of times");
  for (mpz_class k = 0; k < times; ++k) {
    step();
    current = with(e.text, std::move(current), [&] { return value(*e.children[2]); });
  }
  return current;
}

void Evaluation::coordinates(const Node& e, std::vector<mpq_class>& out,
                             std::map<std::size_t, std::size_t>* open) {
  step();
  if (out.size() > most_elements) throw Undecided("an encoding of more than 2^20 coordinates");
  if (e.op == Op::call && e.text == "zeros" && e.children.size() == 1) {
    const mpz_class count = whole(*e.children[0]);
    if (count < 0 || count > 65536) fail("zeros of a length that no layer has");
    out.insert(out.end(), count.get_ui(), mpq_class(0));
  } else if (e.op == Op::quantifier && e.text == "each" && !e.such_that) {
    each(e, 0, [&] {
      coordinates(*e.children[0], out, open);
      return false;
    });
  } else if (e.op == Op::tuple) {
    for (const Expression& child : e.children) coordinates(*child, out, open);
  } else {
    try {
      out.push_back(number(e));
    } catch (const FreeCell& free) {
      if (open == nullptr) throw;
      open->emplace(out.size(), free.cell);
      out.emplace_back();
    }
  }
}

mpq_class Evaluation::letter(const Node& word, const mpq_class& place) {
  std::vector<const Node*> waiting{&word};
  mpq_class before = 0;
  while (!waiting.empty()) {
    const Node& part = *waiting.back();
    waiting.pop_back();
    if (part.op == Op::operation && part.text == "++") {
      waiting.push_back(part.children[1].get());
      waiting.push_back(part.children[0].get());
      continue;
    }
    if (part.op == Op::letter || part.op == Op::tuple) {
      for (const Expression& child : part.children) {
        before += 1;
        if (before == place) return number(*child);
      }
      continue;
    }
    const InputField* input = part.op == Op::name ? field(part.text) : nullptr;
    if (input == nullptr || input->domains.empty() || input->subset) fail("a word of this kind is not known");
    const mpq_class cells(static_cast<unsigned long>(input->cells));
    const mpq_class at = place - before;
    if (at >= 1 && at <= cells && at.get_den() == 1)
      return mpq_class(cell(input->first + at.get_num().get_ui() - 1));
    before += cells;
  }
  fail("a word has no letter at " + place.get_str());
}

}  // namespace attest_check
