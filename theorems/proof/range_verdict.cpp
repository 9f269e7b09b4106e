// What is said of sizes and pieces, and the verdict on all pieces together.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/proof/range_proof.hpp"

namespace attest::theorems {

std::string to_string(const Sizes& sizes) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : sizes) parts.push_back(name + " = " + value.str());
  return fmt::format("{}", fmt::join(parts, ", "));
}

namespace {

std::string said_text(const Sizes& sizes, const std::map<std::string, std::string>& said) {
  std::vector<std::string> parts;
  parts.reserve(sizes.size());
  for (const auto& [name, value] : sizes) parts.push_back(name + " = " + said.at(name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string fixed_text(const Piece& piece) {
  return said_text(piece.fixed, piece.said);
}
std::string corner_text(const Piece& piece) {
  return said_text(piece.from, piece.said);
}

void conclude(RangeProof& proof) {
  // A size at which no input is one says nothing against what is proved from a later one on.
  const auto bad = std::find_if(proof.below.begin(), proof.below.end(), [&](const Piece& p) {
    return p.status != Status::holds && !(proof.main && p.status == Status::not_applicable);
  });
  const std::string from = proof.main ? corner_text(*proof.main) : "";
  if (bad != proof.below.end()) {
    proof.status = bad->status;
    proof.reason = fmt::format("{} at {}: {}{}", attest::to_string(bad->status), fixed_text(*bad),
                               bad->reason, proof.main ? "; holds from " + from + " on" : "");
  } else if (!proof.open.empty()) {
    proof.status = Status::undecided;
    proof.reason = proof.main
                       ? fmt::format("holds from {} on; open: {}", from, fixed_text(proof.open.front()))
                       : "not proved for every size: " + proof.open.front().reason;
  } else if (!proof.main && proof.below.empty()) {
    proof.status = Status::undecided;
    proof.reason = "the theorem does not speak of these sizes";
  } else {
    proof.status = Status::holds;
    proof.reason = proof.main ? fmt::format("proved for all sizes from {} on{}", from,
                                            proof.below.empty() ? "" : ", decided below")
                              : "decided at this setting";
  }
}

}  // namespace attest::theorems
