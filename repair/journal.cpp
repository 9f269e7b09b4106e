#include "repair/journal.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "numeric/checked.hpp"

namespace attest::theorems::repair {

namespace {

constexpr long most_settings = 1000;

constexpr std::array<std::pair<Judged::How, const char*>, 6> how_words{
    {{Judged::How::holds, "holds"},
     {Judged::How::unreadable, "unreadable"},
     {Judged::How::by_form, "form"},
     {Judged::How::by_known_input, "input"},
     {Judged::How::by_run, "run"},
     {Judged::How::undecided, "undecided"}}};

const char* word_of(Judged::How how) {
  return std::find_if(how_words.begin(), how_words.end(),
                      [&](const auto& entry) { return entry.first == how; })
      ->second;
}

Judged::How how_of(const Json& json) {
  const auto word = json.get<std::string>();
  const auto found = std::find_if(how_words.begin(), how_words.end(),
                                  [&](const auto& entry) { return entry.second == word; });
  if (found == how_words.end()) throw std::invalid_argument("'" + word + "' is no way to decide");
  return found->first;
}

Json settings_to_json(const std::vector<Journal::Setting>& settings) {
  Json json = Json::array();
  for (const Journal::Setting& setting : settings)
    json.push_back({{"parameters", setting.words}, {"verdict", setting.verdict}});
  return json;
}

std::vector<Journal::Setting> settings_from_json(const Json& json) {
  std::vector<Journal::Setting> settings;
  for (const Json& setting : json)
    settings.push_back(
        {setting.at("parameters").get<std::vector<std::string>>(), setting.at("verdict").get<std::string>()});
  return settings;
}

// What `read` makes of a file or a message; whatever is wrong with that is std::invalid_argument.
template <typename Read>
auto as_read(const Read& read) {
  try {
    return read();
  } catch (const Json::exception& error) {
    throw std::invalid_argument(error.what());
  } catch (const UsageError& error) {
    throw std::invalid_argument(error.what());
  }
}

long number_of(const Json& entry, long most) {
  return integer_from_json(entry, "a checkpoint", 0, most, "a number of its kind");
}

}  // namespace

Json to_json(const Judged& judged) {
  Json entry = Json::array({word_of(judged.how), judged.setting, judged.distance});
  if (!judged.why.empty() || judged.wrong) entry.push_back(judged.why);
  if (judged.wrong) entry.push_back(judged.wrong->str());
  return entry;
}

Judged judged_from_json(const Json& json) {
  return as_read([&] {
    if (!json.is_array() || json.size() < 3 || json.size() > 5)
      throw std::invalid_argument("a decision of another form");
    Judged judged{how_of(json[0]),
                  to_size(number_of(json[1], most_settings)),
                  number_of(json[2], std::numeric_limits<long>::max()),
                  json.size() > 3 ? json[3].get<std::string>() : std::string(),
                  {}};
    if (json.size() > 4) judged.wrong = integer_from_json(json[4], "a checkpoint");
    return judged;
  });
}

Json to_json(const Journal& journal) {
  Json wrong = Json::array();
  for (const std::vector<Integer>& ranks : journal.judge.wrong) {
    Json setting = Json::array();
    for (const Integer& rank : ranks) setting.push_back(rank.str());
    wrong.push_back(std::move(setting));
  }
  Json decisions = Json::array();
  for (const Judged& judged : journal.decisions) decisions.push_back(to_json(judged));
  return {{"begun", journal.begun},
          {"quick", settings_to_json(journal.quick)},
          {"later", settings_to_json(journal.later)},
          {"seconds", journal.seconds},
          {"others_until", journal.others_until ? Json(*journal.others_until) : Json()},
          {"order", journal.judge.order},
          {"wrong", std::move(wrong)},
          {"decisions", std::move(decisions)}};
}

Journal journal_from_json(const Json& json) {
  return as_read([&] {
    Journal journal;
    journal.begun = json.at("begun").get<bool>();
    journal.quick = settings_from_json(json.at("quick"));
    journal.later = settings_from_json(json.at("later"));
    journal.seconds = json.at("seconds").get<double>();
    if (!json.at("others_until").is_null()) journal.others_until = json.at("others_until").get<double>();
    for (const Json& entry : json.at("order"))
      journal.judge.order.push_back(to_size(number_of(entry, most_settings)));
    for (const Json& setting : json.at("wrong")) {
      std::vector<Integer>& ranks = journal.judge.wrong.emplace_back();
      for (const Json& rank : setting) ranks.push_back(integer_from_json(rank, "a checkpoint"));
    }
    for (const Json& entry : json.at("decisions")) journal.decisions.push_back(judged_from_json(entry));
    return journal;
  });
}

}  // namespace attest::theorems::repair
