#include "tasks/select_and_relate.hpp"

#include <algorithm>
#include <utility>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

InputSpace space_of(const std::vector<std::vector<long>>& utility, long n) {
  std::vector<Symbol> sizes(static_cast<std::size_t>(n) + 1, static_cast<Symbol>(utility.front().size()));
  sizes.front() = static_cast<Symbol>(utility.size());
  return InputSpace(std::move(sizes));
}

}  // namespace

SelectAndRelate::SelectAndRelate(std::vector<std::vector<long>> utility, long n, SelectRule rule)
    : Task(space_of(utility, n)), utility_(std::move(utility)), rule_(rule) {}

long SelectAndRelate::truth(std::span<const Symbol> word, std::size_t /*which*/) const {
  const std::vector<long>& preference = utility_[word[0]];
  const auto context = word.subspan(1);
  Symbol selected = context.front();
  bool other = false;  // another object is as good
  for (const Symbol y : context) {
    if (preference[y] > preference[selected]) {
      selected = y;
      other = false;
    } else if (preference[y] == preference[selected] && y != selected) {
      other = true;
      if (rule_ == SelectRule::refined) selected = std::max(selected, y);
    }
  }
  if (rule_ == SelectRule::unique && other) return 0;
  return static_cast<long>(selected) + 1;
}

Json SelectAndRelate::to_json(std::span<const Symbol> word) const {
  Json context = Json::array();
  for (const Symbol y : word.subspan(1)) context.push_back(y + 1);
  return {{"x", word[0] + 1}, {"y", std::move(context)}};
}

Word SelectAndRelate::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 2 || !input.contains("x") || !input.contains("y")) {
    throw UsageError("input", input.dump(), R"(an object {"x": .., "y": [..]})");
  }
  Word word;
  read_symbols(Json::array({input["x"]}), "x", 1, word);
  read_symbols(input["y"], "y", space().length() - 1, word);
  return word;
}

}  // namespace attest
