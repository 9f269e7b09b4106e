#include "constructions/precision/problems_by_claim.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "precision/layer/layer_problem.hpp"
#include "precision/matching/encoding_problem.hpp"
#include "tasks/root_finding.hpp"

namespace attest {

namespace {

// Tokens are the letters of the input. Token `token` (from 0) carries the number first_symbol + its symbol.
class LetterProblem : public LayerProblem {
 public:
  LetterProblem(std::unique_ptr<Task> task, PrecisionHead head) : task_(std::move(task)) {
    heads_.push_back(std::move(head));
  }
  const Task& task() const override { return *task_; }
  std::size_t tokens() const override { return task_->space().length(); }
  Symbol contents(std::size_t token) const override { return task_->space().alphabet_size(token); }
  Symbol content(std::span<const Symbol> word, std::size_t token) const override { return word[token]; }
  RationalVector encoding(std::size_t token, Symbol content) const override {
    return encode(static_cast<long>(token) + 1, task_->first_symbol() + static_cast<long>(content));
  }
  // (token, l_2, .., l_t), the last one fastest.
  std::vector<TokenTuple> tuples(std::size_t head, std::size_t token) const override {
    std::vector<TokenTuple> all;
    TokenTuple tuple(heads_[head].query.size(), 0);
    tuple[0] = token;
    while (true) {
      all.push_back(tuple);
      std::size_t v = tuple.size();
      while (v > 1 && ++tuple[v - 1] == tokens()) tuple[--v] = 0;
      if (v == 1) return all;
    }
  }

  std::function<RationalVector(long position, long number)> encode;
  void give(RationalMatrix output_matrix, bool residual, std::vector<AffineMap> network) {
    output_matrix_ = std::move(output_matrix);
    residual_ = residual;
    network_ = std::move(network);
  }
  void give(RootCheck check) { root_check_ = std::move(check); }

 private:
  std::unique_ptr<Task> task_;
};

// The exponents of y and l in a monomial of the Q^(r), with n as a number.
using Powers = std::pair<unsigned long, unsigned long>;

std::map<Powers, Rational> powers_of(const Polynomial& column, long n) {
  std::map<Powers, Rational> result;
  for (const auto& term : column.substitute({{"n", Polynomial(n)}}).terms()) {
    Powers powers{0, 0};
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) (name == "y" ? powers.first : powers.second) = exponent;
    }
    result[powers] += term.coefficient;
  }
  return result;
}

// p, which is no constant, with its monomials in the order of root_check.hpp. x_1 is coordinate y_at, x_2 ..
// are those from others_at.
RootCheck root_check_of(const RootFinding& record, std::size_t y_at, std::size_t others_at) {
  std::map<std::vector<unsigned long>, Rational, std::greater<>> terms;  // by exponents, descending
  for (const auto& term : record.p.terms()) {
    std::vector<unsigned long> exponents(record.variables, 0);
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) exponents[std::stoul(name.substr(1)) - 1] = exponent;
    }
    terms[exponents] += term.coefficient;
  }
  RootCheck check;
  for (const auto& [exponents, coefficient] : terms) {
    RootCheck::Term term{coefficient, {}};
    for (std::size_t v = 0; v < exponents.size(); ++v)
      term.factors.insert(term.factors.end(), exponents[v], v == 0 ? y_at : others_at + v - 1);
    check.terms.push_back(std::move(term));
  }
  return check;
}

bool is_linear(const RootCheck& check) {
  return std::all_of(check.terms.begin(), check.terms.end(),
                     [](const RootCheck::Term& term) { return term.factors.size() <= 1; });
}

// The network 1/2 - |p(a)| for linear p: two ReLUs.
std::vector<AffineMap> linear_root_check(const RootCheck& check, Eigen::Index inputs) {
  AffineMap both_signs{RationalMatrix::Constant(2, inputs, Rational(0)),
                       RationalVector::Constant(2, Rational(0))};
  for (const RootCheck::Term& term : check.terms) {
    for (const long sign : {1L, -1L}) {
      const Eigen::Index row = sign == 1 ? 0 : 1;
      Rational& place = term.factors.empty()
                            ? both_signs.bias(row)
                            : both_signs.weight(row, static_cast<Eigen::Index>(term.factors.front()));
      place = sign * term.coefficient;
    }
  }
  AffineMap join{RationalMatrix::Constant(1, 2, Rational(-1)), RationalVector::Constant(1, Rational(1, 2))};
  return {both_signs, join};
}

