#include "numeric/polynomial.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <mutex>
#include <stdexcept>

#include "numeric/polynomial_names.hpp"

namespace attest {

namespace {

constexpr slong ring_size = 256;
constexpr std::size_t longest_text = 1000;  // of a polynomial that is parsed

// The ring: a FLINT context and the names given to its generators so far.
class Ring {
 public:
  Ring() { fmpq_mpoly_ctx_init(context_, ring_size, ORD_DEGLEX); }

  fmpq_mpoly_ctx_struct* context() { return context_; }

  slong generator(std::string_view name) {
    const std::lock_guard lock(mutex_);
    for (std::size_t g = 0; g < names_.size(); ++g) {
      if (names_[g] == name) return static_cast<slong>(g);
    }
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    bool well_formed = !name.empty() && is_letter(name.front());
    for (const char c : name)
      well_formed = well_formed && (is_letter(c) || (c >= '0' && c <= '9') || c == '_');
    if (!well_formed) throw std::invalid_argument("not a variable name: " + std::string(name));
    if (names_.size() == ring_size) {
      throw TooManyVariables(
          "more than 256 names of features, coordinates and indices at once, which is as many variables as a "
          "polynomial has here");
    }
    names_.emplace_back(name);
    return static_cast<slong>(names_.size() - 1);
  }

  std::vector<std::string> names() {
    const std::lock_guard lock(mutex_);
    return names_;
  }

  void forget() {
    const std::lock_guard lock(mutex_);
    names_.clear();
  }

 private:
  fmpq_mpoly_ctx_t context_;
  std::mutex mutex_;
  std::vector<std::string> names_;
};

// Whether a text is a polynomial that costs little to multiply out, before any of it is: an upper bound of
// the degree, the number of terms and the size of the coefficients, bottom-up. A divisor is a number that is
// not zero; an exponent has at most two digits.
class PolynomialText {
 public:
  PolynomialText(std::string_view text, std::size_t variables)
      : text_(text), variables_(static_cast<double>(variables)) {}

  bool is_small() {
    sum();
    return sound_ && next() == '\0';
  }

 private:
  static constexpr double most_degree = 99;
  static constexpr double most_bits = 20000;  // of a coefficient
  static constexpr double most_products = 1e6;

