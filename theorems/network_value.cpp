#include "theorems/network_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/usage_error.hpp"
#include "language/words.hpp"
#include "numeric/checked.hpp"

namespace attest::theorems {

namespace {

using language::Binder;
using language::Expression;
using language::Node;
using language::Op;
using language::Place;
using language::Quantifier;
using language::Tie;
using Tuple = std::vector<NetworkValue>;
using Set = std::vector<Rational>;

constexpr std::size_t most_members = 1U << 20U;  // of a range
constexpr unsigned long most_exponent = 1U << 16U;

NetworkValue of(Rational value) {
  return {std::move(value)};
}
NetworkValue of(bool value) {
  return {value};
}

// One evaluation: names that are bound inside the expression hide those outside.
class Evaluation {
 public:
  explicit Evaluation(const NetworkNames& names) : names_(names) {}

  NetworkValue operator()(const Node& e) {
    switch (e.op) {
      case Op::number:
        return of(e.value);
      case Op::text:
        refuse(e.place, "a text has no value here");
      case Op::name:
        return named(e);
      case Op::subscript:
        return subscript(e);
      case Op::call:
        return e.name == "zeros" ? zeros(e) : e.name == "unit" ? unit(e) : call(e);
      case Op::member:
        if (names_.member) {
          if (auto value = names_.member(e.name, *e.children[0])) return *value;
        }
        throw NetworkError(e.place, fmt::format("'{}' has no coordinates here", e.name));
      case Op::negate:
        return scaled(Rational(-1), child(e, 0), e.place);
      case Op::logic_not:
        return of(!truth(e, 0));
      case Op::add:
        return sum(child(e, 0), child(e, 1), Rational(1), e.place);
      case Op::subtract:
        return sum(child(e, 0), child(e, 1), Rational(-1), e.place);
      case Op::multiply:
        return product(child(e, 0), child(e, 1), e.place);
      case Op::divide: {
        const Rational divisor = number(e, 1);
        if (divisor == 0) throw NetworkError(e.place, "a division by zero");
        return scaled(Rational(1) / divisor, child(e, 0), e.place);
      }
      case Op::power:
        return of(raised(number(e, 0), number(e, 1), e.place));
      case Op::div:
      case Op::mod: {
        const Rational divisor = number(e, 1);
        if (divisor <= 0) throw NetworkError(e.place, "div and mod by a number that is not positive");
        const Rational a = number(e, 0);
        const Rational quotient(floor_of(Rational(a / divisor)));
        return of(e.op == Op::div ? quotient : Rational(a - quotient * divisor));
      }
      case Op::equal:
        return of(equal(child(e, 0), child(e, 1), e.place));
      case Op::unequal:
        return of(!equal(child(e, 0), child(e, 1), e.place));
      case Op::less:
        return of(number(e, 0) < number(e, 1));
      case Op::less_equal:
        return of(number(e, 0) <= number(e, 1));
      case Op::greater:
        return of(number(e, 0) > number(e, 1));
      case Op::greater_equal:
        return of(number(e, 0) >= number(e, 1));
      case Op::logic_and:
        return of(truth(e, 0) && truth(e, 1));
      case Op::logic_or:
        return of(truth(e, 0) || truth(e, 1));
      case Op::implies:
        return of(!truth(e, 0) || truth(e, 1));
      case Op::element: {
        const Rational x = number(e, 0);
        if (const auto member = member_of_subset(x, e.children[1])) return of(*member);
        return of(contains(*e.children[1], x));
      }
      case Op::conditional:
        return child(e, truth(e, 0) ? 1 : 2);
      case Op::let: {
        NetworkValue value = child(e, 0);
        const Bound bound(*this, e.name, std::move(value));
        return child(e, 1);
      }
      case Op::range:
      case Op::set:
      case Op::difference:
        return {members(e)};
      case Op::tuple: {
        Tuple tuple;
        for (const Expression& entry : e.children) {
          // A part that is a vector itself is written out.
          NetworkValue part = (*this)(*entry);
          if (part.is_tuple()) {
            for (NetworkValue& inner : std::get<Tuple>(part.content)) tuple.push_back(std::move(inner));
          } else {
            tuple.push_back(std::move(part));
          }
        }
        return {std::move(tuple)};
      }
      case Op::concat:
        refuse(e.place, "'++' makes words, which are read by an index");
      case Op::quantifier:
        return quantified(e);
      case Op::iterate: {
        NetworkValue value = child(e, 0);
        const Rational times = number(e, 1);
        const auto count = fits_long(times);
        if (!count || *count < 0 || *count > static_cast<long>(most_members)) {
          refuse(e.place, fmt::format("{} is no number of repetitions", to_string(times)));
        }
        for (long k = 0; k < *count; ++k) {
          const Bound bound(*this, e.name, std::move(value));
          value = child(e, 2);
        }
        return value;
      }
      case Op::table:
        return of(looked_up(e));
    }
    refuse(e.place, "this has no value");
  }