// The first head as it is verified; the second one, which only hands y_l1 through, is the residual. The
// encoding holds the powers of y and l that the columns need, and room for what the head puts out.
std::unique_ptr<LetterProblem> root_finding(Variant variant, const Parameters& parameters,
                                            RootReadout readout) {
  const long n = parameters.integer("n");
  const long range = parameters.integer("r");
  const RootFinding record = root_finding_record(variant, parameters);
  if (!record.defects.empty()) {
    throw UsageError("--variant", to_string(variant),
                     fmt::format("a variant of poly/root-finding that defines a layer: {}: {}",
                                 record.defects.front().where, record.defects.front().what));
  }
  std::set<Powers> monomials{{0, 0}, {1, 0}};
  for (const Rows& columns : record.query) {
    for (const Polynomial& column : columns) {
      for (const auto& [powers, coefficient] : powers_of(column, n)) monomials.insert(powers);
    }
  }
  const std::vector<Powers> features(monomials.begin(), monomials.end());
  const auto feature_at = [&](const Powers& powers) {
    return static_cast<Eigen::Index>(std::distance(monomials.begin(), monomials.find(powers)));
  };
  const auto others = static_cast<Eigen::Index>(record.variables) - 1;
  const auto room_at = static_cast<Eigen::Index>(features.size());
  const Eigen::Index d = room_at + others;
  PrecisionHead head;
  for (const Rows& columns : record.query) {
    RationalMatrix w = RationalMatrix::Constant(static_cast<Eigen::Index>(columns.size()), d, Rational(0));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (const auto& [powers, coefficient] : powers_of(columns[c], n))
        w(static_cast<Eigen::Index>(c), feature_at(powers)) = coefficient;
    }
    head.query.push_back(std::move(w));
  }
  head.monomials = record.h.monomials();
  head.scale = PrecisionScale(Rational(1, record.embedding_dimension));
  // V^(r): y in its own column, 1 in those of the others (seed 003, line 3455).
  for (Eigen::Index r = 0; r < others; ++r) {
    RationalMatrix v = RationalMatrix::Constant(others, d, Rational(0));
    for (Eigen::Index c = 0; c < others; ++c) v(c, feature_at({c == r ? 1u : 0u, 0})) = Rational(1);
    head.values.emplace_back(static_cast<std::size_t>(r) + 1, std::move(v));
  }
  RationalMatrix output_matrix = RationalMatrix::Constant(d, others, Rational(0));
  for (Eigen::Index c = 0; c < others; ++c) output_matrix(room_at + c, c) = Rational(1);
  RootCheck check =
      root_check_of(record, static_cast<std::size_t>(feature_at({1, 0})), static_cast<std::size_t>(room_at));
  auto problem = std::make_unique<LetterProblem>(
      std::make_unique<RootFindingTask>(record.p, record.variables, n, range), std::move(head));
  problem->encode = [features, d](long position, long number) {
    RationalVector x = RationalVector::Constant(d, Rational(0));
    for (std::size_t c = 0; c < features.size(); ++c) {
      Rational value = 1;
      for (unsigned long e = 0; e < features[c].first; ++e) value *= number;
      for (unsigned long e = 0; e < features[c].second; ++e) value *= position;
      x(static_cast<Eigen::Index>(c)) = value;
    }
    return x;
  };
  if (is_linear(check) && readout == RootReadout::relu_if_linear) {
    problem->give(std::move(output_matrix), true, linear_root_check(check, d));
  } else {
    problem->give(std::move(output_matrix), true, {});
    problem->give(std::move(check));
  }
  return problem;
}

}  // namespace

std::unique_ptr<PrecisionProblem> root_finding_problem(Variant variant, const Parameters& parameters,
                                                       RootReadout readout) {
  return root_finding(variant, parameters, readout);
}

std::unique_ptr<PrecisionProblem> problem_by_claim(const std::string& id, Variant variant,
                                                   const Parameters& parameters) {
  if (id == "anna/message-encoding") return message_encoding_precision(parameters);
  if (id == "poly/root-finding") return root_finding(variant, parameters, RootReadout::relu_if_linear);
  return nullptr;
}

}  // namespace attest
