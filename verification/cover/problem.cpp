#include "verification/cover/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest::cover {

using attention::Kind;
using attention::Token;

long product_of(long a, long b) {
  long result = 0;
  if (__builtin_mul_overflow(a, b, &result))
    refuse_cover("scores or values are too long for machine integers");
  return result;
}

long sum_of(long a, long b) {
  long result = 0;
  if (__builtin_add_overflow(a, b, &result))
    refuse_cover("scores or values are too long for machine integers");
  return result;
}

namespace {

constexpr std::size_t most_pairs = std::size_t{1} << 25U;  // entries of one table
constexpr long most_leaf = 1L << 40;
constexpr long most_score = 1L << 60;
constexpr std::size_t most_leaves = 1U << 10U;

long machine(const Integer& value) {
  const auto fits = fits_long(value);
  if (!fits) refuse_cover("scores or values are too long for machine integers");
  return *fits;
}

long machine(const Rational& value) {
  const auto fits = fits_long(value);
  if (!fits) refuse_cover("scores or values are too long for machine integers");
  return *fits;
}

std::string content_of(const RationalVector& vector) {
  std::string text;
  for (Eigen::Index c = 0; c < vector.size(); ++c) text += attest::to_string(vector(c)) + ",";
  return text + ";";
}

// The role of a token from a label of each of its kinds; equal labels get equal classes.
Role role_of(const TokenReads& reads, const InputSpace& space, Kind first,
             const std::vector<std::uint32_t>& label) {
  Role role;
  const std::vector<std::size_t> kept =
      places_that_matter(reads, space, std::span<const std::uint32_t>(label).subspan(first));
  std::size_t entries = 1;
  for (const std::size_t k : kept) {
    role.positions.push_back(reads.positions[k]);
    role.strides.push_back(entries);
    entries *= space.alphabet_size(reads.positions[k]);
  }
  role.classes.resize(entries);
  for (std::size_t at = 0; at < entries; ++at) {
    std::size_t content = 0;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      content += at / role.strides[k] % space.alphabet_size(role.positions[k]) * reads.strides[kept[k]];
    }
    role.classes[at] = label[first + content];
  }
  return role;
}

}  // namespace

long HeadProblem::score(const std::vector<std::uint32_t>& classes) const {
  long total = 0;
  const auto& monomials = scores->polynomial().monomials();
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    const auto& monomial = monomials[m];
    if (!pairs[m].empty()) {
      total += pairs[m][classes[monomial[0]] * members[monomial[1]].size() + classes[monomial[1]]];
      continue;
    }
    long sum = 0;
    const auto& row = rows[monomial.front()][classes[monomial.front()]];
    for (std::size_t c = 0; c < row.size(); ++c) {
      long product = 1;
      for (const std::size_t v : monomial) product = product_of(product, rows[v][classes[v]].at(c));
      sum = sum_of(sum, product);
    }
    total = sum_of(total, product_of(sum, factors[m]));
  }
  if (total >= most_score || total <= -most_score) refuse_cover("scores are too long for machine integers");
  return total / divisor;  // exact: the divisor divides every score (attention/head_sums.hpp)
}

CoverProblem::CoverProblem(const LayerSetting& setting)
    : Questions(setting), layer_(setting.prepared().layer()) {
  for (const attention::Head& head : layer_.heads) {
    if (head.kernel != attention::Kernel::softmax) {
      refuse_cover(fmt::format("the kernel of head {} is {}, not softmax", head.name,
                               attention::to_string(head.kernel)));
    }
  }
  if (!setting.conditions().empty()) {
    refuse_cover(fmt::format("'{}' is checked input by input", setting.conditions().front().name));
  }
  if (!layer_.readouts.front().is_piecewise_linear())
    refuse_cover("the readout multiplies coordinates of the stream and is not piecewise linear");
  formulas_ = formulas_of(layer_);
  if (formulas_.leaves.size() > most_leaves) refuse_cover("the readout has too many parts");
  heads_.resize(layer_.heads.size());
  for (std::size_t h = 0; h < heads_.size(); ++h) make_head(h);
  make_leaves();
}