  struct Cost {
    double degree = 0;
    double terms = 1;
    double bits = 1;
  };

  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  std::string_view word(bool (*belongs)(char)) {
    next();
    const std::size_t begin = at_;
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

  Cost checked(Cost cost) {
    if (!(cost.degree <= most_degree && cost.bits <= most_bits)) sound_ = false;
    return cost;
  }
  // A polynomial in v variables of degree D has at most C(D + v, v) terms.
  double most_terms(double degree) const {
    double result = 1;
    for (double v = 1; v <= variables_; ++v) result *= (degree + v) / v;
    return result;
  }
  // The power of a sum of m terms has at most C(e + m - 1, e) terms.
  static double multisets(double m, double e) {
    double result = 1;
    for (double k = 1; k <= e && result <= most_products; ++k) result *= (m - 1 + k) / k;
    return result;
  }
  Cost product(const Cost& a, const Cost& b) {
    if (!(a.terms * b.terms <= most_products)) sound_ = false;
    return checked({a.degree + b.degree, std::min(a.terms * b.terms, most_terms(a.degree + b.degree)),
                    a.bits + b.bits + std::log2(std::min(a.terms, b.terms))});
  }

  Cost sum() {
    Cost total = terms();
    while (sound_ && (next() == '+' || next() == '-')) {
      ++at_;
      const Cost more = terms();
      total = checked({std::max(total.degree, more.degree), total.terms + more.terms,
                       std::max(total.bits, more.bits) + 1});
    }
    return total;
  }
  Cost terms() {
    Cost total = power();
    while (sound_) {
      if (take('*')) {
        total = product(total, power());
      } else if (take('/')) {
        const std::string_view divisor = word(is_digit);
        if (divisor.find_first_not_of('0') == std::string_view::npos) sound_ = false;
        total = product(total, {0, 1, 4 * static_cast<double>(divisor.size())});
        if (next() == '^') sound_ = false;
      } else {
        break;
      }
    }
    return total;
  }
  Cost power() {
    while (take('-') || take('+')) {
    }
    Cost base;
    if (take('(')) {
      if (++depth_ > 100) sound_ = false;
      base = sound_ ? sum() : Cost();
      if (!take(')')) sound_ = false;
      --depth_;
    } else if (is_digit(next())) {
      base = checked({0, 1, 4 * static_cast<double>(word(is_digit).size())});
    } else {
      if (word(is_name).empty()) sound_ = false;
      base.degree = 1;
    }
    if (!sound_ || !take('^')) return base;
    const std::string_view exponent = word(is_digit);
    if (exponent.empty() || exponent.size() > 2) {
      sound_ = false;
      return base;
    }
    const double e = std::stoi(std::string(exponent));
    const Cost result{base.degree * e, std::min(multisets(base.terms, e), most_terms(base.degree * e)),
                      (base.bits + std::log2(base.terms)) * std::max(e, 1.0)};
    if (!(base.terms * result.terms <= most_products) || next() == '^') sound_ = false;
    return checked(result);
  }

  std::string_view text_;
  double variables_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool sound_ = true;
};

Ring& ring() {
  static Ring the_ring;
  return the_ring;
}

fmpq_mpoly_ctx_struct* context() {
  return ring().context();
}

void set_fmpq(fmpq_t out, const Rational& value) {
  fmpq_set_mpq(out, value.backend().data());
}

Rational from_fmpq(const fmpq_t value) {
  Rational result;
  fmpq_get_mpq(result.backend().data(), value);
  return result;
}

}  // namespace

Polynomial::Polynomial() {
  fmpq_mpoly_init(value_, context());
}

Polynomial::Polynomial(long constant) : Polynomial() {
  fmpq_mpoly_set_si(value_, constant, context());
}

Polynomial::Polynomial(const Rational& constant) : Polynomial() {
  fmpq_t c;
  fmpq_init(c);
  set_fmpq(c, constant);
  fmpq_mpoly_set_fmpq(value_, c, context());
  fmpq_clear(c);
}

Polynomial::Polynomial(const Polynomial& other) : Polynomial() {
  fmpq_mpoly_set(value_, other.value_, context());
}

Polynomial::Polynomial(Polynomial&& other) noexcept : Polynomial() {
  fmpq_mpoly_swap(value_, other.value_, context());
}

Polynomial& Polynomial::operator=(const Polynomial& other) {
  fmpq_mpoly_set(value_, other.value_, context());
  return *this;
}

Polynomial& Polynomial::operator=(Polynomial&& other) noexcept {
  fmpq_mpoly_swap(value_, other.value_, context());
  return *this;
}

Polynomial::~Polynomial() {
  fmpq_mpoly_clear(value_, context());
}

Polynomial Polynomial::variable(std::string_view name) {
  Polynomial result;
  fmpq_mpoly_gen(result.value_, ring().generator(name), context());
  return result;
}

void forget_polynomial_names() {
  ring().forget();
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  fmpq_mpoly_add(result.value_, a.value_, b.value_, context());
  return result;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  fmpq_mpoly_sub(result.value_, a.value_, b.value_, context());
  return result;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  fmpq_mpoly_mul(result.value_, a.value_, b.value_, context());
  return result;
}

Polynomial pow(const Polynomial& base, unsigned long exponent) {
  Polynomial result;
  if (fmpq_mpoly_pow_ui(result.value_, base.value_, exponent, context()) == 0)
    throw std::length_error("a power with exponents beyond a machine's numbers");
  return result;
}

Polynomial operator-(const Polynomial& a) {
  Polynomial result;
  fmpq_mpoly_neg(result.value_, a.value_, context());
  return result;
}

bool operator==(const Polynomial& a, const Polynomial& b) {
  return fmpq_mpoly_equal(a.value_, b.value_, context()) != 0;
}

bool Polynomial::is_zero() const {
  return fmpq_mpoly_is_zero(value_, context()) != 0;
}

Polynomial Polynomial::substitute(const std::map<std::string, Polynomial>& replacements) const {
  // Term by term: FLINT's own composition prepares all 256 generators, which costs more than these small
  // polynomials do.
  Polynomial result;
  for (const auto& term : terms()) {
    Polynomial product(term.coefficient);
    for (const auto& [name, exponent] : term.exponents) {
      const auto replacement = replacements.find(name);
      const Polynomial factor = replacement == replacements.end() ? variable(name) : replacement->second;
      for (unsigned long e = 0; e < exponent; ++e) product = product * factor;
    }
    result += product;
  }
  return result;
}

Rational Polynomial::evaluate(const std::map<std::string, Rational>& values) const {
  Rational result = 0;
  for (const auto& term : terms()) {
    Rational product = term.coefficient;
    for (const auto& [name, exponent] : term.exponents) {
      const auto value = values.find(name);
      if (value == values.end()) throw std::invalid_argument("no value for the variable " + name);
      for (unsigned long e = 0; e < exponent; ++e) product *= value->second;
    }
    result += product;
  }
  return result;
}

std::vector<Polynomial::Term> Polynomial::terms() const {
  const auto names = ring().names();
  std::vector<Term> result;
  fmpq_t coefficient;
  fmpq_init(coefficient);
  for (slong i = 0; i < fmpq_mpoly_length(value_, context()); ++i) {
    std::array<ulong, ring_size> exponents{};
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, value_, i, context());
    fmpq_mpoly_get_term_exp_ui(exponents.data(), value_, i, context());
    Term term{from_fmpq(coefficient), {}};
    for (std::size_t g = 0; g < names.size(); ++g) {
      if (exponents[g] != 0) term.exponents[names[g]] = exponents[g];
    }
    result.push_back(std::move(term));
  }
  fmpq_clear(coefficient);
  return result;
}

std::optional<Polynomial> Polynomial::parse(const std::string& text,
                                            const std::vector<std::string>& variables) {
  for (const char c : text) {
    const bool known = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("_+-*/^() ").find(c) != std::string_view::npos;
    if (!known) return std::nullopt;
  }
  if (text.empty() || text.size() > longest_text) return std::nullopt;
  // FLINT would expand ((i + 1)^99)^99 for as long as it takes, and abort at a division by zero.
  if (!PolynomialText(text, variables.size()).is_small()) return std::nullopt;
  for (const auto& name : variables) ring().generator(name);
  const auto names = ring().names();
  std::array<const char*, ring_size> pointers{};
  for (slong g = 0; g < ring_size; ++g) {
    const bool named = static_cast<std::size_t>(g) < names.size() &&
                       std::find(variables.begin(), variables.end(), names[g]) != variables.end();
    pointers[g] = named ? names[g].c_str() : "?";
  }
  Polynomial result;
  if (fmpq_mpoly_set_str_pretty(result.value_, text.c_str(), pointers.data(), context()) != 0)
    return std::nullopt;
  return result;
}

std::string Polynomial::to_string() const {
  const auto names = ring().names();
  std::array<const char*, ring_size> pointers{};
  for (slong g = 0; g < ring_size; ++g) {
    pointers[g] = static_cast<std::size_t>(g) < names.size() ? names[g].c_str() : "?";
  }
  char* text = fmpq_mpoly_get_str_pretty(value_, pointers.data(), context());
  std::string result(text);
  flint_free(text);
  return result;
}

}  // namespace attest
