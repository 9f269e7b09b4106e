#include "theorems/proof/fixed_positions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::theorems {

using language::Expression;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

bool sums_over_tokens(const SymbolicHead& head) {
  return !head.hard && !head.exact && head.tokens.size() == 1 && head.tokens.front().indices.size() == 1 &&
         head.tokens.front().place.size() == 1;
}

// P of a symbol that is ind(P) at the head's token; null for others.
Expression indicator_condition(SymbolicTheorem& theorem, const SymbolicHead& head,
                               const std::string& symbol) {
  const SummedToken& token = head.tokens.front();
  for (const auto& [feature, name] : token.symbols) {
    if (name == symbol) return theorem.tokens().indicated(feature);
  }
  for (const auto& [name, variable] : token.indicators) {
    if (variable != symbol) continue;
    for (const PlaceIndicator& indicator : theorem.indicators()) {
      if (indicator.name == name) return indicator.condition;
    }
  }
  return nullptr;
}

namespace {

constexpr long largest_power = 16;

class PositionsReader {
 public:
  PositionsReader(SymbolicTheorem& theorem, const SymbolicHead& head)
      : theorem_(theorem), variables_(theorem.variables()), head_(head), index_(head.indices.front().name) {}

  FixedPositions run(const std::set<std::size_t>& read) {
    find_positions();
    find_weights();
    for (const std::size_t c : read) find_mean(c);
    return std::move(result_);
  }

 private:
  // The run of the summed index.
  const Bounds& range() const {
    const auto run = head_.runs.find(index_);
    return run == head_.runs.end() ? variables_.bounds(index_) : run->second;
  }

  // What the score reads of the token that is looked at. What it reads of the judged one is the same for all of them: of an expressive head a
  // number that hangs on the input.
  std::vector<std::string> score_symbols() const {
    const SummedToken& token = head_.tokens.front();
    const auto is_named = [](const std::map<std::string, std::string>& names, const std::string& name) {
      return std::any_of(names.begin(), names.end(), [&](const auto& one) { return one.second == name; });
    };
    std::vector<std::string> symbols;
    for (const std::string& name : head_.score.variables()) {
      if (variables_.is_size(name)) continue;
      const bool own = name == index_ || is_named(token.symbols, name) || is_named(token.indicators, name) ||
                       is_named(token.remainders, name);
      if (own || !head_.expressive) symbols.push_back(name);
    }
    return symbols;
  }

  void find_positions() {
    for (const std::string& symbol : score_symbols()) {
      const Expression condition = indicator_condition(theorem_, head_, symbol);
      const auto listed = condition ? theorem_.tokens().listed(condition) : std::nullopt;
      if (!listed) {
        throw Refusal("L6.a", fmt::format("{}: the score depends on {}, which lists no fixed positions",
                                          head_.name, symbol));
      }
      for (const Laurent& p : *listed) add_position(p);
    }
    if (result_.positions.empty()) throw Refusal("L6.a", fmt::format("{}: no fixed positions", head_.name));
    const auto& [low, high] = range();
    for (const Laurent& p : result_.positions) {
      if (!variables_.is_integer(p) || !variables_.proves_nonnegative(p - low) ||
          !variables_.proves_nonnegative(high - p)) {
        throw Refusal("L6.b", fmt::format("{}: the position {} is not shown to be one of {} to {}",
                                          head_.name, p.to_string(), low.to_string(), high.to_string()));
      }
    }
    result_.count = high - low + Laurent(1) - Laurent(static_cast<long>(result_.positions.size()));
    if (!variables_.sizes_alone(result_.count) || !variables_.nonnegative(result_.count))
      throw Refusal(
          "L6.b",
          fmt::format("{}: the number of other tokens is {}, of which it is not shown that it is at least 0",
                      head_.name, result_.count.to_string()));
  }

  // Each position once: two that are not the same differ at all sizes, for all inputs.
  void add_position(const Laurent& p) {
    for (const Laurent& known : result_.positions) {
      if (known == p) return;
      if (!variables_.proves_nonnegative(known - p - Laurent(1)) &&
          !variables_.proves_nonnegative(p - known - Laurent(1))) {
        throw Refusal("L6.b", fmt::format("{}: the positions {} and {} may be the same", head_.name,
                                          known.to_string(), p.to_string()));
      }
    }
    result_.positions.push_back(p);
  }

  Laurent score_at(const Laurent& p) const {
    std::map<std::string, Laurent> at;
    for (const std::string& symbol : score_symbols()) {
      const auto known = theorem_.tokens().holds_at(indicator_condition(theorem_, head_, symbol), {p});
      if (!known)
        throw Refusal("L6.b",
                      fmt::format("{}: what {} is at {} is not shown", head_.name, symbol, p.to_string()));
      at.emplace(symbol, Laurent(*known ? 1 : 0));
    }
    return head_.score.substitute(at);
  }

