#include "claims/walkthrough.hpp"

namespace attest {

namespace {

Json remarks_json(const std::vector<std::pair<std::string, std::string>>& remarks) {
  Json json = Json::array();
  for (const auto& [label, text] : remarks) json.push_back({{"label", label}, {"text", text}});
  return json;
}

}  // namespace

Json Walkthrough::to_json() const {
  Json json = {{"title", title},
               {"verdict", to_string(verdict)},
               {"headline", headline},
               {"remarks", remarks_json(remarks)},
               {"sections", Json::array()},
               {"data", data}};
  for (const WalkSection& section : sections) {
    json["sections"].push_back({{"title", section.title},
                                {"remarks", remarks_json(section.remarks)},
                                {"columns", section.header},
                                {"rows", section.rows}});
  }
  return json;
}

}  // namespace attest