void CoverProblem::make_head(std::size_t h) {
  HeadProblem& problem = heads_[h];
  const attention::Head& head = layer_.heads[h];
  problem.head = &head;
  problem.scores = &setting().prepared().scores(h);
  if (problem.scores->unit().is_zero())
    refuse_cover(fmt::format("the scale of head {} is 0 here: all tuples weigh alike", head.name));
  if (!head.over.is_listable()) refuse_cover(fmt::format("head {} has too many index tuples", head.name));
  problem.divisor = machine(problem.scores->divisor());
  std::set<std::size_t> needed;
  for (const Leaf& leaf : formulas_.leaves) {
    if (leaf.head != h) continue;
    for (const auto& [coordinate, coefficient] : leaf.coordinates) needed.insert(coordinate);
  }
  problem.coordinates.assign(needed.begin(), needed.end());

  const std::size_t variables = head.polynomial.variables();
  const auto& rows = problem.scores->rows();
  problem.rows.resize(variables);
  problem.members.resize(variables);
  problem.roles.resize(variables);
  for (std::size_t v = 0; v < variables; ++v) {
    // Classes by the row and the needed entries of the value's factors, exactly.
    std::vector<std::uint32_t> label(layer_.kinds(), 0);
    std::map<std::string, std::uint32_t> known;
    for (Kind kind = 0; kind < layer_.kinds(); ++kind) {
      if (kind % 1024 == 0) check_stop();
      std::string text;
      if (kind < rows[v].size()) {
        for (const Integer& entry : rows[v][kind]) text += entry.str() + ",";
      }
      for (const auto& factor : head.value) {
        if (factor.variable == v && kind < factor.vectors.size())
          text += ";" + content_of(factor.vectors[kind]);
      }
      const auto [at, is_new] = known.emplace(std::move(text), static_cast<std::uint32_t>(known.size()));
      label[kind] = at->second;
      if (!is_new) continue;
      problem.members[v].push_back(kind);
      problem.rows[v].emplace_back();
      if (kind >= rows[v].size()) continue;
      for (const Integer& entry : rows[v][kind]) problem.rows[v].back().push_back(machine(entry));
    }
    for (Token t = 0; t < layer_.tokens(); ++t)
      problem.roles[v].push_back(role_of(reads(t), task().space(), layer_.first[t], label));
  }

  const auto& monomials = problem.scores->polynomial().monomials();
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    problem.factors.push_back(machine(problem.scores->factor(m)));
    problem.pairs.emplace_back();
    if (monomials[m].size() != 2) continue;
    const auto& u_rows = problem.rows[monomials[m][0]];
    const auto& v_rows = problem.rows[monomials[m][1]];
    if (u_rows.size() * v_rows.size() > most_pairs) continue;
    std::vector<long>& table = problem.pairs.back();
    for (const auto& a : u_rows) {
      check_stop();
      for (const auto& b : v_rows) {
        long sum = 0;
        // Rows of a role that no tuple has are empty.
        for (std::size_t c = 0; c < std::min(a.size(), b.size()); ++c)
          sum = sum_of(sum, product_of(a[c], b[c]));
        sum = product_of(sum, problem.factors[m]);
        if (sum >= most_score / 64 || sum <= -most_score / 64)
          refuse_cover("scores are too long for machine integers");
        table.push_back(sum);
      }
    }
  }
  if (monomials.size() > 32) refuse_cover("the attention polynomial has more than 32 monomials");

  for (const auto& factor : head.value) {
    HeadProblem::Factor of{factor.variable, {}};
    for (const Kind kind : problem.members[factor.variable]) {
      of.vectors.emplace_back();
      (void)kind;
    }
    problem.value.push_back(std::move(of));
  }
}

