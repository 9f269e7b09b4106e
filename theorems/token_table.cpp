#include "theorems/token_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Node;
using language::Op;

constexpr std::size_t most_tokens = 1U << 16U;
constexpr std::size_t most_kinds = 1U << 20U;

// A feature asked for a cell whose value is not fixed yet.
struct NeedsCell {
  std::size_t cell;
};

std::string index_text(const std::vector<Rational>& indices) {
  std::string text;
  for (const Rational& index : indices) text += (text.empty() ? "" : ",") + attest::to_string(index);
  return text;
}

// Names inside a feature's expression: the token's indices and earlier features first, then constants; inputs are read
// through `cell`.
class FeatureNames {
 public:
  FeatureNames(const InputLayout& layout, const NetworkNames& constants,
               std::function<long(std::size_t)> cell)
      : layout_(layout), constants_(constants), cell_(std::move(cell)) {
    names_.name = [this](const std::string& name) { return named(name); };
    names_.call = [this](const Node& call, const std::vector<NetworkValue>& arguments) {
      return called(call, arguments);
    };
  }
  const NetworkNames& names() const { return names_; }
  std::map<std::string, Rational> values;

  // The entry of a word, G ++ H ++ (x), at place `at` (from 1).
  NetworkValue entry(const Expression& word, const Rational& at) const {
    Rational before = 0;
    if (auto found = entry(word, at, before)) return *found;
    throw NetworkError(word->place, fmt::format("the word has {} entries and no entry {}",
                                                attest::to_string(before), attest::to_string(at)));
  }

 private:
  std::optional<NetworkValue> named(const std::string& name) const {
    if (const auto found = values.find(name); found != values.end()) return NetworkValue{found->second};
    if (const InputField* field = layout_.find(name); field != nullptr && field->domains.empty()) {
      return NetworkValue{Rational(cell_(field->first_cell))};
    }
    return constants_.name ? constants_.name(name) : std::nullopt;
  }

  std::optional<NetworkValue> called(const Node& call, const std::vector<NetworkValue>& arguments) const {
    const InputField* field = layout_.find(call.name);
    if (field == nullptr) return constants_.call ? constants_.call(call, arguments) : std::nullopt;
    std::vector<long> at;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const auto argument = fits_long(arguments[k].number(call.children[k]->place));
      at.push_back(argument.value_or(-1));
    }
    const std::size_t cell = field->cell(at);
    if (cell == InputField::npos) {
      std::string text;
      for (const NetworkValue& a : arguments)
        text += (text.empty() ? "" : ",") + attest::to_string(a.number(call.place));
      throw NetworkError(call.place, fmt::format("{}({}) is outside of the domain", call.name, text));
    }
    return NetworkValue{Rational(cell_(cell))};
  }

  std::optional<NetworkValue> entry(const Expression& part, const Rational& at, Rational& before) const {
    if (part->op == Op::concat) {
      if (auto found = entry(part->children[0], at, before)) return found;
      return entry(part->children[1], at, before);
    }
    if (part->op == Op::name) {
      const InputField* field = layout_.find(part->name);
      if (field != nullptr && !field->domains.empty()) {
        const Rational place = at - before;
        before += Rational(Integer(field->cells));
        if (place < 1 || place > Rational(Integer(field->cells))) return std::nullopt;
        return NetworkValue{Rational(cell_(field->first_cell + to_size(numerator_of(place)) - 1))};
      }
    }
    if (part->op == Op::tuple) {
      for (const Expression& child : part->children) {
        before += 1;
        if (before == at) return evaluate(child, names_);
      }
      return std::nullopt;
    }
    refuse(part->place, "a part of a word is a function or a list in parentheses");
  }

  const InputLayout& layout_;
  const NetworkNames& constants_;
  std::function<long(std::size_t)> cell_;
  NetworkNames names_;
};

bool is_word(const Expression& e) {
  return e->op == Op::concat;
}

