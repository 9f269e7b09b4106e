#include "checker/function.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr long most_rows = 30;

}  // namespace

Function::Function(LineReader& line) : record_(read_record(line)) {
  if (record_.claim != Claim::of_a_function)
    throw OtherProgram("this is no certificate of a shattered set but one " + which_checks(record_.claim));
  std::size_t words = 1;  // or more than there may be
  for (std::size_t f = 0; f < record_.inputs.size(); ++f) {
    const InputField& field = record_.inputs[f];
    // Else not every word is one, and the partitions have no matrix.
    if (field.injective || field.subset) line.fail("expected inputs of any values");
    field_.insert(field_.end(), field.cells, f);
    for (std::size_t k = 0; k < field.cells && words <= most_words; ++k) words *= field.values.size();
  }
  if (field_.empty()) line.fail("a function without inputs");
  line.expect(",\"function\":");
  if (line.skip("{\"table\":")) {
    table_ = line.string();
    if (table_.size() != words || table_.find_first_not_of("01") != std::string::npos)
      line.fail("expected a 0 or 1 for each word, of which there are 2^24 at most");
  } else {
    line.expect("{\"expression\":");
    expression_ = parsed(line.string());
  }
  line.expect("},\"split\":");
  if (!line.skip("null")) split_ = read_positions(line);
  line.expect(",\"at_least\":");
  at_least_ = static_cast<std::size_t>(line.integer(0, most_rows));
  line.expect(",\"at_most\":");
  if (!line.skip("null"))
    at_most_ = static_cast<std::size_t>(line.integer(static_cast<long>(at_least_), most_rows));
  line.expect("}");
  line.end();
  for (const auto& [name, value] : record_.constants) scope_.names.emplace(name, Value(value));
  scope_.inputs = &record_.inputs;
  scope_.cells = &cells_;
}

bool Function::value(const std::vector<long>& word) {
  if (expression_) {
    cells_ = word;
    return Evaluation(scope_).truth(*expression_);
  }
  std::size_t rank = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const std::vector<long>& own = letters(i);
    rank = rank * own.size() +
           static_cast<std::size_t>(std::lower_bound(own.begin(), own.end(), word[i]) - own.begin());
  }
  return table_[rank] == '1';
}

std::vector<std::size_t> Function::read_positions(LineReader& line) const {
  std::vector<std::size_t> result;
  line.list([&] {
    const long least = result.empty() ? 1 : static_cast<long>(result.back()) + 2;
    result.push_back(static_cast<std::size_t>(line.integer(least, static_cast<long>(positions()))) - 1);
  });
  return result;
}

std::string Function::claimed() const {
  const std::string least = std::to_string(at_least_);
  const std::string value = !at_most_ ? "is at least " + least
                            : *at_most_ == at_least_
                                ? "is " + least
                                : "is from " + least + " to " + std::to_string(*at_most_);
  return record_.claimed(
      (split_ ? "the VC dimension with rows on positions " + positions_text(*split_) : "split-VC") + " " +
      value);
}

std::string positions_text(const std::vector<std::size_t>& positions) {
  std::string text;
  for (const std::size_t i : positions) text += (text.empty() ? "" : ", ") + std::to_string(i + 1);
  return "{" + text + "}";
}

}  // namespace attest_check
