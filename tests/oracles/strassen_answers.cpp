#include "oracles/strassen_answers.hpp"

namespace oracle {

std::vector<long> match3(const std::vector<long>& p, long m) {
  std::vector<long> answers;
  for (const long mine : p) {
    long found = 0;
    for (const long second : p) {
      for (const long third : p) found = (mine + second + third) % m == 0 ? 1 : found;
    }
    answers.push_back(found);
  }
  return answers;
}

std::vector<long> composition(const Relation& a, const Relation& b) {
  std::vector<long> answers;
  for (const auto& row : a) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      long found = 0;
      for (std::size_t k = 0; k < b.size(); ++k) found |= row[k] & b[k][j];
      answers.push_back(found);
    }
  }
  return answers;
}

std::vector<long> quotient(const Relation& a, const Relation& b, const std::vector<long>& colour) {
  std::vector<long> answers;
  for (const auto& row : a) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      long found = 0;
      for (std::size_t k1 = 0; k1 < b.size(); ++k1) {
        for (std::size_t k2 = 0; k2 < b.size(); ++k2) {
          if (k1 != k2 && colour[k1] == colour[k2]) found |= row[k1] & b[k2][j];
        }
      }
      answers.push_back(found);
    }
  }
  return answers;
}

std::vector<long> strassen_answers(const std::string& claim, const attest::Json& input, long m) {
  if (claim.find("match3") != std::string::npos) return match3(input["p"].get<std::vector<long>>(), m);
  const auto a = input["A"].get<Relation>();
  const auto b = input["B"].get<Relation>();
  return input.contains("col") ? quotient(a, b, input["col"].get<std::vector<long>>()) : composition(a, b);
}

}  // namespace oracle
