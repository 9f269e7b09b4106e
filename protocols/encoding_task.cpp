#include "protocols/encoding_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"

namespace attest::mpc {

namespace {

constexpr long most_entries = 1L << 30;

// How many messages there are; most_entries stands for "too many".
long messages(long longest, long letters) {
  long total = 0;
  long of_length = 1;
  for (long length = 1; length <= longest && total < most_entries; ++length) {
    of_length = std::min(of_length * letters, most_entries);
    total += of_length;
  }
  return std::min(total, most_entries);
}

InputSpace entries(long q, long alpha, long longest, long letters) {
  const long count = messages(longest, letters);
  if (count >= most_entries / q) {
    throw UsageError(
        "Delta", std::to_string(longest),
        fmt::format("fewer words: {} machines, each with every message of up to Delta words below "
                    "{}, are too many to number",
                    q, letters));
  }
  return InputSpace(std::vector<Symbol>(static_cast<std::size_t>(alpha), static_cast<Symbol>(1 + q * count)));
}

}  // namespace

EncodingTask::EncodingTask(long q, long alpha, long longest, long letters)
    : Task(entries(q, alpha, longest, letters)), q_(q), alpha_(alpha), longest_(longest), letters_(letters) {}

// The message number k is that of its words in base `letters`, behind all shorter ones.
Letter EncodingTask::letter_of(Symbol entry) const {
  const long count = messages(longest_, letters_);
  long number = (static_cast<long>(entry) - 1) % count;
  long length = 1;
  long of_length = letters_;
  while (number >= of_length) {
    number -= of_length;
    of_length *= letters_;
    ++length;
  }
  Letter letter;
  letter.destination = 1;
  letter.source = (static_cast<long>(entry) - 1) / count + 1;
  letter.message.assign(static_cast<std::size_t>(length), 0);
  for (auto word = letter.message.rbegin(); word != letter.message.rend(); ++word, number /= letters_)
    *word = number % letters_;
  return letter;
}

std::vector<Letter> EncodingTask::sent(std::span<const Symbol> word) const {
  std::map<long, Letter> by_source;
  for (const Symbol entry : word) {
    if (entry == 0) continue;
    Letter letter = letter_of(entry);
    by_source.emplace(letter.source, std::move(letter));
  }
  std::vector<Letter> letters;
  for (auto& [source, letter] : by_source) letters.push_back(std::move(letter));
  return letters;
}

std::vector<long> EncodingTask::numbers_of(const std::vector<Letter>& letters) const {
  std::vector<long> result(static_cast<std::size_t>(alpha_ * numbers()), 0);
  auto number = result.begin();
  for (const Letter& letter : letters) {
    *number = letter.destination;
    *(number + 1) = letter.source;
    for (std::size_t k = 0; k < letter.message.size(); ++k)
      *(number + 2 + static_cast<std::ptrdiff_t>(k)) = static_cast<long>(letter.message[k]) + 1;
    number += numbers();
  }
  return result;
}

std::vector<std::size_t> EncodingTask::judged_positions() const {
  std::vector<std::size_t> all(static_cast<std::size_t>(alpha_ * numbers()));
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

long EncodingTask::truth(std::span<const Symbol> word, std::size_t which) const {
  return numbers_of(sent(word))[which];
}

Json EncodingTask::position_name(std::size_t position) const {
  return {static_cast<long>(position) / numbers() + 1, static_cast<long>(position) % numbers() + 1};
}

Json EncodingTask::to_json(std::span<const Symbol> word) const {
  Json list = Json::array();
  for (const Letter& letter : sent(word))
    list.push_back({{"from", letter.source}, {"words", letter.message}});
  return {{"sent", std::move(list)}};
}

Word EncodingTask::from_json(const Json& input) const {
  const auto refuse = [&] {
    throw UsageError(
        "input", input.dump(),
        fmt::format("an object {{\"sent\": [{{\"from\": .., \"words\": [..]}}, ..]}} with up to {} "
                    "different machines from 1 to {} and 1 to {} words from 0 to {} each",
                    alpha_, q_, longest_, letters_ - 1));
  };
  if (!input.is_object() || input.size() != 1 || !input.contains("sent") || !input["sent"].is_array() ||
      input["sent"].size() > static_cast<std::size_t>(alpha_))
    refuse();
  Word word;
  std::set<long> named;
  for (const Json& one : input["sent"]) {
    if (!one.is_object() || one.size() != 2 || !one.contains("from") || !one.contains("words") ||
        !is_integer_between(one["from"], 1, q_) || !one["words"].is_array() || one["words"].empty() ||
        one["words"].size() > static_cast<std::size_t>(longest_))
      refuse();
    const long from = integer_from_json(one["from"], "from", 1, q_, "a machine");
    if (!named.insert(from).second) refuse();
    long shorter = 0;
    long number = 0;
    long of_length = 1;
    for (const Json& letter : one["words"]) {
      if (!is_integer_between(letter, 0, letters_ - 1)) refuse();
      shorter += of_length;
      of_length *= letters_;
      number = number * letters_ + integer_from_json(letter, "words", 0, letters_ - 1, "a word");
    }
    word.push_back(static_cast<Symbol>(1 + (from - 1) * messages(longest_, letters_) + shorter - 1 + number));
  }
  word.resize(static_cast<std::size_t>(alpha_), 0);
  return word;
}

}  // namespace attest::mpc
