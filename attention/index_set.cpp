#include "attention/index_set.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace attest::attention {

namespace {

// Calls visit with every tuple of the product, in order; returns early where visit says no.
void for_each_tuple(const std::vector<std::vector<Token>>& domains,
                    const std::function<bool(std::span<const Token>)>& visit) {
  for (const auto& domain : domains) {
    if (domain.empty()) return;
  }
  std::vector<std::size_t> at(domains.size(), 0);
  std::vector<Token> tuple;
  for (const auto& domain : domains) tuple.push_back(domain.front());
  for (;;) {
    if (!visit(tuple)) return;
    std::size_t v = domains.size();
    while (v > 0 && at[v - 1] + 1 == domains[v - 1].size()) {
      at[v - 1] = 0;
      tuple[v - 1] = domains[v - 1][0];
      --v;
    }
    if (v == 0) return;
    tuple[v - 1] = domains[v - 1][++at[v - 1]];
  }
}

void check_total(std::size_t entries) {
  if (entries > IndexSet::most_tuples) throw std::length_error("more index tuples than can be listed");
}

}  // namespace

IndexSet IndexSet::product(const std::vector<std::vector<Token>>& domains, std::size_t receivers) {
  IndexSet set;
  set.arity_ = domains.size();
  const bool every = receivers > 0 && std::all_of(domains.begin(), domains.end(), [&](const auto& domain) {
                       if (domain.size() != receivers) return false;
                       for (std::size_t k = 0; k < receivers; ++k) {
                         if (domain[k] != k) return false;
                       }
                       return true;
                     });
  if (every) {
    set.every_ = std::make_shared<EveryTuple>(receivers);
    return set;
  }
  set.lists_.emplace_back();
  auto& list = set.lists_.back();
  for_each_tuple(domains, [&](std::span<const Token> tuple) {
    list.insert(list.end(), tuple.begin(), tuple.end());
    check_total(list.size());
    return true;
  });
  set.of_receiver_.assign(receivers, 0);
  return set;
}

IndexSet IndexSet::filtered(const std::vector<std::vector<Token>>& domains, const std::vector<bool>& wanted,
                            const std::function<bool(Token, std::span<const Token>)>& allowed) {
  std::vector<std::vector<Token>> lists(wanted.size());
  std::size_t total = 0;
  for (Token receiver = 0; receiver < wanted.size(); ++receiver) {
    if (!wanted[receiver]) continue;
    for_each_tuple(domains, [&](std::span<const Token> tuple) {
      if (!allowed(receiver, tuple)) return true;
      lists[receiver].insert(lists[receiver].end(), tuple.begin(), tuple.end());
      check_total(++total);
      return true;
    });
  }
  return listed(domains.size(), std::move(lists));
}

IndexSet IndexSet::listed(std::size_t arity, std::vector<std::vector<Token>> tuples) {
  IndexSet set;
  set.arity_ = arity;
  for (auto& list : tuples) {
    const auto same = std::find(set.lists_.begin(), set.lists_.end(), list);
    set.of_receiver_.push_back(static_cast<std::size_t>(same - set.lists_.begin()));
    if (same == set.lists_.end()) set.lists_.push_back(std::move(list));
  }
  return set;
}

bool IndexSet::EveryTuple::listable(std::size_t arity) const {
  return power(Integer(tokens_), arity) * arity <= most_tuples;
}

std::span<const Token> IndexSet::EveryTuple::list(std::size_t arity) {
  std::call_once(made_, [&] {
    if (!listable(arity)) check_total(most_tuples + 1);
    std::vector<Token> all(tokens_);
    std::iota(all.begin(), all.end(), 0);
    for_each_tuple(std::vector(arity, all), [&](std::span<const Token> tuple) {
      list_.insert(list_.end(), tuple.begin(), tuple.end());
      return true;
    });
  });
  return list_;
}

Integer IndexSet::largest_count() const {
  if (every_) return power(Integer(every_->tokens()), arity_);
  std::size_t most = 0;
  for (const auto& list : lists_) most = std::max(most, list.size() / arity_);
  return most;
}

}  // namespace attest::attention
