#include "precision/matching/encoding_problem.hpp"

#include <algorithm>
#include <stdexcept>

#include "precision/matching/head_reading.hpp"
#include "protocols/code_parameter.hpp"
#include "protocols/encoding_task.hpp"

namespace attest {

namespace {

class EncodingProblem : public MatchProblem {
 public:
  EncodingProblem(long q, long alpha, long longest, long letters, const std::string& code)
      : task_(q, alpha, longest, letters),
        longest_(longest),
        encoding_(std::make_shared<const mpc::MessageEncoding>(mpc::code_by_name(code, q, alpha), longest)),
        reading_(encodings_reading(encoding_)) {}

  const Task& task() const override { return task_; }
  std::size_t layers() const override { return 1; }

  // Machine 1 first, by ascending number.
  std::vector<TokenState> states(std::span<const Symbol> word) const override {
    const std::vector<mpc::Letter> sent = task_.sent(word);
    std::vector<TokenState> states;
    if (sent.empty() || sent.front().source != 1) {
      states.emplace_back(static_cast<std::size_t>(longest_) + 1, Rational(0));
      states.front().front() = 1;
    }
    for (const mpc::Letter& letter : sent) {
      TokenState state(static_cast<std::size_t>(longest_) + 1, Rational(0));
      state[0] = letter.source;
      for (std::size_t k = 0; k < letter.message.size(); ++k) state[k + 1] = letter.message[k] + 1;
      states.push_back(std::move(state));
    }
    return states;
  }

  std::vector<MatchOffer> offers(std::size_t, std::size_t, const TokenState& state) const override {
    MatchOffer offer;
    offer.query = {1};
    offer.value.assign(static_cast<std::size_t>(encoding_->dimension()), Rational(0));
    mpc::Letter letter;
    letter.destination = 1;
    letter.source = whole_number(state[0]);
    for (std::size_t k = 1; k < state.size() && state[k] != 0; ++k)
      letter.message.push_back(whole_number(state[k]) - 1);
    if (letter.message.empty()) return {std::move(offer)};
    offer.key = {1};
    try {
      const mpc::Entries value = encoding_->encode(letter);
      for (std::size_t k = 0; k < value.size(); ++k) {
        if (value[k] != 0) offer.value[k] = value[k];
      }
    } catch (const std::invalid_argument& refused) {  // a rounded number may be no machine
      throw UndefinedState(refused.what());
    }
    return {std::move(offer)};
  }

  // What machine 1 decodes.
  std::vector<Rational> outputs(std::size_t token, const TokenState& state) const override {
    if (token != 0) return {};
    const std::size_t judged = task_.judged_positions().size();
    const auto letters = encoding_->decode(reading_.read(state));
    if (!letters || letters->size() > task_.space().length())
      return std::vector<Rational>(judged, Rational(-1));
    std::vector<Rational> result;
    for (const long number : task_.numbers_of(*letters)) result.emplace_back(number);
    return result;
  }

 private:
  mpc::EncodingTask task_;
  long longest_;
  std::shared_ptr<const mpc::MessageEncoding> encoding_;
  HeadReading reading_;
};

}  // namespace

std::unique_ptr<PrecisionProblem> message_encoding_precision(const Parameters& parameters) {
  const long q = parameters.integer("q");
  return std::make_unique<EncodingProblem>(q, std::min(parameters.integer("alpha"), q),
                                           parameters.integer("Delta"), parameters.integer("letters"),
                                           parameters.text("code"));
}

}  // namespace attest
