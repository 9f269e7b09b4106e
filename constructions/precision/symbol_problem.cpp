#include "constructions/precision/symbol_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "constructions/dat/symbol_retrieval.hpp"

namespace attest {

namespace {

// The object z; the answer is the number of its class, from 1.
class SymbolTask : public Task {
 public:
  explicit SymbolTask(long n_s)
      : Task(InputSpace({static_cast<Symbol>(3 * n_s)})),
        n_s_(n_s),
        objects_(SymbolicAttention::objects(n_s)) {}

  long first_symbol() const override { return 0; }
  std::vector<std::size_t> judged_positions() const override { return {0}; }
  long truth(std::span<const Symbol> word, std::size_t /*which*/) const override {
    return nearest_class(objects_[word[0]], n_s_) + 1;
  }
  Json to_json(std::span<const Symbol> word) const override { return {{"z", objects_[word[0]]}}; }
  Word from_json(const Json& input) const override {
    const bool shaped =
        input.is_object() && input.size() == 1 && input.contains("z") && input["z"].is_number_integer();
    const auto found =
        shaped ? std::find(objects_.begin(), objects_.end(), integer_from_json(input["z"], "input z"))
               : objects_.end();
    if (found == objects_.end()) {
      throw UsageError("input", input.dump(),
                       fmt::format("an object {{\"z\": ..}} with z one of {}", fmt::join(objects_, ", ")));
    }
    return {static_cast<Symbol>(found - objects_.begin())};
  }

 private:
  long n_s_;
  std::vector<long> objects_;
};

class SymbolProblem : public FeatureProblem {
 public:
  SymbolProblem(Variant variant, long n_s, const Rational& beta, const Rational& eps) : task_(n_s) {
    const SymbolicAttention record(n_s, beta);
    const auto templates = static_cast<Eigen::Index>(n_s);
    for (const long z : SymbolicAttention::objects(n_s))
      attention_.receivers.push_back(SymbolicAttention::object(z));
    const RationalMatrix query = record.query_matrix().transpose();
    attention_.query = ReluNetwork({AffineMap{query, RationalVector::Constant(query.rows(), Rational(0))}});
    attention_.symbols = RationalMatrix::Identity(templates, templates);
    for (long c = 0; c < n_s; ++c) {
      attention_.senders.push_back(SymbolicAttention::feature_template(c));
      targets_.push_back(attention_.symbols.row(c).transpose());
    }
    kernel_ = variant == Variant::printed ? FeatureKernel::softmax : FeatureKernel::best;
    eps_ = eps;
    longest_context_ = static_cast<std::size_t>(n_s);
  }

  const Task& task() const override { return task_; }
  void read(std::span<const Symbol> word, Context& context) const override {
    context.receiver = word[0];
    context.senders.clear();
    for (std::size_t c = 0; c < longest_context_; ++c) context.senders.push_back(c);
  }
  std::optional<std::size_t> target(std::span<const Symbol> word) const override {
    return static_cast<std::size_t>(task_.truth(word, 0)) - 1;
  }

 private:
  SymbolTask task_;
};

}  // namespace

std::unique_ptr<FeatureProblem> symbol_problem(Variant variant, const Parameters& parameters) {
  const long n_s = parameters.integer("n_s");
  const Rational eps = rational_from_string(parameters.text("eps")).value();
  const std::string& given = parameters.text("beta");
  const Rational beta =
      given == "auto" ? least_symbolic_temperature(n_s, eps) : rational_from_string(given).value();
  return std::make_unique<SymbolProblem>(variant, n_s, beta, eps);
}

}  // namespace attest
