#include "kernel/setting_layer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "kernel/setting_terms.hpp"
#include "verification/proof/refusal.hpp"

namespace attest::theorems::coq {

using attention::Readout;

void has_no_place(const std::string& what) {
  throw proof::Refusal("coq", what + "; this is not exported at one setting so far");
}

std::string matrix_text(const RationalMatrix& matrix) {
  std::vector<std::string> rows;
  for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
    std::vector<std::string> entries;
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) entries.push_back(rational_number(matrix(r, c)));
    rows.push_back(fmt::format("[{}]", fmt::join(entries, "; ")));
  }
  return fmt::format("[{}]", fmt::join(rows, "; "));
}

std::string scale_text(const Surd& scale) {
  const std::string factor = fmt::format("Q2R {}", rational_number(scale.q()));
  if (scale.has_logarithm() && scale.r() != 1) has_no_place("a scale with a root and a logarithm");
  if (scale.has_logarithm()) return fmt::format("({} * ln (Q2R {}))%R", factor, rational_number(scale.k()));
  return scale.r() == 1 ? factor : fmt::format("({} * sqrt (IZR {}))%R", factor, scale.r().str());
}

std::string network_text(const Readout& readout) {
  const auto joined = [&](const char* word) {
    std::string text = network_text(readout.children.back());
    for (std::size_t k = readout.children.size() - 1; k-- > 0;)
      text = fmt::format("({} {} {})", word, network_text(readout.children[k]), text);
    return text;
  };
  switch (readout.op) {
    case Readout::Op::affine: {
      std::vector<std::string> parts;
      if (readout.form.constant != 0 || readout.form.is_constant())
        parts.push_back(fmt::format("number {}", rational_number(readout.form.constant)));
      for (const auto& [coordinate, factor] : readout.form.coefficients)
        parts.push_back(factor == 1 ? fmt::format("stream {}", coordinate + 1)
                                    : fmt::format("{} * stream {}", rational_number(factor), coordinate + 1));
      return fmt::format("({})", fmt::join(parts, " + "));
    }
    case Readout::Op::sum: {
      std::vector<std::string> parts;
      for (const Readout& child : readout.children) parts.push_back(network_text(child));
      return fmt::format("({})", fmt::join(parts, " + "));
    }
    case Readout::Op::scaled:
      return fmt::format("({} * {})", rational_number(readout.factor), network_text(readout.children[0]));
    case Readout::Op::positive_part:
      return fmt::format("(relu {})", network_text(readout.children[0]));
    case Readout::Op::absolute:
      return fmt::format("(absolute {})", network_text(readout.children[0]));
    case Readout::Op::minimum:
      return joined("smaller");
    case Readout::Op::maximum:
      return joined("larger");
    case Readout::Op::product:
      break;
  }
  has_no_place("a readout that multiplies");
}

}  // namespace attest::theorems::coq
