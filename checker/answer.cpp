#include "checker/answer.hpp"

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr mpfr_prec_t first_bits = 64, last_bits = 16384;

enum class Answer { right, wrong, open };

// A number is right nearer than 1/2 to the truth; a sign above 0 is a yes, 0 is a no.
Answer answer(const Number& y, bool sign, const mpz_class& truth) {
  bool right = false, wrong = false;
  if (!sign) {
    const mpq_class low = truth - mpq_class(1, 2), high = truth + mpq_class(1, 2);
    right = y.low() > low && y.high() < high;
    wrong = y.high() <= low || y.low() >= high;
  } else {
    right = truth == 1 ? y.low() > 0 : y.high() <= 0;
    wrong = truth == 1 ? y.high() <= 0 : y.low() > 0;
  }
  return right ? Answer::right : wrong ? Answer::wrong : Answer::open;
}

std::string shown(const Number& y) {
  if (y.is_exact() && y.low().get_str().size() < 40) return "is " + y.low().get_str();
  mpfr_t low, high;
  mpfr_inits2(64, low, high, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_q(low, y.low().get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(high, y.high().get_mpq_t(), MPFR_RNDU);
  char text[100];
  mpfr_snprintf(text, sizeof text, "lies in [%.6RDe, %.6RUe]", low, high);
  mpfr_clears(low, high, static_cast<mpfr_ptr>(nullptr));
  return text;
}

}  // namespace

std::optional<std::string> wrong_output(const Outputs& outputs, const std::vector<long>& cells,
                                        const Layer::Judged& judged) {
  const mpz_class truth = outputs.layer().truth(cells, judged);
  const bool sign = judged.task->sign;
  for (mpfr_prec_t bits = first_bits; bits <= last_bits; bits *= 2) {
    const Number y = outputs.output(judged.token, bits);
    const Answer found = answer(y, sign, truth);
    if (found == Answer::right) return std::nullopt;
    if (found == Answer::wrong)
      return "the output at token " + outputs.token_name(judged.token) + " " + shown(y) +
             ", the right answer is " + (sign ? std::string(truth == 1 ? "yes" : "no") : truth.get_str());
  }
  throw Undecided("an output is open at " + std::to_string(last_bits) + " bits: a tie, or nearly one");
}

}  // namespace attest_check