// carry phi by phi(l + (j-1)*t) = f(j,l) for l in [n], j in [t]: the value at this token.
std::optional<NetworkValue> by_entries(const TokensStatement::Feature& feature,
                                       const std::vector<Rational>& indices, FeatureNames& names) {
  std::optional<NetworkValue> result;
  for (const auto& entry : feature.entries) {
    std::vector<std::vector<Rational>> ranges;
    for (const auto& binder : entry.binders) {
      ranges.push_back(evaluate_set(binder.range, names.names()));
    }
    const auto saved = names.values;
    const std::function<void(std::size_t)> visit = [&](std::size_t depth) {
      if (depth < ranges.size()) {
        for (const Rational& x : ranges[depth]) {
          names.values[entry.binders[depth].name] = x;
          visit(depth + 1);
        }
        return;
      }
      for (std::size_t k = 0; k < entry.at.size(); ++k) {
        if (evaluate_number(entry.at[k], names.names()) != indices[k]) return;
      }
      if (result) {
        throw NetworkError(entry.place,
                           fmt::format("{} is said twice of token {}", feature.name, index_text(indices)));
      }
      result = evaluate(entry.value, names.names());
    };
    if (entry.at.size() != indices.size()) refuse(entry.place, "as many places as the token has indices");
    visit(0);
    names.values = saved;
  }
  return result;
}

}  // namespace

TokenTable::TokenTable(const std::vector<TokensStatement>& statements, const InputLayout& layout,
                       const NetworkNames& constants)
    : layout_(layout) {
  for (const TokensStatement& statement : statements) add(statement, layout, constants);
  if (tokens_.empty()) throw UsageError("there are no tokens at these sizes");
}

void TokenTable::add(const TokensStatement& statement, const InputLayout& layout,
                     const NetworkNames& constants) {
  TokenGroup group;
  group.name = statement.kind;
  group.indices = statement.indices;
  for (const auto& feature : statement.features) group.features.push_back(feature.name);
  std::vector<std::vector<Rational>> ranges;
  for (const Expression& range : statement.ranges) {
    ranges.push_back(evaluate_set(range, constants));
  }
  std::vector<std::vector<Rational>> all = {{}};
  for (const auto& range : ranges) {
    std::vector<std::vector<Rational>> longer;
    for (const auto& begun : all) {
      for (const Rational& x : range) {
        longer.push_back(begun);
        longer.back().push_back(x);
        if (longer.size() > most_tokens) throw UsageError("there are too many tokens at these sizes");
      }
    }
    all = std::move(longer);
  }
  for (auto& indices : all) {
    TokenEntry token;
    token.group = groups_.size();
    token.indices = std::move(indices);
    group.tokens.push_back(static_cast<attention::Token>(tokens_.size()));
    add_contents(statement, token, layout, constants);
    tokens_.push_back(std::move(token));
  }
  groups_.push_back(std::move(group));
}