 private:
  // A name that has a value while this object lives.
  class Bound {
   public:
    Bound(Evaluation& evaluation, const std::string& name, NetworkValue value) : evaluation_(evaluation) {
      evaluation_.bound_.emplace_back(name, std::move(value));
    }
    ~Bound() { evaluation_.bound_.pop_back(); }
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;

   private:
    Evaluation& evaluation_;
  };

  // zeros(k): k coordinates that are zero.
  NetworkValue zeros(const Node& e) {
    const Rational count = number(e, 0);
    const auto k = fits_long(count);
    if (!k || *k < 0 || *k > static_cast<long>(most_members)) {
      throw NetworkError(e.place, fmt::format("a block of {} zeros", attest::to_string(count)));
    }
    return {Tuple(static_cast<std::size_t>(*k), of(Rational(0)))};
  }

  Rational looked_up(const Node& e) {
    std::size_t cell = 0;
    for (std::size_t k = 0; k < e.children.size(); ++k) {
      const Set& domain = e.table->domains[k];
      const Rational x = number(e, k);
      const auto [begin, end] = std::equal_range(domain.begin(), domain.end(), x);
      if (begin == end) {
        throw NetworkError(e.place, fmt::format("the table {} has no argument {} that is {}", e.table->name,
                                                k + 1, to_string(x)));
      }
      cell = cell * domain.size() + static_cast<std::size_t>(begin - domain.begin());
    }
    return e.table->cells[cell];
  }

  NetworkValue child(const Node& e, std::size_t k) { return (*this)(*e.children[k]); }
  Rational number(const Node& e, std::size_t k) { return child(e, k).number(e.children[k]->place); }
  // A relation's entry, 0 or 1, is a condition.
  bool truth(const Node& e, std::size_t k) { return truth_of(*e.children[k], child(e, k)); }
  static bool truth_of(const Node& e, const NetworkValue& value) {
    const auto* entry = std::get_if<Rational>(&value.content);
    const bool input = e.op == Op::call && language::find_builtin(e.name) == nullptr;
    if (entry != nullptr && input && (*entry == 0 || *entry == 1)) return *entry == 1;
    return value.truth(e.place);
  }

  const NetworkValue* bound(const std::string& name) const {
    for (auto at = bound_.rbegin(); at != bound_.rend(); ++at) {
      if (at->first == name) return &at->second;
    }
    return nullptr;
  }

  NetworkValue named(const Node& e) {
    if (const NetworkValue* value = bound(e.name)) return *value;
    if (names_.name) {
      if (auto value = names_.name(e.name)) return *value;
      if (names_.name(e.name + "(1)")) {
        throw NetworkError(
            e.place,
            fmt::format("'{0}' is a vector, whose numbers are {0}(1), {0}(2), ..; the whole of it is written "
                        "each k in [..]: {0}(k)",
                        e.name));
      }
    }
    if (is_called(e))
      throw NetworkError(e.place, fmt::format("'{0}' is a function here; write {0}(..)", e.name));
    throw NetworkError(e.place, fmt::format("'{}' has no meaning here", e.name));
  }

  // Whether calls have a meaning where the name alone has none.
  bool is_called(const Node& e) const {
    if (!names_.call) return false;
    const auto call = language::node(Op::call, {language::number(Rational(1), e.place)}, e.place, e.name);
    try {
      return names_.call(*call, {of(Rational(1))}).has_value();
    } catch (const NetworkError&) {  // another number of arguments, or outside of their range
      return true;
    } catch (const UsageError&) {
      return true;
    }
  }

  NetworkValue subscript(const Node& e) {
    const Node& index = *e.children[0];
    const std::string text = index.op == Op::number ? to_string(index.value) : index.name;
    if (const NetworkValue* value = bound(e.name + "_" + text)) return *value;
    if (names_.name) {
      if (auto value = names_.name(e.name + "_" + text)) return *value;
    }
    if (names_.subscript) {
      if (auto value = names_.subscript(e.name, text)) return *value;
    }
    throw NetworkError(e.place, fmt::format("'{}_{}' has no meaning here", e.name, text));
  }

