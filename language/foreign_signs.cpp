#include "language/foreign_signs.hpp"

#include <fmt/format.h>

#include <array>

#include "language/utf8.hpp"

namespace attest::language {

namespace {

struct Spelling {
  std::string_view sign;
  std::string_view ascii;
};

constexpr std::array spellings{
    Spelling{"≤", "<="},         Spelling{"≥", ">="},
    Spelling{"≠", "!="},         Spelling{"×", "*"},
    Spelling{"·", "*"},          Spelling{"⋅", "*"},
    Spelling{"∙", "*"},          Spelling{"∗", "*"},
    Spelling{"÷", "/"},          Spelling{"⁄", "/"},
    Spelling{"−", "-"},          Spelling{"–", "-"},
    Spelling{"—", "-"},          Spelling{"→", "->"},
    Spelling{"↦", "->"},         Spelling{"⇒", "implies"},
    Spelling{"⟹", "implies"},    Spelling{"∈", "in"},
    Spelling{"∉", "not x in S"}, Spelling{"∧", "and"},
    Spelling{"∨", "or"},         Spelling{"¬", "not"},
    Spelling{"∀", "forall"},     Spelling{"∃", "exists"},
    Spelling{"∑", "sum"},        Spelling{"Σ", "sum, or Sigma for a name"},
    Spelling{"∏", "product"},    Spelling{"Π", "product, or Pi for a name"},
    Spelling{"√", "sqrt(..)"},   Spelling{"…", ".."},
    Spelling{"⌊", "floor(..)"},  Spelling{"⌋", "floor(..)"},
    Spelling{"⌈", "ceil(..)"},   Spelling{"⌉", "ceil(..)"},
    Spelling{"²", "^2"},         Spelling{"³", "^3"},
    Spelling{"½", "1/2"},        Spelling{"“", "\""},
    Spelling{"”", "\""},         Spelling{"„", "\""},
    Spelling{"α", "alpha"},      Spelling{"β", "beta"},
    Spelling{"γ", "gamma"},      Spelling{"δ", "delta"},
    Spelling{"ε", "eps"},        Spelling{"λ", "lambda"},
    Spelling{"μ", "mu"},         Spelling{"π", "pi"},
    Spelling{"ρ", "rho"},        Spelling{"σ", "sigma"},
    Spelling{"τ", "tau"},        Spelling{"φ", "phi"},
    Spelling{"ϕ", "phi"},        Spelling{"ψ", "psi"},
    Spelling{"ω", "omega"},      Spelling{"θ", "theta"},
    Spelling{"Φ", "Phi"},        Spelling{"Ψ", "Psi"},
    Spelling{"Ω", "Omega"},      Spelling{"Δ", "Delta"},
    Spelling{"&", "and"},        Spelling{"!", "not (and != for unequal)"},
    Spelling{"~", "not"},        Spelling{"%", "mod"},
};

}  // namespace

std::string about_foreign_sign(std::string_view text) {
  const std::string_view sign = first_code_points(text, 1);
  for (const Spelling& spelling : spellings) {
    if (spelling.sign == sign) return fmt::format("'{}' is written {}", sign, spelling.ascii);
  }
  switch (first_code_point(sign)) {
    case 0xA0:
    case 0x202F:
    case 0x2007:
      return "a no-break space; blanks are ordinary ones";
    case 0xFEFF:
      return "a byte order mark; a text begins with its first word";
    case '\'':
      return "a prime is no part of a name; write x1 or xp";
    case '\\':
      return "'\\' means nothing here; formulas are plain text, as phi_i^2 <= n";
    case '_':
      return "a name begins with a letter, not with _";
    default:
      break;
  }
  if (sign.size() == 1) return fmt::format("'{}' means nothing here", sign);
  return fmt::format(
      "'{}' ({}) stands only in comments and texts in quotes; names are made of the letters a to z", sign,
      code_point_name(first_code_point(sign)));
}

}  // namespace attest::language
