#include <fmt/format.h>

#include "attention/network_builder.hpp"
#include "constructions/strassen/strassen_claims.hpp"

namespace attest {

namespace {

// The coordinates of the residual stream x_i + a_i after both heads: 2 is p_i (printed: q_i), 5 and 6 are p_k
// and p_j of the best pair for Sigma = m, 7 and 8 those for Sigma = 2m. The answer is yes if one of the two
// sums is its Sigma:  tau - min(|s_1 - m|, |s_2 - 2m|) = tau - |s_1 - m| + max(0, |s_1 - m| - |s_2 - 2m|).
ReluNetwork closest_sum(long m, const Rational& shift, const Rational& tau) {
  NetworkBuilder net(8);
  const auto at = [](std::size_t coordinate) { return NetworkBuilder::input(coordinate - 1); };
  const AffineForm p = at(2) + AffineForm(shift);
  const AffineForm first = net.absolute(p + at(5) + at(6) - AffineForm(m));
  const AffineForm second = net.absolute(p + at(7) + at(8) - AffineForm(2 * m));
  net.close_layer();
  const AffineForm distance = net.positive_part(first);
  const AffineForm gain = net.positive_part(first - second);
  net.close_layer();
  return net.output(AffineForm(tau) - distance + gain);
}

// Line 387 as printed, coordinate by coordinate, in the names of the tokens' indices: g_j and h_k.
std::vector<Polynomial> match3_printed_g() {
  const auto v = [](const char* name) { return Polynomial::variable(name); };
  const Polynomial inverse = reciprocal_of("n");
  const Polynomial q = v("q_j");
  return {2 * q, 0, -q, 1, -square(q), 1, v("i") * inverse * inverse, 1};
}

std::vector<Polynomial> match3_printed_h() {
  const auto v = [](const char* name) { return Polynomial::variable(name); };
  const Polynomial inverse = reciprocal_of("n");
  const Polynomial q = v("q_k");
  return {0, 2 * q, 2 * q, 0, 1, -square(q), 1, v("k") * inverse * inverse * inverse};
}

RationalMatrix two_heads_output() {
  RationalMatrix matrix = RationalMatrix::Constant(8, 16, Rational(0));
  matrix(4, 4) = matrix(5, 5) = 1;          // head 1
  matrix(6, 8 + 4) = matrix(7, 8 + 5) = 1;  // head 2
  return matrix;
}

}  // namespace

std::vector<Defect> match3_rows_defects(const std::vector<Polynomial>& row, const std::string& name,
                                        const std::string& index) {
  std::vector<Defect> defects;
  for (std::size_t coordinate = 0; coordinate < row.size(); ++coordinate) {
    for (const char* foreign : {"i", "j", "k", "q_i", "q_j", "q_k"}) {
      if (foreign == index || foreign == "q_" + index) continue;
      if (row[coordinate].substitute({{foreign, Polynomial(0L)}}) == row[coordinate]) continue;
      defects.push_back(
          {"line 387",
           fmt::format("coordinate {} of {}_{} depends on {}, but it is a linear function of x_{} alone",
                       coordinate + 1, name, index, foreign, index),
           fmt::format("{} in the place of {}", index, foreign)});
    }
  }
  return defects;
}

// Theorem 4.2, Match3 (seed 000_bd1f352bd128419d.txt, lines 379-395). Tokens 1..n carry p_i in [m-1]; one
// Strassen head looks for p_i + p_j + p_k = Sigma, Sigma = m in head 1 and 2m in head 2; q = p - Sigma/3.
//
// By hand at n = 1, m = 3, p = (1): the only pair is j = k = 1, s_1 = s_2 = 3: |s_1 - 3| = 0, so y = tau > 0,
// and 1 + 1 + 1 = 0 mod 3. With p = (2): s = 6 = 2m, y = tau. With m = 4, p = (1): s = 3, distances 1 and 5,
// y = tau - 1 < 0.
//
// What leaks: at a token without a solution the best pairs can have sums Sigma - 1 and Sigma + 1, told
// apart by the tie-break (j n + k)/n^3 only, that is by a factor of exp(n/sqrt(8)) a step. Their mixture can
// come close to Sigma, so the network's threshold tau matters. At a token with a solution the other sums
// lose at least n^4 (1 - O(1/n)), and next to nothing leaks.
Transformer strassen_match3(Variant variant, long m) {
  const bool printed = variant == Variant::printed;
  const auto n = Polynomial::variable("n");
  const Polynomial inverse = reciprocal_of("n");
  const auto i = Polynomial::variable("i");
  const auto p = Polynomial::variable("p");

  Transformer t;
  t.features = {"i", "p"};
  t.token_features = {{"i", "p_i"}, {"j", "p_j"}, {"k", "p_k"}};
  t.embedding_dimension = 8;
  // Line 383: (i, q_i, q_i^2, 1, 0, 0, 0, 0) with the q of one Sigma. The rows of the other head's q are
  // linear in it too: q' = q + (Sigma - Sigma')/3.
  const Rational third(Integer(m), Integer(3));
  const Polynomial stored = printed ? p - third : p;
  t.encoding = {i, stored, square(stored), 1, 0, 0, 0, 0};
  for (const long sum : {m, 2 * m}) {
    const Polynomial q = p - Polynomial(Rational(Integer(sum), Integer(3)));
    const auto &q_i = q, &q_j = q, &q_k = q, &j = i, &k = i;
    TransformerHead head;
    head.mechanism = Mechanism::strassen;
    head.query = {
        // line 387
        scaled(square(n), {-q_i, -q_i, 0, -square(q_i), 0, 0, 0, 0}),
        scaled(square(n), {2 * q_j, 0, -q_j, 1, -square(q_j), 1, j * inverse * inverse, 1}),
        scaled(square(n), {0, 2 * q_k, 2 * q_k, 0, 1, -square(q_k), 1, k * inverse * inverse * inverse})};
    head.value = {{0, 0, 0, 0, 1, p}, {0, 0, 0, 0, p, 1}};  // line 395: 1, p_j and p_k, 1
    t.heads.push_back(head);
  }
  t.scale = Surd(Rational(1)) / Surd::square_root(8);
  t.scale_text = "1/sqrt(d), d = 8 (eq. 15)";
  t.output_matrix = two_heads_output();
  t.residual = true;
  const Rational tau = Rational(1) / 8;
  t.network = closest_sum(m, printed ? third : Rational(0), tau);
  t.network_formula = "1/8 - min(|p_i+p_j+p_k - m|, |p_i+p_j'+p_k' - 2m|)";

  const auto v = [](const char* name) { return Polynomial::variable(name); };
  for (const std::size_t head : {0U, 1U}) {
    const Polynomial sum = v("p_i") + v("p_j") + v("p_k") - Polynomial(static_cast<long>(head + 1) * m);
    const Polynomial tie = printed ? v("i") * n + v("j") : v("j") * n + v("k");
    const Polynomial n4 = square(square(n));
    t.identities.push_back(
        {head == 0 ? "identity" : "identity-2m", true, "line 391",
         -n4 * square(sum) + n4 * tie * inverse * inverse * inverse, t.score(head),
         "the displayed tie-break (i n + j)/n^3 belongs to other indices than the rows give, "
         "(j n + k)/n^3"});
  }
  t.choices = {
      printed ? "the encoding holds the q of Sigma = m; the rows of the head for 2m are linear in it as well"
              : "the encoding holds p and p^2, in which the rows of both heads are linear",
      "W_O keeps coordinates 5 and 6 of head 1 and moves those of head 2 to 7 and 8, which the encoding "
      "leaves zero",
      "the constant-size output network is not given: it puts out tau - min(|s_1 - m|, |s_2 - 2m|); tau = "
      "1/8, a threshold for which it works (the check threshold says which ones do)",
      "sign(y) is 1 for y > 0 and 0 for y <= 0"};
  if (printed) {
    t.defects = match3_rows_defects(match3_printed_g(), "g", "j");
    for (Defect& defect : match3_rows_defects(match3_printed_h(), "h", "k"))
      t.defects.push_back(std::move(defect));
    t.notes = {
        "i for j in g_j, h_j for h_k and (i n + j)/n^3 for (j n + k)/n^3 (lines 387-393) look like slips of "
        "the "
        "authors: the indices were renamed in one place and not in the others",
        "line 395 says that the second coordinate of x_i + a_i is -p_i; it is q_i = p_i - Sigma/3"};
  }
  return t;
}

}  // namespace attest
