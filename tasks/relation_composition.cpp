#include "tasks/relation_composition.hpp"

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"

namespace attest {

namespace {

InputSpace space_of(std::size_t m, bool quotient) {
  std::vector<Symbol> sizes(2 * m * m, Symbol{2});
  if (quotient) sizes.insert(sizes.end(), m, static_cast<Symbol>(m));
  return InputSpace(std::move(sizes));
}

}  // namespace

RelationComposition::RelationComposition(long m, bool quotient)
    : TokenTask(space_of(static_cast<std::size_t>(m), quotient)),
      m_(static_cast<std::size_t>(m)),
      quotient_(quotient) {}

Json RelationComposition::position_name(std::size_t position) const {
  return Json::array({position / m_ + 1, position % m_ + 1});
}

long RelationComposition::truth(std::span<const Symbol> word, std::size_t which) const {
  const std::size_t i = which / m_;
  const std::size_t j = which % m_;
  const auto a = word.subspan(i * m_, m_);                                   // A_i.
  const auto b = [&](std::size_t k) { return word[m_ * m_ + k * m_ + j]; };  // B_kj
  if (!quotient_) {
    for (std::size_t k = 0; k < m_; ++k) {
      if (a[k] == 1 && b(k) == 1) return 1;
    }
    return 0;
  }
  const auto colour = word.subspan(2 * m_ * m_, m_);
  for (std::size_t k1 = 0; k1 < m_; ++k1) {
    if (a[k1] == 0) continue;
    for (std::size_t k2 = 0; k2 < m_; ++k2) {
      if (k2 != k1 && b(k2) == 1 && colour[k1] == colour[k2]) return 1;
    }
  }
  return 0;
}

Json RelationComposition::to_json(std::span<const Symbol> word) const {
  Json result;
  std::size_t next = 0;
  for (const char* name : {"A", "B"}) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < m_; ++i) {
      Json row = Json::array();
      for (std::size_t j = 0; j < m_; ++j) row.push_back(word[next++]);
      rows.push_back(std::move(row));
    }
    result[name] = std::move(rows);
  }
  if (quotient_) {
    Json colours = Json::array();
    for (std::size_t k = 0; k < m_; ++k) colours.push_back(word[next++] + 1);
    result["col"] = std::move(colours);
  }
  return result;
}

Word RelationComposition::from_json(const Json& input) const {
  const std::size_t fields = quotient_ ? 3 : 2;
  if (!input.is_object() || input.size() != fields || !input.contains("A") || !input.contains("B") ||
      (quotient_ && !input.contains("col"))) {
    throw UsageError("input", input.dump(),
                     quotient_ ? R"(an object {"A": [[..], ..], "B": [[..], ..], "col": [..]})"
                               : R"(an object {"A": [[..], ..], "B": [[..], ..]})");
  }
  Word word;
  for (const char* name : {"A", "B"}) {
    const Json& rows = input[name];
    if (!rows.is_array() || rows.size() != m_) {
      throw UsageError(name, rows.dump(), std::to_string(m_) + " rows of " + std::to_string(m_) + " bits");
    }
    for (const Json& row : rows) read_symbols(row, name, m_, word);
  }
  if (quotient_) {
    Json from_zero = input["col"];
    if (from_zero.is_array()) {
      for (Json& colour : from_zero) {
        if (is_integer_between(colour, 1, static_cast<long>(m_)))
          colour = integer_from_json(colour, "col", 1, static_cast<long>(m_), "a colour") - 1;
        else
          colour = nullptr;  // refused below
      }
    }
    try {
      read_symbols(from_zero, "col", m_, word);
    } catch (const UsageError&) {
      throw UsageError("col", input["col"].dump(),
                       std::to_string(m_) + " colours from 1 to " + std::to_string(m_));
    }
  }
  return word;
}

std::vector<std::string> RelationComposition::features() const {
  if (quotient_) return {"i", "j", "A", "B", "s", "t"};
  return {"i", "j", "A", "B"};
}

Symbol RelationComposition::contents(std::size_t) const {
  const auto m = static_cast<Symbol>(m_);
  return quotient_ ? 4 * m * m : 4;
}

Symbol RelationComposition::content(std::span<const Symbol> word, std::size_t token) const {
  Symbol result = 2 * word[token] + word[m_ * m_ + token];
  if (quotient_) {
    const auto colour = word.subspan(2 * m_ * m_, m_);
    const auto m = static_cast<Symbol>(m_);
    result = (result * m + colour[token / m_]) * m + colour[token % m_];
  }
  return result;
}

std::vector<long> RelationComposition::feature_values(std::size_t token, Symbol content) const {
  std::vector<long> colours;
  if (quotient_) {
    const auto m = static_cast<Symbol>(m_);
    colours = {static_cast<long>(content / m % m) + 1, static_cast<long>(content % m) + 1};
    content /= m * m;
  }
  std::vector<long> result = {static_cast<long>(token / m_) + 1, static_cast<long>(token % m_) + 1,
                              static_cast<long>(content / 2), static_cast<long>(content % 2)};
  result.insert(result.end(), colours.begin(), colours.end());
  return result;
}

}  // namespace attest
