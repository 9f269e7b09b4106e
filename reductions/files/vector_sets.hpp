// Instances of the inner-product problems in files: text or JSON.
//
// Text: one 0/1 vector a line (spaces between the bits may stand), a blank line between sets; "#" begins a
// comment; a comment "# key: value" before the first vector, of one of these keys, says what is asked:
//
//   # family: ip-triangle        kip, ip-triangle, hypergraph-ip or ip-dir-cycle
//   # targets: 1 0 2             one for each constraint, in the order of problems/inner_products.hpp
//   # order: 3                   k of hypergraph-ip (only there)
//   # epsilon: 1/4               a gap version; then "targets" has one number, m
//   01101
//   10010
//
//   11100
//   ...
//
// A vector of length 0 is written "-". JSON:
//
//   {"format": "attest/vector-sets/1", "family": "ip-triangle", "order": 2, "targets": [1,0,2], "epsilon":
//   null,
//    "sets": [["01101", "10010"], [[1,1,1,0,0]], ...]}
//
// "format", "order" and "epsilon" may be absent; a key that is not listed, or comes twice, is refused.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/problems/inner_products.hpp"

namespace attest {

// What the file says of the question beside the vectors, or a caller says in its place. What both say must
// agree.
struct VectorSetsQuestion {
  std::optional<problems::Family> family;
  std::optional<std::vector<long>> targets;
  std::optional<long> order;
  std::optional<Rational> epsilon;
};

// Each throws UsageError: "FILE:LINE: ..." in text, "FILE: /sets/0/1: ..." in JSON. A set needs a vector, all
// vectors have one length, the promise of a gap version is not checked here (problems::promise_breach).
problems::InnerProducts parse_vector_sets_text(std::string_view text, const std::string& name,
                                               const VectorSetsQuestion& question = {});
problems::InnerProducts parse_vector_sets_json(std::string_view text, const std::string& name,
                                               const VectorSetsQuestion& question = {});
// JSON if the first character that is no white space is "{".
problems::InnerProducts parse_vector_sets(std::string_view text, const std::string& name,
                                          const VectorSetsQuestion& question = {});
problems::InnerProducts read_vector_sets(const std::filesystem::path& path,
                                         const VectorSetsQuestion& question = {});

// Reading these again gives the same instance. `comment` may have several lines.
std::string vector_sets_text(const problems::InnerProducts& instance, const std::string& comment = {});
std::string vector_sets_json(const problems::InnerProducts& instance);

}  // namespace attest
