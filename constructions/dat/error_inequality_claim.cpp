#include <fmt/format.h>

#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/dat/dat_claims.hpp"
#include "constructions/dat/error_chain_instance.hpp"
#include "constructions/dat/formal_polynomial.hpp"
#include "numeric/checked.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

constexpr const char* unbound_i =
    "line 278 sums alpha_i(x; y) |r(x, y_i) - R(x, y_{i*})| over j != i*, and nothing binds i";

Check at_most(const std::string& name, const Rational& left, const Rational& right) {
  const std::string text = fmt::format("{} against {}", to_string(left), to_string(right));
  return left <= right ? holds(name, Evidence::enumeration, text) : refuted(Kind::display, name, text);
}

// Numbers for one (alpha, r, R): the lines as printed (with j for i in line 278), d_r = 1; i* is the first
// object.
struct Lines {
  Rational line276;
  Rational line277;
  Rational line278;
};

Lines printed_lines(const std::vector<Rational>& alpha, const std::vector<Rational>& r, const Rational& R) {
  using boost::multiprecision::abs;
  Lines lines;
  Rational sum = 0;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    sum += alpha[i] * r[i];
    lines.line277 += abs(Rational(alpha[i] * r[i] - R));
    lines.line278 += alpha[i] * abs(Rational(r[i] - R));
  }
  lines.line276 = abs(Rational(sum - R));
  return lines;
}

Json rational_texts(const std::vector<Rational>& values) {
  Json result = Json::array();
  for (const Rational& value : values) result.push_back(to_string(value));
  return result;
}

// The norms and signs as indeterminates that are >= 0. In coordinate l write r_i - R = p_i - m_i with p_i,
// m_i >= 0 and one of them zero; |r_i - R| (the maximum norm) is p_i + m_i + q_i with q_i >= 0.
class Symbols {
 public:
  FormalPolynomial operator()(const std::string& name, long index) {
    return names_(fmt::format("{}_{}", name, index));
  }
  FormalPolynomial operator()(const std::string& name) { return names_(name); }

 private:
  IndeterminateNames names_;
};

// sum_i alpha_i r_i - R = sum_i alpha_i (r_i - R) once alpha_1 = 1 - alpha_2 - ... - alpha_n.
bool weights_move_inside(long n) {
  Symbols v;
  std::vector<FormalPolynomial> alpha{1};
  for (long i = 2; i <= n; ++i) {
    alpha.push_back(v("alpha", i));
    alpha[0] = alpha[0] - alpha.back();
  }
  FormalPolynomial left = FormalPolynomial(-1) * v("R");
  FormalPolynomial right;
  for (long i = 1; i <= n; ++i) {
    left += alpha[static_cast<std::size_t>(i - 1)] * v("r", i);
    right += alpha[static_cast<std::size_t>(i - 1)] * (v("r", i) - v("R"));
  }
  return left == right;
}

// sum_i alpha_i |r_i - R| minus the coordinate sum_i alpha_i (r_i - R), with either sign, is a polynomial
// with positive coefficients in what is >= 0.
bool triangle_inequality(long n, int sign) {
  Symbols v;
  FormalPolynomial difference;
  for (long i = 1; i <= n; ++i) {
    const auto norm = v("p", i) + v("m", i) + v("q", i);
    const auto coordinate = FormalPolynomial(sign) * (v("p", i) - v("m", i));
    difference += v("alpha", i) * (norm - coordinate);
  }
  return difference.has_only_positive_coefficients();
}

// Line 278 is line 277 (repaired) with the term of i* written apart.
bool term_apart(long n, long selected) {
  Symbols v;
  FormalPolynomial all;
  FormalPolynomial others;
  for (long i = 1; i <= n; ++i) {
    const auto term = v("alpha", i) * v("N", i);
    all += term;
    if (i != selected) others += term;
  }
  return all == v("alpha", selected) * v("N", selected) + others;
}

