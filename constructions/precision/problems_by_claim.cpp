#include "constructions/precision/problems_by_claim.hpp"

#include <fmt/format.h>

#include <set>

#include "claims/usage_error.hpp"
#include "constructions/poly/root_finding_claim.hpp"
#include "precision/layer/layer_precision.hpp"
#include "precision/matching/encoding_problem.hpp"
#include "tasks/root_finding.hpp"

namespace attest {

namespace {

// The numbers of a list as tokens.
class NumberTokens : public LayerTask {
 public:
  explicit NumberTokens(std::unique_ptr<Task> task) : LayerTask(task->space()), task_(std::move(task)) {}
  std::size_t tokens() const override { return space().length(); }
  void kinds(std::span<const Symbol> word, std::span<attention::Kind> out) const override {
    for (std::size_t token = 0; token < word.size(); ++token)
      out[token] = static_cast<attention::Kind>(token) * space().alphabet_size(token) + word[token];
  }
  long first_symbol() const override { return task_->first_symbol(); }
  Decision decision() const override { return task_->decision(); }
  std::vector<std::size_t> judged_positions() const override { return task_->judged_positions(); }
  long truth(std::span<const Symbol> word, std::size_t which) const override {
    return task_->truth(word, which);
  }
  Json to_json(std::span<const Symbol> word) const override { return task_->to_json(word); }
  Word from_json(const Json& input) const override { return task_->from_json(input); }

 private:
  std::unique_ptr<Task> task_;
};

struct NumbersLayer {
  explicit NumbersLayer(std::unique_ptr<Task> task) : tokens(std::move(task)) {}
  NumberTokens tokens;
  attention::Layer layer;
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

// 1/2 - |p(a)| for linear p: two ReLUs.
attention::Readout linear_root_check(const RootCheck& check) {
  using attention::Readout;
  attention::AffineForm p;
  for (const RootCheck::Term& term : check.terms) {
    if (term.factors.empty()) {
      p.constant = term.coefficient;
    } else {
      p.coefficients[term.factors.front()] = term.coefficient;
    }
  }
  return Readout::sum(Readout::constant(Rational(1, 2)),
                      Readout::scaled(Rational(-1), Readout::absolute(Readout::affine(p))));
}

// The first head as it is verified; the second one, which only hands y_l1 through, is the residual. The
// encoding holds the powers of y and l that the columns need, and room for what the head puts out.
std::unique_ptr<PrecisionProblem> root_finding(Variant variant, const Parameters& parameters,
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

  const auto numbers =
      std::make_shared<NumbersLayer>(std::make_unique<RootFindingTask>(record.p, record.variables, n, range));
  attention::Layer& layer = numbers->layer;
  layer.first.push_back(0);
  for (long position = 1; position <= n; ++position) {
    for (long number = -range; number <= range; ++number) {
      RationalVector x = RationalVector::Constant(d, Rational(0));
      for (std::size_t c = 0; c < features.size(); ++c) {
        Rational value = 1;
        for (unsigned long e = 0; e < features[c].first; ++e) value *= number;
        for (unsigned long e = 0; e < features[c].second; ++e) value *= position;
        x(static_cast<Eigen::Index>(c)) = value;
      }
      layer.stream.push_back(std::move(x));
    }
    layer.first.push_back(static_cast<attention::Kind>(layer.stream.size()));
  }
  layer.residual = true;
  const auto images = [&](const RationalMatrix& map) {
    std::vector<RationalVector> result;
    for (const RationalVector& x : layer.stream) result.emplace_back(map * x);
    return result;
  };
  attention::Head head;
  head.polynomial = record.h;
  head.scale = Surd(Rational(1, record.embedding_dimension));
  for (const Rows& columns : record.query) {
    RationalMatrix w = RationalMatrix::Constant(static_cast<Eigen::Index>(columns.size()), d, Rational(0));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (const auto& [powers, coefficient] : powers_of(columns[c], n))
        w(static_cast<Eigen::Index>(c), feature_at(powers)) = coefficient;
    }
    head.rows.push_back(images(w));
    head.maps.emplace_back(std::move(w));
  }
  // V^(r): y in its own column, 1 in those of the others (seed 003, line 3455).
  for (Eigen::Index r = 0; r < others; ++r) {
    RationalMatrix v = RationalMatrix::Constant(others, d, Rational(0));
    for (Eigen::Index c = 0; c < others; ++c) v(c, feature_at({c == r ? 1u : 0u, 0})) = Rational(1);
    head.value.push_back({static_cast<std::size_t>(r) + 1, images(v), v});
    layer.landings.push_back(
        {0, static_cast<std::size_t>(r), static_cast<std::size_t>(room_at + r), Rational(1)});
  }
  head.value_length = static_cast<std::size_t>(others);
  std::vector<attention::Token> all;
  for (long token = 0; token < n; ++token) all.push_back(static_cast<attention::Token>(token));
  head.over = attention::IndexSet::product(
      std::vector<std::vector<attention::Token>>(record.variables - 1, all), all.size());
  layer.heads.push_back(std::move(head));

  RootCheck check =
      root_check_of(record, static_cast<std::size_t>(feature_at({1, 0})), static_cast<std::size_t>(room_at));
  if (is_linear(check) && readout == RootReadout::relu_if_linear) {
    layer.readouts = {linear_root_check(check)};
    return std::make_unique<LayerPrecision>(numbers, numbers->tokens, layer);
  }
  return std::make_unique<LayerPrecision>(numbers, numbers->tokens, layer, std::move(check));
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
