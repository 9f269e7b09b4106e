// What a search for the first candidate passed over, and why: of a long list its two ends.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

class PassedCandidates {
 public:
  // A candidate that is wrong on this input of its setting: its output, or another check.
  void add(const std::string& value, const std::string& check, const LayerSetting& setting, const Word& word);
  // One that a check refutes without an input.
  void add(const std::string& value, const Check& check);

  std::size_t count() const { return count_; }
  bool each_has_input() const { return each_has_input_; }
  // {"passed_over": how many, "passed": [{"value", "check", "rank", "input"}, ..]}, ascending.
  Json json() const;

 private:
  static constexpr std::size_t shown_at_each_end = 16;
  void add(Json entry);

  std::size_t count_ = 0;
  bool each_has_input_ = true;
  std::vector<Json> first_;
  std::deque<Json> last_;  // behind first_
};

}  // namespace attest::theorems
