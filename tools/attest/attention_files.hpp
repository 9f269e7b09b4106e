// An attention instance as files for inspection: text matrices with B as a letter, JSON with exact numbers,
// and arrays of doubles for NumPy at the instance's own B.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "reductions/problems/attention_instance.hpp"

namespace attest {

struct NamedFile {
  std::string name;  // "Q1.txt"
  std::string content;
};

// "s*B + u" in its shortest spelling: "0", "1", "B", "-2*B", "B+1".
std::string entry_text(long scaled, long unscaled);

// Q1.txt, ..., V2.txt, ...: comment lines that say what the matrix and each of its rows is, then one row a
// line. `first_line` is a comment of the caller's, with its line's end.
std::vector<NamedFile> attention_text_files(const problems::AttentionInstance& instance,
                                            const std::string& first_line);

// h, B^k, shapes, what each row is, and every matrix as rows of exact entries.
Json attention_json(const problems::AttentionInstance& instance);

// Q1.npy, ..., V2.npy, ...: little-endian doubles, row by row. The entries at the instance's B, within one
// unit in the last place where B is irrational. `comment` stands in the header.
std::vector<NamedFile> attention_npy_files(const problems::AttentionInstance& instance,
                                           const std::string& comment);

// Bytes that the three together take at most.
std::uint64_t attention_files_bound(const problems::AttentionInstance& instance);

}  // namespace attest
