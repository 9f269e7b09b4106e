#include "reductions/text/outcome_json.hpp"

#include <stdexcept>

#include "claims/user_json.hpp"

namespace attest {

namespace {

Json to_json(const std::optional<FailedInstance>& instance) {
  if (!instance) return Json();
  return {{"rank", instance->rank.str()},
          {"source", instance->source},
          {"image", instance->image},
          {"defect", instance->defect},
          {"answer", instance->answer}};
}

Json to_json(const std::vector<AskedSentence>& sentences) {
  Json all = Json::array();
  for (const AskedSentence& one : sentences) all.push_back({one.failing.str(), to_json(one.first)});
  return all;
}

[[noreturn]] void refuse(const char* why) {
  throw std::runtime_error(why);
}

class Reader {
 public:
  Reader(ReductionOutcome empty, IndexRange range) : outcome_(std::move(empty)), range_(range) {}

  ReductionOutcome read(const Json& json) {
    outcome_.seen = count(json.at("seen"), Integer(range_.size()));
    if (outcome_.seen != Integer(range_.size())) refuse("an answer of other words");
    outcome_.checked = count(json.at("checked"), outcome_.seen);
    outcome_.yes = count(json.at("yes"), outcome_.checked);
    outcome_.failing = count(json.at("failing"), outcome_.checked);
    outcome_.first_wrong_answer = instance(json.at("first_wrong_answer"));
    outcome_.first_wrong_letter = instance(json.at("first_wrong_letter"));
    outcome_.example = instance(json.at("example"));
    if ((outcome_.failing > 0) != (outcome_.first_wrong_answer || outcome_.first_wrong_letter))
      refuse("instances that fail, and none of them");
    const Json& depends = json.at("depends");
    if (depends.size() != outcome_.depends.size()) refuse("another image");
    for (std::size_t cell = 0; cell < depends.size(); ++cell) {
      if (depends[cell].size() != outcome_.depends[cell].size()) refuse("other parts of the source");
      outcome_.depends[cell] = depends[cell].get<std::vector<bool>>();
    }
    read(json.at("asserted"), outcome_.asserted);
    read(json.at("free"), outcome_.free);
    return std::move(outcome_);
  }

 private:
  static Integer count(const Json& json, const Integer& most) {
    const Integer value = integer_from_json(json, "a count");
    if (value < 0 || value > most) refuse("counts that do not add up");
    return value;
  }

  std::optional<FailedInstance> instance(const Json& json) const {
    if (json.is_null()) return std::nullopt;
    FailedInstance one;
    one.rank = integer_from_json(json.at("rank"), "a rank");
    one.source = json.at("source").get<std::vector<long>>();
    one.image = json.at("image").get<std::vector<long>>();
    one.defect = json.at("defect").get<std::string>();
    one.answer = json.at("answer").get<bool>();
    if (one.rank < Integer(range_.first) || one.rank >= Integer(range_.end))
      refuse("an instance of other words");
    return one;
  }

  void read(const Json& json, std::vector<AskedSentence>& sentences) const {
    if (json.size() != sentences.size()) refuse("other sentences");
    for (std::size_t k = 0; k < json.size(); ++k) {
      sentences[k].failing = count(json[k].at(0), outcome_.checked);
      sentences[k].first = instance(json[k].at(1));
      if ((sentences[k].failing > 0) != sentences[k].first.has_value())
        refuse("instances that fail, and none of them");
    }
  }

  ReductionOutcome outcome_;
  IndexRange range_;
};

}  // namespace

Json to_json(const ReductionOutcome& outcome) {
  return {{"seen", outcome.seen.str()},
          {"checked", outcome.checked.str()},
          {"yes", outcome.yes.str()},
          {"failing", outcome.failing.str()},
          {"first_wrong_answer", to_json(outcome.first_wrong_answer)},
          {"first_wrong_letter", to_json(outcome.first_wrong_letter)},
          {"example", to_json(outcome.example)},
          {"depends", outcome.depends},
          {"asserted", to_json(outcome.asserted)},
          {"free", to_json(outcome.free)}};
}

ReductionOutcome outcome_from_json(const Json& json, ReductionOutcome empty, IndexRange range) {
  return Reader(std::move(empty), range).read(json);
}

}  // namespace attest