// Line 279 minus line 278. Write c = 1 - eps_1 >= 0, alpha_{i*} = c + t with t >= 0, so that the other
// weights sum to eps_1 - t, that is eps_1 = t + sum alpha_j; eps_2 = e + f with e = |r_{i*} - R| and f >= 0;
// M = e + k with k >= 0, since e is one of the values that M is the maximum of; |r_j - R| = M - k_j with k_j
// >= 0 for the same reason. Then
//   c eps_2 + eps_1 M - (c + t) e - sum alpha_j (M - k_j) = c f + t k + sum alpha_j k_j.
bool last_line(long n, long selected) {
  Symbols v;
  const auto maximum = v("e") + v("k");
  FormalPolynomial eps1 = v("t");
  FormalPolynomial line278 = (v("c") + v("t")) * v("e");
  for (long j = 1; j <= n; ++j) {
    if (j == selected) continue;
    eps1 += v("alpha", j);
    line278 += v("alpha", j) * (maximum - v("k", j));
  }
  const auto line279 = v("c") * (v("e") + v("f")) + eps1 * maximum;
  return (line279 - line278).has_only_positive_coefficients();
}

Check symbolic_check(const std::string& name, bool proved, const std::string& text) {
  return proved ? holds(name, Evidence::symbolic, text)
                : refuted(Kind::display, name, "the polynomial identity fails: " + text);
}

