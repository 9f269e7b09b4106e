// One instance of a reduction, a lower bound or a protocol, step by step, for a reader: what was computed, in the order in
// which it is read. Whoever computes it makes it; a program lays it out and says nothing of its own.
//
//   Walkthrough walk{"poly/ksat-to-kip", Status::holds, "source and targets agree: no"};
//   walk.remark("source", "2 variables, 3 clauses");
//   walk.section("the clauses", {"clause", "literals"}).rows.push_back({"1", "x1 or not x2"});
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "claims/json.hpp"
#include "claims/verdict.hpp"

namespace attest {

struct WalkSection {
  std::string title;
  std::vector<std::pair<std::string, std::string>> remarks;  // label, text; before the table
  std::vector<std::string> header;                           // empty: no table
  std::vector<std::vector<std::string>> rows;
};

struct Walkthrough {
  std::string title;
  Status verdict = Status::undecided;  // of this instance: does all that is shown agree with what is claimed?
  std::string headline;
  std::vector<std::pair<std::string, std::string>> remarks;
  std::vector<WalkSection> sections;
  Json data = Json::object();  // the same in full, where a table is cut

  void remark(std::string label, std::string text) {
    remarks.emplace_back(std::move(label), std::move(text));
  }
  // The reference lives until the next section is added.
  WalkSection& section(std::string called, std::vector<std::string> header = {}) {
    sections.push_back({std::move(called), {}, std::move(header), {}});
    return sections.back();
  }

  Json to_json() const;
};

}  // namespace attest