  // unit(i, k): of k numbers the i-th is 1 and the others are 0.
  NetworkValue unit(const Node& e) {
    if (e.children.size() != 2) refuse(e.place, "'unit' takes a place and a length, as in unit(i, n)");
    const Rational length = number(e, 1);
    const auto count = fits_long(length);
    if (!count || *count < 0 || *count > static_cast<long>(most_members))
      refuse(e.place, fmt::format("a vector of {} numbers", to_string(length)));
    const Rational place = number(e, 0);
    const auto at = fits_long(place);
    if (!at || *at < 1 || *at > *count)
      throw NetworkError(
          e.place, fmt::format("entry {} of a vector with the entries 1 to {}", to_string(place), *count));
    Tuple tuple;
    for (long k = 1; k <= *count; ++k) tuple.push_back(of(Rational(k == *at ? 1 : 0)));
    return {std::move(tuple)};
  }

  NetworkValue call(const Node& e) {
    std::vector<NetworkValue> arguments;
    for (const Expression& argument : e.children) arguments.push_back((*this)(*argument));
    const auto argument = [&](std::size_t k) { return arguments[k].number(e.children[k]->place); };
    const auto one = [&] {
      if (arguments.size() != 1) refuse(e.place, fmt::format("'{}' takes one argument", e.name));
    };
    if (e.name == "max" || e.name == "min") {
      if (arguments.empty()) refuse(e.place, fmt::format("'{}' of nothing", e.name));
      Rational best = argument(0);
      for (std::size_t k = 1; k < arguments.size(); ++k) {
        const Rational next = argument(k);
        if (e.name == "max" ? next > best : next < best) best = next;
      }
      return of(best);
    }
    if (e.name == "abs") return one(), of(Rational(abs(argument(0))));
    if (e.name == "relu") return one(), of(argument(0) > 0 ? argument(0) : Rational(0));
    if (e.name == "floor") return one(), of(Rational(floor_of(argument(0))));
    if (e.name == "ceil") return one(), of(-Rational(floor_of(-argument(0))));
    if (e.name == "ind") return one(), of(Rational(truth_of(*e.children[0], arguments[0]) ? 1 : 0));
    if (names_.call) {
      if (auto value = names_.call(e, arguments)) return *value;
    }
    if (language::find_builtin(e.name) != nullptr) {
      refuse(e.place, fmt::format("'{}' is not evaluated here", e.name));
    }
    throw NetworkError(e.place, fmt::format("'{}' is no function here", e.name));
  }

  // Whether x is in an input that is a subset, by its entry; nothing where the name means something else.
  std::optional<bool> member_of_subset(const Rational& x, const Expression& set) const {
    if (set->op != Op::name || bound(set->name) != nullptr || !names_.call) return std::nullopt;
    const auto entry = language::node(Op::call, {language::number(x, set->place)}, set->place, set->name);
    try {
      const auto value = names_.call(*entry, {of(x)});
      if (!value) return std::nullopt;
      return value->number(set->place) != 0;
    } catch (const NetworkError&) {  // outside of what it is a subset of
      return false;
    }
  }

  // The integers from the first to the last.
  std::pair<Rational, Rational> ends_of_range(const Node& e) {
    std::pair<Rational, Rational> ends{e.children.size() == 1 ? Rational(1) : number(e, 0),
                                       number(e, e.children.size() - 1)};
    if (denominator_of(ends.first) != 1 || denominator_of(ends.second) != 1)
      throw NetworkError(e.place, "the ends of a range are integers");
    return ends;
  }

  // However long the range is, nothing is listed.
  bool contains(const Node& e, const Rational& x) {
    if (e.op == Op::range) {
      const auto [first, last] = ends_of_range(e);
      return denominator_of(x) == 1 && first <= x && x <= last;
    }
    const Set set = members(e);
    return std::find(set.begin(), set.end(), x) != set.end();
  }

  Set members(const Node& e) {
    Set set;
    if (e.op == Op::set) {
      for (const Expression& entry : e.children) set.push_back((*this)(*entry).number(entry->place));
      std::sort(set.begin(), set.end());
      set.erase(std::unique(set.begin(), set.end()), set.end());
      return set;
    }
    if (e.op == Op::range) {
      const auto [first, last] = ends_of_range(e);
      if (last - first >= Rational(most_members)) refuse(e.place, "a range that is too long");
      for (Rational x = first; x <= last; x += 1) set.push_back(x);
      return set;
    }
    if (e.op == Op::difference) {
      set = members(*e.children[0]);
      const Set without = members(*e.children[1]);
      std::erase_if(set,
                    [&](const Rational& x) { return std::binary_search(without.begin(), without.end(), x); });
      return set;
    }
    NetworkValue value = (*this)(e);
    if (auto* found = std::get_if<Set>(&value.content)) return *found;
    refuse(e.place, "a range or a set is expected here");
  }