void TokenTable::add_contents(const TokensStatement& statement, TokenEntry& token, const InputLayout& layout,
                              const NetworkNames& constants) {
  std::map<std::size_t, long> fixed;
  FeatureNames names(layout, constants, [&](std::size_t cell) {
    const auto found = fixed.find(cell);
    if (found == fixed.end()) throw NeedsCell{cell};
    return found->second;
  });
  const auto features = [&] {
    names.values.clear();
    for (std::size_t k = 0; k < token.indices.size(); ++k)
      names.values[statement.indices[k]] = token.indices[k];
    for (const auto& feature : statement.features) {
      std::optional<NetworkValue> value;
      if (!feature.entries.empty()) {
        value = by_entries(feature, token.indices, names);
        if (!value) {
          throw NetworkError(feature.place, fmt::format("{} is not said of token {}", feature.name,
                                                        index_text(token.indices)));
        }
      } else if (is_word(feature.value)) {
        if (token.indices.size() != 1) refuse(feature.value->place, "a word is read by one index");
        value = names.entry(feature.value, token.indices[0]);
      } else {
        value = evaluate(feature.value, names.names());
      }
      if (value->is_tuple()) {
        // word(1), word(2), ..
        const auto& numbers = std::get<std::vector<NetworkValue>>(value->content);
        for (std::size_t k = 0; k < numbers.size(); ++k)
          names.values[fmt::format("{}({})", feature.name, k + 1)] = numbers[k].number(feature.place);
        continue;
      }
      if (std::holds_alternative<bool>(value->content))
        refuse(feature.place, "a feature is a number; ind(..) makes one of a condition");
      names.values[feature.name] = value->number(feature.place);
    }
    std::map<std::string, Rational> found = names.values;
    for (const std::string& index : statement.indices) found.erase(index);
    return found;
  };
  // Which cells are read shows by reading: whenever one is asked for that is not fixed, it joins, and all begins anew.
  for (bool again = true; again;) {
    again = false;
    check_stop();
    std::size_t contents = 1;
    token.stride.assign(token.reads.size(), 1);
    for (std::size_t k = token.reads.size(); k-- > 0;) {
      token.stride[k] = contents;
      contents *= layout.values(token.reads[k]).size();
      if (first_.back() + contents > most_kinds) {
        throw UsageError(fmt::format("token {} can have too many different contents at these sizes",
                                     index_text(token.indices)));
      }
    }
    std::vector<std::map<std::string, Rational>> found;
    std::vector<bool> possible;
    for (std::size_t content = 0; content < contents && !again; ++content) {
      fixed.clear();
      for (std::size_t k = 0; k < token.reads.size(); ++k) {
        const auto& values = layout.values(token.reads[k]);
        fixed[token.reads[k]] = values[content / token.stride[k] % values.size()];
      }
      possible.push_back(layout.can_be(fixed));
      if (!possible.back()) {
        found.emplace_back();
        continue;
      }
      try {
        found.push_back(features());
      } catch (const NeedsCell& needs) {
        token.reads.push_back(needs.cell);
        again = true;
      }
    }
    if (again) continue;
    features_.insert(features_.end(), found.begin(), found.end());
    possible_.insert(possible_.end(), possible.begin(), possible.end());
    first_.push_back(static_cast<attention::Kind>(first_.back() + contents));
  }
}

const TokenGroup* TokenTable::find(const std::string& name) const {
  if (name.empty() && groups_.size() == 1) return &groups_.front();
  for (const TokenGroup& group : groups_) {
    if (group.name == name) return &group;
  }
  return nullptr;
}

std::optional<attention::Token> TokenTable::token(const TokenGroup& kind,
                                                  const std::vector<Rational>& indices) const {
  for (const attention::Token token : kind.tokens) {
    if (tokens_[token].indices == indices) return token;
  }
  return std::nullopt;
}

std::string TokenTable::indices_text(attention::Token token) const {
  return index_text(tokens_[token].indices);
}

Json TokenTable::name_of(attention::Token token) const {
  Json list = Json::array();
  for (const Rational& index : tokens_[token].indices) {
    const auto number = fits_long(index);
    list.push_back(number ? Json(*number) : Json(attest::to_string(index)));
  }
  return list.size() == 1 ? list[0] : list;
}

attention::Token TokenTable::token_of(attention::Kind kind) const {
  const auto next = std::upper_bound(first_.begin(), first_.end(), kind);
  return static_cast<attention::Token>(next - first_.begin() - 1);
}

bool TokenTable::possible_together(std::span<const attention::Kind> kinds) const {
  std::map<std::size_t, long> cells;
  std::map<attention::Token, attention::Kind> contents;
  for (const attention::Kind kind : kinds) {
    const attention::Token t = token_of(kind);
    if (!possible(kind) || contents.emplace(t, kind).first->second != kind) return false;
    const TokenEntry& token = tokens_[t];
    for (std::size_t k = 0; k < token.reads.size(); ++k) {
      const auto& values = layout_.values(token.reads[k]);
      const long value = values[(kind - first_[t]) / token.stride[k] % values.size()];
      if (cells.emplace(token.reads[k], value).first->second != value) return false;
    }
  }
  return layout_.can_be(cells);
}

void TokenTable::kinds(std::span<const std::size_t> places, std::span<attention::Kind> out) const {
  for (std::size_t t = 0; t < tokens_.size(); ++t) {
    std::size_t content = 0;
    for (std::size_t k = 0; k < tokens_[t].reads.size(); ++k)
      content += places[tokens_[t].reads[k]] * tokens_[t].stride[k];
    out[t] = static_cast<attention::Kind>(first_[t] + content);
  }
}

}  // namespace attest::theorems