// Every number that goes into a leaf over one denominator.
void CoverProblem::make_leaves() {
  const auto raise = [](Integer& denominator, const Rational& value) {
    denominator = boost::multiprecision::lcm(denominator, denominator_of(value));
  };
  Integer common = 2;
  std::vector<Integer> of_values(heads_.size(), 1);  // the product of the factors' denominators
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    HeadProblem& problem = heads_[h];
    for (std::size_t f = 0; f < problem.value.size(); ++f) {
      const auto& factor = problem.head->value[f];
      Integer denominator = 1;
      const auto& members = problem.members[factor.variable];
      const auto entry = [&](std::size_t k, std::size_t c) -> const Rational& {
        return factor.vectors[members[k]](static_cast<Eigen::Index>(c));
      };
      const auto given = [&](std::size_t k) {
        return members[k] < factor.vectors.size() && factor.vectors[members[k]].size() != 0;
      };
      for (std::size_t k = 0; k < members.size(); ++k) {
        for (const std::size_t c : problem.coordinates) {
          if (given(k)) raise(denominator, entry(k, c));
        }
      }
      for (std::size_t k = 0; k < members.size(); ++k) {
        for (const std::size_t c : problem.coordinates) {
          if (given(k))
            problem.value[f].vectors[k].push_back(machine(Rational(entry(k, c) * Rational(denominator))));
        }
      }
      of_values[h] *= denominator;
    }
  }
  for (const Leaf& leaf : formulas_.leaves) {
    raise(common, leaf.receiver.constant);
    for (const auto& [coordinate, coefficient] : leaf.coordinates)
      raise(common, Rational(coefficient / Rational(of_values[leaf.head])));
    for (const auto& [coordinate, coefficient] : leaf.receiver.coefficients) {
      for (const RationalVector& stream : layer_.stream) {
        if (stream.size() != 0)
          raise(common, Rational(coefficient * stream(static_cast<Eigen::Index>(coordinate))));
      }
    }
  }
  denominator_ = machine(common);
  if (denominator_ >= most_leaf) refuse_cover("the readout's numbers have too large a denominator");
  for (const Leaf& leaf : formulas_.leaves) {
    coefficients_.emplace_back();
    if (leaf.head == none) continue;
    for (const std::size_t c : heads_[leaf.head].coordinates) {
      const auto found = leaf.coordinates.find(c);
      const Rational coefficient = found == leaf.coordinates.end() ? Rational(0) : found->second;
      coefficients_.back().push_back(
          machine(Rational(coefficient * Rational(common) / Rational(of_values[leaf.head]))));
    }
  }
}

long CoverProblem::receiver_part(std::size_t leaf, Kind receiver) const {
  const attention::AffineForm& form = formulas_.leaves[leaf].receiver;
  Rational result = form.constant;
  for (const auto& [coordinate, coefficient] : form.coefficients)
    result += coefficient * layer_.stream[receiver](static_cast<Eigen::Index>(coordinate));
  return machine(Rational(result * Rational(denominator_)));
}

std::vector<std::size_t> CoverProblem::receiver_positions(std::size_t which) const {
  const auto token = static_cast<Token>(judged()[which]);
  std::set<std::size_t> positions;
  for (const HeadProblem& head : heads_)
    positions.insert(head.roles[0][token].positions.begin(), head.roles[0][token].positions.end());
  // What the leaves take from the receiver's stream, as labels of its kinds.
  std::map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> label(layer_.kinds(), 0);
  for (Kind kind = layer_.first[token]; kind < layer_.first[token + 1]; ++kind) {
    std::string text;
    for (std::size_t l = 0; l < formulas_.leaves.size(); ++l)
      text += std::to_string(receiver_part(l, kind)) + ",";
    label[kind] = known.emplace(std::move(text), static_cast<std::uint32_t>(known.size())).first->second;
  }
  const Role role = role_of(reads(token), task().space(), layer_.first[token], label);
  positions.insert(role.positions.begin(), role.positions.end());
  return {positions.begin(), positions.end()};
}

bool heads_say_no_together(const CoverProblem& problem) {
  const Formula& no = problem.formulas().negative;
  return problem.heads().size() >= 2 && problem.task().decision() == Decision::sign &&
         problem.truth().form() == BoxTruth::Form::any && no.op == Formula::Op::minimum &&
         std::all_of(no.children.begin(), no.children.end(),
                     [](const Formula& child) { return child.heads.size() <= 1; });
}

}  // namespace attest::cover
