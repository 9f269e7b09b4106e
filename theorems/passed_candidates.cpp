#include "theorems/passed_candidates.hpp"

#include <utility>

namespace attest::theorems {

void PassedCandidates::add(Json entry) {
  ++count_;
  if (first_.size() < shown_at_each_end) {
    first_.push_back(std::move(entry));
    return;
  }
  last_.push_back(std::move(entry));
  if (last_.size() > shown_at_each_end) last_.pop_front();
}

void PassedCandidates::add(const std::string& value, const std::string& check, const LayerSetting& setting,
                           const Word& word) {
  const Task& task = setting.task();
  add({{"value", value},
       {"check", check},
       {"rank", task.space().rank(word).str()},
       {"input", task.to_json(word)}});
}

void PassedCandidates::add(const std::string& value, const Check& check) {
  each_has_input_ = false;
  add({{"value", value},
       {"check", check.name},
       {"rank", nullptr},
       {"input", nullptr},
       {"reason", check.reason.value_or("")}});
}

Json PassedCandidates::json() const {
  Json all = Json::array();
  for (const Json& entry : first_) all.push_back(entry);
  for (const Json& entry : last_) all.push_back(entry);
  return {{"passed_over", count_}, {"passed", std::move(all)}};
}

}  // namespace attest::theorems