class ErrorInequality : public WholeClaim {
 public:
  ErrorInequality() : WholeClaim(program_info("dat/error-inequality")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"n", 10000}, {"d_r", 1000}});
  }

  // The four lines on one instance: weights alpha, relations r_i, the wanted R and the number i* of the
  // selected object. eps_2 is |r_{i*} - R| itself: what holds there holds for every greater one.
  Json run(Variant variant, const Parameters& parameters, const Json& given,
           std::uint64_t seed) const override {
    const auto n = static_cast<std::size_t>(parameters.integer("n"));
    const auto d_r = static_cast<std::size_t>(parameters.integer("d_r"));
    const Rational eps1 = *rational_from_string(parameters.text("eps1"));
    const ChainInstance instance = chain_instance(given, seed, n, d_r, eps1);
    const ExactLines lines = exact_lines(instance, eps1);
    RunResult result(instance.json);
    if (1 - instance.alpha[instance.selected] >= eps1) {
      result.add(not_applicable("hypothesis", fmt::format("alpha_i* = {} is not above 1 - eps1 = {}",
                                                          to_string(instance.alpha[instance.selected]),
                                                          to_string(Rational(1 - eps1)))));
      return result.to_json();
    }
    const bool printed = variant == Variant::printed;
    const Rational& line277 = printed ? lines.line277_printed : lines.line277_repaired;
    result.steps["line 276"] = to_string(lines.line276);
    result.steps["line 277"] = to_string(line277);
    result.steps["line 278"] = to_string(lines.line278);
    result.steps["line 279"] = to_string(lines.line279);
    result.add(at_most("line-277", lines.line276, line277));
    result.add(at_most("line-278", line277, lines.line278));
    result.add(at_most("line-279", lines.line278, lines.line279));
    result.add(at_most("conclusion", lines.line276, lines.line279));
    if (printed && n > 1) result.add(ill_formed("well-formed", unbound_i));
    return result.to_json();
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions&,
               Verdict& verdict) const override {
    const long n = parameters.integer("n");
    const long d_r = parameters.integer("d_r");
    bool line278 = true;
    bool line279 = true;
    for (long selected = 1; selected <= n; ++selected) {
      line278 = line278 && term_apart(n, selected);
      line279 = line279 && last_line(n, selected);
    }
    const bool moved = weights_move_inside(n);
    const bool triangle = triangle_inequality(n, 1) && triangle_inequality(n, -1);
    const Check last =
        symbolic_check("line-279", line279,
                       "line 279 minus line 278 is (1 - eps_1) f + t k + sum_j alpha_j k_j with f, t, k, "
                       "k_j >= 0 (the slack in the hypotheses), for each of the n places of i*");
    if (variant == Variant::repaired) {
      verdict.checks = {
          symbolic_check(
              "line-277", moved && triangle,
              "the triangle inequality: in every coordinate and for both signs the difference has positive "
              "coefficients in what is >= 0"),
          symbolic_check("line-278", line278, "the same sum with the term of i* written apart"), last};
    } else {
      printed_checks(n, d_r, *rational_from_string(parameters.text("eps1")), verdict);
      verdict.checks.push_back(last);
    }
    verdict.checks.push_back(symbolic_check("conclusion", moved && triangle && line278 && line279,
                                            "line 276 is at most line 279 (by the repaired lines between)"));
    // Two signs of each coordinate, moving the weights inside, and two identities for each place of i*.
    const Integer statements = 2 * d_r + 1 + 2 * n;
    verdict.inputs = {
        statements, statements, statements,
        Integer((moved ? 0 : 1) + (triangle ? 0 : 2 * d_r) + (line278 ? 0 : n) + (line279 ? 0 : n))};
    for (const Check& check : verdict.checks) {
      if (variant == Variant::printed && check.status != Status::holds) verdict.inputs.failing += 1;
    }
    verdict.size = {1, 0, 0};
    verdict.notes = {
        "line 279 needs eps_1 <= 1 and nothing else; it is right also where M < eps_2, because |r_{i*} - "
        "R| <= M"};
  }

 private:
  static void printed_checks(long n, long d_r, const Rational& eps1, Verdict& verdict) {
    if (n == 1) {
      verdict.checks = {holds("well-formed", Evidence::symbolic, "the sum of line 278 is empty"),
                        holds("line-277", Evidence::symbolic, "alpha_1 = 1 and the two lines are the same"),
                        holds("line-278", Evidence::symbolic, "alpha_1 = 1 and the two lines are the same")};
      return;
    }
    // Line 277: i* is the first object, r = R everywhere, R(x, y_1) = 1 and the others (n-1)/t with t =
    // eps1/4 divided evenly among them: then alpha_j r_j = 1 cancels in line 277 and adds up in line 276.
    const Rational t = eps1 / 4;
    std::vector<Rational> alpha(static_cast<std::size_t>(n), t / (n - 1));
    alpha[0] = 1 - t;
    std::vector<Rational> r(static_cast<std::size_t>(n), Rational(n - 1) / t);
    r[0] = 1;
    const Lines first = printed_lines(alpha, r, 1);
    // Line 278: the relation is 1 for all objects.
    const std::vector<Rational> ones(static_cast<std::size_t>(n), Rational(1));
    const Lines second = printed_lines(alpha, ones, 1);
    verdict.checks = {
        ill_formed("well-formed", unbound_i),
        first.line276 > first.line277
            ? refuted(
                  Kind::display, "line-277",
                  fmt::format("with alpha = ({}, rest equal), r = R, R(x, y_1) = 1 and R(x, y_j) = {} line "
                              "276 is {} and line 277 only {}",
                              to_string(alpha[0]), to_string(r[1]), to_string(first.line276),
                              to_string(first.line277)))
            : undecided("line-277", "the witness does not serve"),
        second.line277 > second.line278
            ? refuted(Kind::display, "line-278",
                      fmt::format("with a relation that is 1 everywhere line 277 is {} and line 278 is {}",
                                  to_string(second.line277), to_string(second.line278)))
            : undecided("line-278", "the witness does not serve")};
    const auto witness = [&](const char* check, const std::vector<Rational>& relation, const Lines& lines) {
      return Json{{"check", check},
                  {"alpha", rational_texts(alpha)},
                  {"selected", 1},
                  {"r", rational_texts(relation)},
                  {"R", "1"},
                  {"line 276", to_string(lines.line276)},
                  {"line 277", to_string(lines.line277)},
                  {"line 278", to_string(lines.line278)}};
    };
    verdict.counterexample = {{"line-277", witness("line-277", r, first)},
                              {"line-278", witness("line-278", ones, second)}};
    if (d_r > 1) verdict.counterexample["coordinates"] = "the same number in each of the d_r coordinates";
    verdict.details["readings"] = {"in line 278 the index i of the sum over j != i* is read as j"};
    verdict.details["choices"] = {
        "the witness is an instance: r = R (so any eps_2 > 0 serves), alpha_{i*} = 1 - eps1/4 > 1 - eps1, "
        "softmax weights of scores 0 and log(alpha_j / alpha_1)"};
  }
};

}  // namespace

std::unique_ptr<Claim> dat_error_inequality_claim() {
  return std::make_unique<ErrorInequality>();
}

}  // namespace attest