  // each k in [m], ..: a vector, the last index fastest; a body that is a vector itself is written out.
  void entries_of_each(const Node& e, std::size_t depth, Tuple& entries) {
    if (entries.size() > most_members) refuse(e.place, "a vector that is too long");
    if (depth < e.binders.size()) {
      for (const Rational& x : members(*e.binders[depth].range)) {
        const Bound bound(*this, e.binders[depth].name, of(x));
        entries_of_each(e, depth + 1, entries);
      }
      return;
    }
    NetworkValue body = child(e, 0);
    if (!body.is_tuple()) {
      entries.push_back(std::move(body));
      return;
    }
    for (NetworkValue& inner : std::get<Tuple>(body.content)) entries.push_back(std::move(inner));
  }

  NetworkValue quantified(const Node& e) {
    if (e.quantifier == Quantifier::each) {
      Tuple entries;
      entries_of_each(e, 0, entries);
      return {std::move(entries)};
    }
    const bool index = e.quantifier == Quantifier::least || e.quantifier == Quantifier::argmax ||
                       e.quantifier == Quantifier::argmin;
    if (index && e.binders.size() > 1)
      refuse(e.place, "a tuple of indices is not evaluated here; name one index");
    std::vector<Rational> values;
    std::vector<Rational> indices;
    visit(e, 0, values, indices);
    const Node* otherwise = e.children.size() > 1 ? e.children[1].get() : nullptr;
    const auto empty = [&]() -> NetworkValue {
      if (otherwise != nullptr) return (*this)(*otherwise);
      throw NetworkError(e.place, "nothing to choose from; say what then, with 'else'");
    };
    Rational result = e.quantifier == Quantifier::product ? 1 : 0;
    switch (e.quantifier) {
      case Quantifier::sum:
      case Quantifier::count:
        for (const Rational& value : values) result += value;
        return of(result);
      case Quantifier::product:
        for (const Rational& value : values) result *= value;
        return of(result);
      case Quantifier::exists:
        return of(std::any_of(values.begin(), values.end(), [](const Rational& v) { return v != 0; }));
      case Quantifier::forall:
        return of(std::all_of(values.begin(), values.end(), [](const Rational& v) { return v != 0; }));
      case Quantifier::max:
        return values.empty() ? empty() : of(*std::max_element(values.begin(), values.end()));
      case Quantifier::min:
        return values.empty() ? empty() : of(*std::min_element(values.begin(), values.end()));
      case Quantifier::least: {
        const auto found =
            std::find_if(values.begin(), values.end(), [](const Rational& v) { return v != 0; });
        return found == values.end() ? empty()
                                     : of(indices[static_cast<std::size_t>(found - values.begin())]);
      }
      case Quantifier::argmax:
      case Quantifier::argmin:
      case Quantifier::each:
        break;
    }
    if (values.empty()) return empty();
    const bool largest = e.quantifier == Quantifier::argmax;
    std::size_t best = 0;
    std::size_t alike = 1;
    for (std::size_t k = 1; k < values.size(); ++k) {
      const bool better = largest ? values[k] > values[best] : values[k] < values[best];
      alike = better ? 1 : alike + (values[k] == values[best] ? 1 : 0);
      if (better || (e.tie == Tie::last && values[k] == values[best])) best = k;
    }
    if (alike > 1 && e.tie != Tie::first && e.tie != Tie::last) {
      if (e.tie != Tie::unique) refuse(e.place, "several indices are best; say 'first' or 'last'");
      if (otherwise != nullptr) return (*this)(*otherwise);
      throw NetworkError(e.place, "several indices are best");
    }
    return of(indices[best]);
  }

  // Appends the body's value (truth values as 0 and 1) and the last binder's index, for every choice of the binders.
  void visit(const Node& e, std::size_t depth, std::vector<Rational>& values,
             std::vector<Rational>& indices) {
    if (depth == e.binders.size()) {
      if (e.such_that && !truth_of(*e.such_that, (*this)(*e.such_that))) return;
      if (values.size() >= most_members) refuse(e.place, "too many terms");
      const NetworkValue body = child(e, 0);
      const bool* yes = std::get_if<bool>(&body.content);
      values.push_back(yes != nullptr ? Rational(*yes ? 1 : 0) : body.number(e.children[0]->place));
      indices.push_back(bound_.back().second.number(e.place));
      return;
    }
    const Binder& binder = e.binders[depth];
    for (const Rational& x : members(*binder.range)) {
      const Bound bound(*this, binder.name, of(x));
      visit(e, depth + 1, values, indices);
    }
  }

