// What the machines of the attention protocols (seed 001_9fe7599dfb64bc47.txt, Appendix C) send each other:
// records, written in words so that the simulator can count them.
//
// A query or a key is a vector of m words and a value too. Indices of tokens, machines and places travel in
// the same words as an entry of the vector (a word is Theta(log N) bits, so a constant number of them fit):
//
//     query item   (q, i)                  m words        the token's query
//     pair item    (k, v, i)              2m words        the token's key and value
//     location     (q, start, end)         m words        a run of equal queries in the sorted list
//     bucket       (k, value of a run)    2m words        a run of equal keys, with sum and count or average
//     answer       (value)                 m words        for the run or token named by `slot`
//
// Only a vector's first entry matters here; the other m-1 are copies of it, which the reading checks.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "protocols/protocol.hpp"

namespace attest {

enum class RecordType : long { query_item = 1, pair_item = 2, location = 3, bucket = 4, answer = 5 };

// The value of some tokens together: a sum and a count or, where averages are kept, a fraction in lowest
// terms. {0, 0} is the value of no token at all.
struct BucketValue {
  long numerator = 0;    // of a sum: the sum
  long denominator = 0;  // of a sum: the count
  friend bool operator==(const BucketValue&, const BucketValue&) = default;
};

struct BucketRecord {
  RecordType type = RecordType::answer;
  long token = 0;  // i of an item
  long first = 0;  // location: the first and last leaf that hold the run
  long last = 0;
  long sender = 0;  // location, bucket: who wants the answer
  long slot = 0;    // location, bucket, answer: which of the sender's runs, or which token; from 1
  long vector = 0;  // the query or key
  BucketValue value;

  static BucketRecord of(RecordType type) {
    BucketRecord record;
    record.type = type;
    return record;
  }
};

// std::length_error if an entry does not fit into its field of a word.
void append_record(mpc::Words& words, const BucketRecord& record, long width);
long record_words(RecordType type, long width);

struct ArrivedRecord {
  long source = 0;
  BucketRecord record;
};
// In the order of the memory: ascending source, as sent. std::logic_error for words that are no records.
std::vector<ArrivedRecord> records_in(const mpc::Memory& memory, long width);

// One message a destination.
class Outbox {
 public:
  explicit Outbox(long width) : width_(width) {}
  void put(long destination, const BucketRecord& record) {
    append_record(messages_[destination], record, width_);
  }
  std::vector<mpc::Message> messages() &&;

 private:
  long width_;
  std::map<long, mpc::Words> messages_;
};

// What a token machine puts out: both parts of a value in one word; all ones for a token that got none.
mpc::Value output_word(const BucketValue& value);
BucketValue value_of_output(mpc::Value word);
constexpr mpc::Value missing_output = (mpc::Value{1} << 48) - 1;
constexpr long bucket_word_bits = 62;

}  // namespace attest
