#include "lowerbounds/size_bounds/programs.hpp"

#include <stdexcept>

namespace attest {

namespace {

// Arithmetic that counts. One machine a run.
class Machine {
 public:
  Rational add(const Rational& a, const Rational& b) { return ++count_.arithmetic, a + b; }
  Rational multiply(const Rational& a, const Rational& b) { return ++count_.arithmetic, a * b; }
  Rational divide(const Rational& a, const Rational& b) {
    if (b == 0) throw std::domain_error("eq. (23) divides by zero");
    return ++count_.arithmetic, a / b;
  }
  bool is_positive(const Rational& a) { return ++count_.comparisons, a > 0; }
  bool output(bool decision) { return ++count_.outputs, decision; }
  const ProgramOperations& count() const { return count_; }

  Rational scalar_product(const std::vector<Rational>& a, const std::vector<Rational>& b) {
    Rational sum = multiply(a.at(0), b.at(0));
    for (std::size_t k = 1; k < a.size(); ++k) sum = add(sum, multiply(a[k], b.at(k)));
    return sum;
  }

 private:
  ProgramOperations count_;
};

Rational run_network(Machine& machine, const SparseNetwork& network, const std::vector<Rational>& input) {
  std::vector<Rational> values = input;
  Rational y;
  for (std::size_t j = 0; j < network.neurons.size(); ++j) {
    const SparseNeuron& neuron = network.neurons[j];
    std::vector<Rational> read;
    for (const std::size_t s : neuron.sources) read.push_back(values.at(s));
    y = machine.scalar_product(neuron.weights, read);
    if (neuron.bias) y = machine.add(y, *neuron.bias);
    const bool is_output = j + 1 == network.neurons.size();
    if (!is_output) values.push_back(machine.is_positive(y) ? y : Rational(0));
  }
  return y;
}

Evaluation finish(Machine& machine, const EvaluationInput& input, std::vector<Rational> residual) {
  Evaluation result;
  const Rational y = run_network(machine, input.network, residual);
  result.decision = machine.output(machine.is_positive(y));
  result.residual = std::move(residual);
  result.count = machine.count();
  return result;
}

Evaluation undefined(Machine& machine) {
  Evaluation result;
  result.defined = false;
  result.decision = machine.output(false);
  result.count = machine.count();
  return result;
}

// The d columns of W_O that belong to head h, times v.
std::vector<Rational> block_times(const EvaluationInput& input, std::size_t h,
                                  const std::vector<Rational>& v) {
  std::vector<Rational> result;
  for (const auto& row : input.W_O) {
    Rational sum = 0;
    for (std::size_t k = 0; k < v.size(); ++k) sum += row.at(h * v.size() + k) * v[k];
    result.push_back(sum);
  }
  return result;
}

}  // namespace

Evaluation evaluate_literally(const EvaluationInput& input, bool guard) {
  Machine machine;
  std::vector<Rational> a;  // the heads' outputs, one below the other
  for (const HeadValues& head : input.heads) {
    const Rational denominator = machine.add(machine.add(head.lambda, head.mu), head.nu);
    if (guard && !machine.is_positive(denominator)) return undefined(machine);
    for (std::size_t k = 0; k < head.alpha.size(); ++k) {
      const Rational numerator = machine.add(machine.add(head.alpha[k], head.beta[k]), head.gamma[k]);
      a.push_back(machine.divide(numerator, denominator));
    }
  }
  std::vector<Rational> residual;
  for (std::size_t i = 0; i < input.x.size(); ++i) {
    residual.push_back(machine.add(input.x[i], machine.scalar_product(input.W_O[i], a)));
  }
  return finish(machine, input, std::move(residual));
}

Evaluation evaluate_absorbed(const EvaluationInput& input) {
  const std::size_t d = input.x.size();
  struct Absorbed {
    std::vector<Rational> alpha, beta;
    Rational lambda, mu;
  };
  std::vector<Absorbed> heads;
  for (std::size_t h = 0; h < input.heads.size(); ++h) {
    const HeadValues& head = input.heads[h];
    std::vector<Rational> of_w1 = head.alpha;
    for (std::size_t k = 0; k < d; ++k) of_w1[k] += head.gamma[k];
    Absorbed absorbed{block_times(input, h, of_w1), block_times(input, h, head.beta), head.lambda + head.nu,
                      head.mu};
    if (h == 0) {
      for (std::size_t k = 0; k < d; ++k) {
        absorbed.alpha[k] += absorbed.lambda * input.x[k];
        absorbed.beta[k] += absorbed.mu * input.x[k];
      }
    }
    heads.push_back(std::move(absorbed));
  }

  Machine machine;
  std::vector<Rational> residual;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const Rational denominator = machine.add(heads[h].lambda, heads[h].mu);
    if (!machine.is_positive(denominator)) return undefined(machine);
    for (std::size_t k = 0; k < d; ++k) {
      const Rational share = machine.divide(machine.add(heads[h].alpha[k], heads[h].beta[k]), denominator);
      if (h == 0) {
        residual.push_back(share);
      } else {
        residual[k] = machine.add(residual[k], share);
      }
    }
  }
  return finish(machine, input, std::move(residual));
}

}  // namespace attest