  void find_weights() {
    const Laurent top = score_at(result_.positions.front());
    for (const Laurent& p : result_.positions) {
      const Laurent score = score_at(p);
      if (!(score == top)) {
        throw Refusal("L6.c", fmt::format("{}: the scores {} and {} of two positions differ", head_.name,
                                          top.to_string(), score.to_string()));
      }
    }
    std::map<std::string, Laurent> none;
    for (const std::string& symbol : score_symbols()) none.emplace(symbol, Laurent());
    const Laurent rest = head_.score.substitute(none);
    if (head_.expressive) {
      const Laurent z = top * top;
      const Laurent other = rest * rest;
      result_.weight = z * (Laurent(1) + other);
      result_.others = other * (Laurent(1) + z);
    } else {
      exponentials(top - rest);
    }
    const auto least = variables_.bounds_of(result_.weight);
    if (!least || !variables_.positive(least->low)) {
      throw Refusal("L6.c", fmt::format("{}: the weight {} of a position is not shown to be positive",
                                        head_.name, result_.weight.to_string()));
    }
    // Where the others weigh nothing it does not matter how much the positions do.
    if (result_.others.is_zero()) result_.weight = Laurent(1);
    if (!variables_.sizes_alone(result_.weight) || !variables_.sizes_alone(result_.others)) {
      throw Refusal("L6.c", fmt::format("{}: the weights {} and {} hang on the input", head_.name,
                                        result_.weight.to_string(), result_.others.to_string()));
    }
    if (!variables_.nonnegative(result_.others))
      throw Refusal("L6.c", fmt::format("{}: the others' weight {} is not shown to be at least 0", head_.name,
                                        result_.others.to_string()));
    result_.denominator = Laurent(static_cast<long>(result_.positions.size())) * result_.weight +
                          result_.count * result_.others;
  }

  // k^c in relation to 1.
  void exponentials(const Laurent& lead) {
    const auto& unit = head_.unit;
    const auto exponent = (unit.factor * lead).constant();
    const auto c = exponent && unit.under_root == 1 && unit.log_of && denominator_of(*exponent) == 1
                       ? fits_long(*exponent)
                       : std::nullopt;
    if (!c || *c == 0 || std::abs(*c) > largest_power) {
      throw Refusal("L6.c",
                    fmt::format("{}: a lead of {} in units of {} is no power of a number in the sizes",
                                head_.name, lead.to_string(), unit.to_string()));
    }
    if (!variables_.positive(*unit.log_of))
      throw Refusal("G3",
                    fmt::format("{} is not shown to be positive for all sizes", unit.log_of->to_string()));
    const Laurent power = proof::power(*unit.log_of, std::abs(*c));
    result_.weight = *c > 0 ? power : Laurent(1);
    result_.others = *c > 0 ? Laurent(1) : power;
  }

  // What a symbol is at a position.
  Laurent symbol_at(const std::string& feature, const Laurent& p) const {
    return theorem_.tokens().feature_at(feature, {p});
  }

  Laurent value_at(const Laurent& value, const Laurent& p) const {
    std::map<std::string, Laurent> at{{index_, p}};
    const SummedToken& token = head_.tokens.front();
    for (const auto& [feature, symbol] : token.symbols) {
      if (value.has(symbol)) at.emplace(symbol, symbol_at(feature, p));
    }
    for (const auto& [name, symbol] : token.indicators) {
      if (!value.has(symbol)) continue;
      const auto known = theorem_.tokens().holds_at(indicator_condition(theorem_, head_, symbol), {p});
      if (!known)
        throw Refusal("L6.d",
                      fmt::format("{}: what {} is at {} is not shown", head_.name, name, p.to_string()));
      at.emplace(symbol, Laurent(*known ? 1 : 0));
    }
    return value.substitute(at);
  }

  // At the others: what lists positions of this head alone is 0 there.
  Laurent value_elsewhere(const Laurent& value) const {
    std::map<std::string, Laurent> at;
    for (const std::string& symbol : value.variables()) {
      const Expression condition = indicator_condition(theorem_, head_, symbol);
      const auto listed = condition ? theorem_.tokens().listed(condition) : std::nullopt;
      if (listed && std::all_of(listed->begin(), listed->end(), [this](const Laurent& p) {
            return std::find(result_.positions.begin(), result_.positions.end(), p) !=
                   result_.positions.end();
          }))
        at.emplace(symbol, Laurent());
    }
    return value.substitute(at);
  }

  void find_mean(std::size_t c) {
    const Laurent& value = head_.value[c];
    Laurent sum;
    for (const Laurent& p : result_.positions) sum += value_at(value, p);
    const Laurent elsewhere = value_elsewhere(value);
    const auto bounds = variables_.bounds_of(elsewhere);
    if (!bounds) {
      throw Refusal(
          "L6.d", fmt::format("{}: no bounds of the value {} are shown", head_.name, elsewhere.to_string()));
    }
    result_.spread[c] = bounds->high - bounds->low;
    Laurent rest = result_.count * bounds->low;
    if (!result_.spread[c].is_zero() && !result_.count.is_zero()) {
      const std::string name = fmt::format("sum of {} over the others of {}", value.to_string(), head_.name);
      if (!variables_.knows(name)) variables_.add(name, {rest, result_.count * bounds->high}, false);
      rest = Laurent::variable(name);
    }
    result_.numerators[c] = result_.weight * sum + result_.others * rest;
  }

  SymbolicTheorem& theorem_;
  proof::Variables& variables_;
  const SymbolicHead& head_;
  const std::string& index_;
  FixedPositions result_;
};

}  // namespace

bool has_fixed_positions(SymbolicTheorem& theorem, const SymbolicHead& head) {
  if (!sums_over_tokens(head)) return false;
  bool some = false;
  for (const std::string& name : head.score.variables()) {
    if (theorem.variables().is_size(name)) continue;
    if (!indicator_condition(theorem, head, name)) return false;
    some = true;
  }
  return some;
}

FixedPositions fixed_positions(SymbolicTheorem& theorem, const SymbolicHead& head,
                               const std::set<std::size_t>& read) {
  if (!sums_over_tokens(head))
    throw Refusal("L6.a", fmt::format("{}: no mean over tokens of one index", head.name));
  return PositionsReader(theorem, head).run(read);
}

}  // namespace attest::theorems
