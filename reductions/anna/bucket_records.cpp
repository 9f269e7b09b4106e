#include "reductions/anna/bucket_records.hpp"

#include <stdexcept>

namespace attest {

namespace {

constexpr int numerator_bits = 30;
constexpr int denominator_bits = 18;

mpc::Value field(mpc::Value word, long value, int bits) {
  if (value < 0 || value >> bits != 0)
    throw std::length_error("a number does not fit into its field of a word");
  return (word << bits) | value;
}

long take(mpc::Value& word, int bits) {
  const long value = word & ((mpc::Value{1} << bits) - 1);
  word >>= bits;
  return value;
}

// type 4, token or first 10, last 10, sender 14, slot 8, vector 14: 60 bits.
mpc::Value vector_word(const BucketRecord& r) {
  mpc::Value word = field(0, static_cast<long>(r.type), 4);
  word = field(word, r.token != 0 ? r.token : r.first, 10);
  word = field(word, r.last, 10);
  word = field(word, r.sender, 14);
  word = field(word, r.slot, 8);
  return field(word, r.vector, 14);
}

// type 4, slot 8, numerator 30, denominator 18: 60 bits.
mpc::Value value_word(const BucketRecord& r) {
  mpc::Value word = field(0, static_cast<long>(r.type), 4);
  word = field(word, r.type == RecordType::answer ? r.slot : 0, 8);
  word = field(word, r.value.numerator, numerator_bits);
  return field(word, r.value.denominator, denominator_bits);
}

bool has_vector(RecordType type) {
  return type != RecordType::answer;
}
bool has_value(RecordType type) {
  return type != RecordType::query_item && type != RecordType::location;
}

void read_vector(mpc::Value word, BucketRecord& r) {
  r.vector = take(word, 14);
  r.slot = take(word, 8);
  r.sender = take(word, 14);
  r.last = take(word, 10);
  const long tenth = take(word, 10);
  const bool item = r.type == RecordType::query_item || r.type == RecordType::pair_item;
  (item ? r.token : r.first) = tenth;
}

void read_value(mpc::Value word, BucketRecord& r) {
  r.value.denominator = take(word, denominator_bits);
  r.value.numerator = take(word, numerator_bits);
  if (r.type == RecordType::answer) r.slot = take(word, 8);
}

// The m equal words of one vector, from `at` on.
mpc::Value entry_of(const mpc::Words& words, std::size_t& at, long width) {
  if (at + static_cast<std::size_t>(width) > words.size()) throw std::logic_error("a record is cut short");
  const mpc::Value entry = words[at];
  for (long c = 0; c < width; ++c) {
    if (words[at++] != entry) throw std::logic_error("the entries of a vector are not copies");
  }
  return entry;
}

}  // namespace

long record_words(RecordType type, long width) {
  return (has_vector(type) ? width : 0) + (has_value(type) ? width : 0);
}

void append_record(mpc::Words& words, const BucketRecord& record, long width) {
  if (has_vector(record.type))
    words.insert(words.end(), static_cast<std::size_t>(width), vector_word(record));
  if (has_value(record.type)) words.insert(words.end(), static_cast<std::size_t>(width), value_word(record));
}

std::vector<ArrivedRecord> records_in(const mpc::Memory& memory, long width) {
  std::vector<ArrivedRecord> records;
  for (const mpc::Item& item : memory) {
    for (std::size_t at = 0; at < item.words.size();) {
      BucketRecord record;
      const long type = item.words[at] >> 56;
      if (type < 1 || type > 5) throw std::logic_error("no such type of record");
      record.type = static_cast<RecordType>(type);
      if (has_vector(record.type)) read_vector(entry_of(item.words, at, width), record);
      if (has_value(record.type)) read_value(entry_of(item.words, at, width), record);
      records.push_back({item.tag, record});
    }
  }
  return records;
}

std::vector<mpc::Message> Outbox::messages() && {
  std::vector<mpc::Message> result;
  for (auto& [destination, words] : messages_) result.push_back({destination, std::move(words)});
  return result;
}

mpc::Value output_word(const BucketValue& value) {
  return field(field(0, value.numerator, numerator_bits), value.denominator, denominator_bits);
}

BucketValue value_of_output(mpc::Value word) {
  BucketValue value;
  value.denominator = take(word, denominator_bits);
  value.numerator = take(word, numerator_bits);
  return value;
}

}  // namespace attest
