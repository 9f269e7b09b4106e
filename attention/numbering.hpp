// Numbers for things, equal for equal ones: 0, 1, 2, .. in the order in which they are met.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace attest::attention {

template <class Thing>
class Numbering {
 public:
  using Number = std::uint32_t;

  Numbering() = default;
  Numbering(const Numbering&) = delete;
  Numbering& operator=(const Numbering&) = delete;
  Numbering(Numbering&&) noexcept = default;
  Numbering& operator=(Numbering&&) noexcept = default;
  ~Numbering() = default;

  Number operator()(Thing thing) {
    const auto [at, is_new] = known_.try_emplace(std::move(thing), static_cast<Number>(things_.size()));
    if (is_new) things_.push_back(&at->first);
    return at->second;
  }
  const Thing& operator[](Number number) const { return *things_[number]; }
  std::size_t size() const { return things_.size(); }

 private:
  std::map<Thing, Number> known_;
  std::vector<const Thing*> things_;  // [number]; a map's nodes stay where they are
};

}  // namespace attest::attention