  static Rational raised(const Rational& base, const Rational& exponent, const Place& place) {
    const auto e = fits_long(exponent);
    if (!e || *e > static_cast<long>(most_exponent))
      refuse(place, fmt::format("{} is no exponent", to_string(exponent)));
    if (*e < 0) throw NetworkError(place, "an exponent below 0");
    const auto size = static_cast<unsigned long>(*e);
    return {power(numerator_of(base), size), power(denominator_of(base), size)};
  }

  static bool equal(const NetworkValue& a, const NetworkValue& b, const Place& place) {
    const bool* x = std::get_if<bool>(&a.content);
    const bool* y = std::get_if<bool>(&b.content);
    if (x != nullptr && y != nullptr) return *x == *y;
    if (a.is_tuple() && b.is_tuple()) {
      const Tuple& s = std::get<Tuple>(a.content);
      const Tuple& t = std::get<Tuple>(b.content);
      if (s.size() != t.size()) return false;
      for (std::size_t k = 0; k < s.size(); ++k) {
        if (!equal(s[k], t[k], place)) return false;
      }
      return true;
    }
    return a.number(place) == b.number(place);
  }

  static NetworkValue scaled(const Rational& factor, const NetworkValue& value, const Place& place) {
    if (!value.is_tuple()) return of(Rational(factor * value.number(place)));
    Tuple result;
    for (const NetworkValue& entry : std::get<Tuple>(value.content))
      result.push_back(scaled(factor, entry, place));
    return {std::move(result)};
  }

  static NetworkValue sum(const NetworkValue& a, const NetworkValue& b, const Rational& sign,
                          const Place& place) {
    if (a.is_tuple() != b.is_tuple()) refuse(place, "a number and a vector cannot be added");
    if (!a.is_tuple()) return of(Rational(a.number(place) + sign * b.number(place)));
    const Tuple& s = std::get<Tuple>(a.content);
    const Tuple& t = std::get<Tuple>(b.content);
    if (s.size() != t.size()) {
      throw NetworkError(place,
                         fmt::format("vectors of {} and {} coordinates cannot be added", s.size(), t.size()));
    }
    Tuple result;
    for (std::size_t k = 0; k < s.size(); ++k) result.push_back(sum(s[k], t[k], sign, place));
    return {std::move(result)};
  }

  static NetworkValue product(const NetworkValue& a, const NetworkValue& b, const Place& place) {
    if (!a.is_tuple()) return scaled(a.number(place), b, place);
    if (!b.is_tuple()) return scaled(b.number(place), a, place);
    refuse(place, "two vectors cannot be multiplied");
  }

  const NetworkNames& names_;
  std::vector<std::pair<std::string, NetworkValue>> bound_;
};

}  // namespace

const Rational& NetworkValue::number(const Place& place) const {
  if (const auto* value = std::get_if<Rational>(&content)) return *value;
  refuse(place, "a number is expected here");
}

bool NetworkValue::truth(const Place& place) const {
  if (const auto* value = std::get_if<bool>(&content)) return *value;
  refuse(place, "a condition is expected here");
}

NetworkValue evaluate(const Expression& expression, const NetworkNames& names) {
  return Evaluation(names)(*expression);
}

Rational evaluate_number(const Expression& expression, const NetworkNames& names) {
  return evaluate(expression, names).number(expression->place);
}

bool evaluate_truth(const Expression& expression, const NetworkNames& names) {
  return evaluate(expression, names).truth(expression->place);
}

std::vector<Rational> evaluate_set(const Expression& expression, const NetworkNames& names) {
  NetworkValue value = evaluate(expression, names);
  if (auto* set = std::get_if<Set>(&value.content)) return std::move(*set);
  refuse(expression->place, "a range or a set is expected here");
}

bool is_member(const Rational& x, const Expression& set, const NetworkNames& names) {
  return evaluate_truth(language::node(Op::element, {language::number(x), set}, set->place), names);
}

std::vector<Rational> evaluate_vector(const Expression& expression, const NetworkNames& names) {
  const NetworkValue value = evaluate(expression, names);
  const auto entry = [&](const NetworkValue& e) {
    const bool* yes = std::get_if<bool>(&e.content);
    return yes != nullptr ? Rational(*yes ? 1 : 0) : e.number(expression->place);
  };
  if (!value.is_tuple()) return {entry(value)};
  std::vector<Rational> result;
  for (const NetworkValue& e : std::get<Tuple>(value.content)) result.push_back(entry(e));
  return result;
}

}  // namespace attest::theorems
