#include "constructions/dat/relational_attention.hpp"

#include <boost/multiprecision/integer.hpp>

namespace attest {

namespace {

// exponents S with S * unit = score: unit = 1 / (common denominator of the scores).
Integer denominator_of_all(const std::vector<std::vector<Rational>>& table) {
  Integer result = 1;
  for (const auto& row : table) {
    for (const Rational& value : row) result = boost::multiprecision::lcm(result, denominator_of(value));
  }
  return result;
}

// The network at the grid points 1, ..., count.
std::vector<RationalVector> values_of(const ReluNetwork& network, std::size_t count) {
  std::vector<RationalVector> result;
  for (std::size_t k = 1; k <= count; ++k) {
    result.push_back(network(RationalVector::Constant(1, Rational(static_cast<long>(k)))));
  }
  return result;
}

std::vector<std::vector<Rational>> table_of(const ReluNetwork& query, const ReluNetwork& key,
                                            std::size_t queries, std::size_t objects) {
  const auto rows = values_of(query, queries);
  const auto columns = values_of(key, objects);
  std::vector<std::vector<Rational>> result(queries, std::vector<Rational>(objects));
  for (std::size_t x = 0; x < queries; ++x) {
    for (std::size_t y = 0; y < objects; ++y) result[x][y] = rows[x].dot(columns[y]);
  }
  return result;
}

std::vector<RationalVector> unit_vectors(std::size_t size) {
  std::vector<RationalVector> result;
  for (std::size_t k = 0; k < size; ++k) {
    result.push_back(RationalVector::Unit(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(k)));
  }
  return result;
}

}  // namespace

long RelationalAttention::parameters() const {
  long result = query.parameters() + key.parameters();
  for (const auto& network : relation_query) result += network.parameters();
  for (const auto& network : relation_key) result += network.parameters();
  return result;
}

Json RelationalAttention::to_json() const {
  Json result = {{"phi_q_attn", query.to_json()}, {"phi_k_attn", key.to_json()}};
  for (std::size_t l = 0; l < relation_query.size(); ++l) {
    const std::string number = std::to_string(l + 1);
    result["phi_q_rel_" + number] = relation_query[l].to_json();
    result["phi_k_rel_" + number] = relation_key[l].to_json();
  }
  return result;
}

// Hidden units ReLU(z - t), t = 0..m-1. At the grid point z = k they are (k, k-1, ..., 1, 0, ..., 0), so the
// second difference of neighbouring units is 1 at one grid point and 0 at the others:
//   ReLU(z - k + 1) - 2 ReLU(z - k) + ReLU(z - k - 1) = [z = k] on the grid,
// where units beyond the m-th are zero on the grid and left out. The output is the sum of columns[k-1] [z =
// k].
ReluNetwork table_network(const std::vector<RationalVector>& columns) {
  const auto m = static_cast<Eigen::Index>(columns.size());
  const Eigen::Index d = columns.front().size();
  AffineMap hidden{RationalMatrix::Constant(m, 1, Rational(1)), RationalVector(m)};
  for (Eigen::Index t = 0; t < m; ++t) hidden.bias(t) = -Rational(static_cast<long>(t));
  AffineMap output{RationalMatrix::Constant(d, m, Rational(0)), RationalVector::Constant(d, Rational(0))};
  const long second_difference[] = {1, -2, 1};
  for (Eigen::Index k = 0; k < m; ++k) {
    for (Eigen::Index step = 0; step < 3 && k + step < m; ++step) {
      output.weight.col(k + step) += columns[static_cast<std::size_t>(k)] * Rational(second_difference[step]);
    }
  }
  return ReluNetwork({hidden, output});
}

RelationalAttention tabulated_attention(const std::vector<std::vector<long>>& utility,
                                        const std::vector<std::vector<std::vector<Rational>>>& relation,
                                        const Rational& beta) {
  const std::size_t objects = utility.front().size();
  const auto d_k = static_cast<Eigen::Index>(objects);
  std::vector<RationalVector> rows;
  for (const auto& preferences : utility) {
    RationalVector row(d_k);
    for (Eigen::Index y = 0; y < d_k; ++y) row(y) = beta * Rational(preferences[static_cast<std::size_t>(y)]);
    rows.push_back(row);
  }
  RelationalAttention result;
  result.query = table_network(rows);
  result.key = table_network(unit_vectors(objects));
  for (std::size_t l = 0; l < relation.front().front().size(); ++l) {
    rows.clear();
    for (const auto& related : relation) {
      RationalVector row(d_k);
      for (Eigen::Index y = 0; y < d_k; ++y) row(y) = related[static_cast<std::size_t>(y)][l];
      rows.push_back(row);
    }
    result.relation_query.push_back(table_network(rows));
    result.relation_key.push_back(table_network(unit_vectors(objects)));
  }
  return result;
}

AttentionTables tables_of(const RelationalAttention& attention, std::size_t queries, std::size_t objects) {
  AttentionTables result;
  result.score = table_of(attention.query, attention.key, queries, objects);
  const Integer denominator = denominator_of_all(result.score);
  result.unit = Surd(Rational(1) / Rational(denominator));
  result.exponent.assign(queries, std::vector<Integer>(objects));
  result.relation.assign(queries, std::vector<std::vector<Rational>>(objects));
  for (std::size_t x = 0; x < queries; ++x) {
    for (std::size_t y = 0; y < objects; ++y) {
      result.exponent[x][y] = numerator_of(result.score[x][y] * Rational(denominator));
    }
  }
  for (std::size_t l = 0; l < attention.relation_query.size(); ++l) {
    const auto table = table_of(attention.relation_query[l], attention.relation_key[l], queries, objects);
    for (std::size_t x = 0; x < queries; ++x) {
      for (std::size_t y = 0; y < objects; ++y) result.relation[x][y].push_back(table[x][y]);
    }
  }
  return result;
}

RelationalOutput relational_attention(const AttentionTables& tables, std::size_t x,
                                      std::span<const std::uint32_t> objects) {
  RelationalOutput result;
  result.numerator.resize(tables.relation[x].front().size());
  for (const std::uint32_t y : objects) {
    const Integer& exponent = tables.exponent[x][y];
    result.denominator[exponent] += 1;
    for (std::size_t l = 0; l < result.numerator.size(); ++l) {
      result.numerator[l][exponent] += tables.relation[x][y][l];
    }
  }
  return result;
}

ExponentialSum combined(const ExponentialSum& a, const Rational& factor, const ExponentialSum& b) {
  ExponentialSum result = a;
  for (const auto& [exponent, coefficient] : b) result[exponent] += factor * coefficient;
  return result;
}

}  // namespace attest
