#include <fmt/format.h>

#include <algorithm>

#include "attention/network_builder.hpp"
#include "constructions/strassen/strassen_claims.hpp"

namespace attest {

namespace {

// Line 360 as it stands, top to bottom, a bar for each horizontal line; each of the three is times n^2.
const std::vector<std::string> printed_f{"i^2", "2i", "-1", "|",     "j^2",   "2j",    "-1",
                                         "|",   "0",  "0",  "0",     "0",     "|",     "0",
                                         "0",   "0",  "|",  "1/m^2", "1/m^3", "1/m^4", "1/m^5"};
const std::vector<std::string> printed_g{"-1", "c",  "c^2", "|", "0",    "0", "0", "|", "0", "-1",
                                         "2d", "-1", "|",   "1", "A_cd", "|", "c", "d", "0", "0"};
const std::vector<std::string> printed_h{"0",          "0", "0", "-1", "l^2", "|", "-1", "k",
                                         "k^2 / B_kl", "|", "1", "0",  "0",   "k", "l"};

// Without the bars.
std::size_t coordinates(const std::vector<std::string>& printed) {
  return printed.size() - static_cast<std::size_t>(std::count(printed.begin(), printed.end(), "|"));
}

void add_printed_defects(Transformer& record) {
  const std::size_t f = coordinates(printed_f);
  const std::size_t g = coordinates(printed_g);
  const std::size_t h = coordinates(printed_h);
  if (f != g || g != h) {
    record.defects.push_back({"line 360", fmt::format("f, g and h have {}, {} and {} coordinates", f, g, h),
                              "blocks of 3, 3, 3, 2 and 4 coordinates that give eq. (25)"});
  }
  for (const std::string& entry : printed_h) {
    if (entry.find("/ B_kl") == std::string::npos) continue;
    record.defects.push_back(
        {"line 360",
         "a coordinate of h is " + entry + ", undefined for B_kl = 0 and not linear in the encoding",
         "two coordinates, k^2 and B_kl"});
  }
}

}  // namespace

// Theorem 4.2, binary relation composition (seed 000_bd1f352bd128419d.txt, lines 350-377). Tokens (i, j) in
// [m]^2 carry A_ij and B_ij; n = m^2. One Strassen head of f at (i, j), g at (c, d), h at (k, l).
//
// By hand at m = 1: one token, one quadruple c = d = k = l = 1, so a = (1, 1, 1, 1, A, B) exactly, and
// y = 1/2 - (1 - A) - (1 - B): 1/2 for A = B = 1, else at most -1/2.
//
// The transcription of the three vectors is damaged: f has 17 entries, g 16 and h 13 (line 360), a row
// of h reads k^2 / B_kl, and the blocks that the horizontal lines separate do not fit together. The rows
// below give eq. (25) and keep the printed blocks. Eq. (25) alone does not determine them: f (1, 0), g (A,
// 1), h (0, B) in the fourth block give the same polynomial as 0, (1, A), (B, 1).
Transformer strassen_relation_composition(Variant variant) {
  const auto m = Polynomial::variable("m");
  const Polynomial n = square(m);
  const Polynomial inverse = reciprocal_of("m");  // 1/m
  const auto i = Polynomial::variable("i");       // a token's first index; c and k below are one too
  const auto j = Polynomial::variable("j");       // its second index
  const auto A = Polynomial::variable("A");
  const auto B = Polynomial::variable("B");
  const auto &c = i, &d = j, &k = i, &l = j;

  Transformer t;
  t.features = {"i", "j", "A", "B"};
  t.token_features = {{"i", "j", "A_ij", "B_ij"}, {"c", "d", "A_cd", "B_cd"}, {"k", "l", "A_kl", "B_kl"}};
  t.embedding_dimension = 15;
  t.encoding = {A, B, i, square(i), j, square(j), 1};  // line 356
  const auto power = [&](int e) {
    Polynomial result = 1;
    for (int factor = 0; factor < e; ++factor) result = result * inverse;
    return result;
  };
  TransformerHead head;
  head.mechanism = Mechanism::strassen;
  head.query = {
      scaled(square(n), {square(i), 2 * i, -1, square(j), 2 * j, -1, 0, 0, 0, 0, 0, power(2), power(3),
                         power(4), power(5)}),                                                 // f_ij
      scaled(square(n), {-1, c, square(c), 0, 0, 0, square(d), 2 * d, -1, 1, A, c, d, 0, 0}),  // g_cd
      scaled(square(n), {0, 0, 0, -1, l, square(l), -1, k, square(k), B, 1, 0, 0, k, l})};     // h_kl
  // Line 377: "this Hadamard product in some coordinates has c, d, k, l, A_cd, B_kl, and has 0 where x_ij has
  // i and j". Coordinates 8..13 are zero in the encoding.
  head.value = {{0, 0, 0, 0, 0, 0, 0, c, d, 1, 1, A, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 1, k, l, 1, B}};
  t.heads = {head};
  t.scale = Surd(Rational(1)) / Surd::square_root(15);
  t.scale_text = "1/sqrt(d), d = 15 (eq. 15)";
  t.output_matrix = RationalMatrix::Identity(15, 15);
  t.residual = true;

  // (26): all of c = i, l = j, d = k, A_cd = 1, B_kl = 1, in units of the residual stream x_ij + a_ij.
  NetworkBuilder net(15);
  const auto at = [](std::size_t coordinate) { return NetworkBuilder::input(coordinate - 1); };
  const AffineForm distance = net.absolute(at(8) - at(3)) + net.absolute(at(11) - at(5)) +
                              net.absolute(at(9) - at(10)) + net.positive_part(AffineForm(1) - at(12)) +
                              net.positive_part(AffineForm(1) - at(13));
  net.close_layer();
  t.network = net.output(AffineForm(Rational(1) / 2) - distance);
  t.network_formula = "1/2 - |c-i| - |l-j| - |d-k| - max(0, 1-A_cd) - max(0, 1-B_kl)";

  const auto v = [](const char* name) { return Polynomial::variable(name); };
  const Polynomial bracket = -square(v("i") - v("c")) - square(v("d") - v("k")) - square(v("l") - v("j")) +
                             v("A_cd") + v("B_kl") +
                             (v("c") * m * m * m + v("d") * m * m + v("k") * m + v("l")) * power(5);
  t.identities.push_back({"identity", true, "eq. (25), lines 362-365", square(n) * square(n) * bracket,
                          t.score(0), "the rows do not give the displayed score"});

  t.choices = {
      "f, g, h are read as 15 coordinates in blocks of 3, 3, 3, 2 and 4, so that eq. (25) results; d = 15, "
      "and the "
      "encoding is padded with zeros to it",
      "V_1 and V_2 are described only by what their product contains: c, d, k, l, A_cd, B_kl, here in "
      "coordinates 8 "
      "to 13; W_O is the identity",
      "the constant-size output network is not given: it puts out 1/2 minus the sum of the violations of "
      "(26)",
      "sign(y) is 1 for y > 0 and 0 for y <= 0"};
  if (variant == Variant::printed) {
    add_printed_defects(t);
    t.notes = {
        "the three vectors are probably damaged in transcription (rows and horizontal lines of a table run "
        "into each "
        "other); eq. (25) is what they must give"};
  }
  return t;
}

}  // namespace attest
