#include "repair/narrowing.hpp"

#include <algorithm>
#include <set>

namespace attest::theorems::repair {

namespace {

using language::Op;

bool fails(const SettingVerdict& seen) {
  return seen.status == Status::refuted || seen.status == Status::ill_formed;
}

}  // namespace

Expression narrowing(const TheoremText& text, const std::vector<SettingVerdict>& verdicts) {
  if (text.judged_if) return nullptr;
  Expression best;
  std::size_t most_left = 1;
  for (const SizeStatement& size : text.sizes) {
    std::set<long> values;
    std::set<long> failing;
    for (const SettingVerdict& seen : verdicts) {
      const long value = seen.parameters.integer(size.name);
      values.insert(value);
      if (fails(seen)) failing.insert(value);
    }
    if (failing.empty()) return nullptr;
    const auto left = [&](const auto& is_left) {
      return static_cast<std::size_t>(
          std::count_if(verdicts.begin(), verdicts.end(), [&](const SettingVerdict& seen) {
            return is_left(seen.parameters.integer(size.name)) && seen.status == Status::holds;
          }));
    };
    const auto offer = [&](std::size_t count, Op op, long bound) {
      if (count <= most_left) return;
      most_left = count;
      best = language::node(op, {language::name(size.name), language::number(Rational(bound))});
    };
    if (const auto from = values.upper_bound(*failing.rbegin()); from != values.end())
      offer(left([&](long value) { return value >= *from; }), Op::greater_equal, *from);
    if (failing.size() == 1)
      offer(left([&](long value) { return value != *failing.begin(); }), Op::unequal, *failing.begin());
  }
  return best;
}

}  // namespace attest::theorems::repair
