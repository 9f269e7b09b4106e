#include "tasks/datasets/labels.hpp"

#include <algorithm>
#include <cstddef>

namespace attest {

namespace {

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

// Which residues mod M occur in x, and the list of those that do.
struct Residues {
  Residues(const Numbers& x, int M) : occurs(at(M), 0) {
    for (const int value : x) {
      char& seen = occurs[at(value % M)];
      if (seen == 0) list.push_back(value % M);
      seen = 1;
    }
  }
  std::vector<char> occurs;
  Numbers list;
};

}  // namespace

int returns_to_zero(const Numbers& f) {
  return f[at(f[0])] == 0 ? 1 : 0;
}

Numbers relation_labels(const Numbers& R, int m) {
  Numbers labels;
  labels.reserve(R.size());
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j) {
      int label = 0;
      for (int k = 0; k < m && label == 0; ++k) label = R[at(i * m + k)] & R[at(k * m + j)];
      labels.push_back(label);
    }
  }
  return labels;
}

Numbers quotient_labels(const Numbers& R, const Numbers& col, int m) {
  Numbers labels;
  labels.reserve(R.size());
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j) {
      int label = i == j ? no_label : 0;
      for (int k1 = 0; k1 < m && label == 0; ++k1) {
        if (R[at(i * m + k1)] == 0) continue;
        for (int k2 = 0; k2 < m && label == 0; ++k2) {
          label = k1 != k2 && col[at(k1)] == col[at(k2)] && R[at(j * m + k2)] == 1 ? 1 : 0;
        }
      }
      labels.push_back(label);
    }
  }
  return labels;
}

Numbers match3_labels(const Numbers& x, int M) {
  const Residues residues(x, M);
  std::vector<char> completed(at(M), 0);  // residues a with a + u + v = 0 mod M for some u, v that occur
  for (std::size_t u = 0; u < residues.list.size(); ++u) {
    for (std::size_t v = u; v < residues.list.size(); ++v) {
      completed[at((2 * M - residues.list[u] - residues.list[v]) % M)] = 1;
    }
  }
  Numbers labels;
  labels.reserve(x.size());
  for (const int value : x) labels.push_back(completed[at(value % M)]);
  return labels;
}

Numbers match2_labels(const Numbers& x, int M) {
  const Residues residues(x, M);
  Numbers labels;
  labels.reserve(x.size());
  for (const int value : x) labels.push_back(residues.occurs[at((M - value % M) % M)]);
  return labels;
}

int ones_in(const Numbers& labels) {
  return static_cast<int>(std::count(labels.begin(), labels.end(), 1));
}

int bin_of(int ones, int n) {
  return std::min(3, 4 * ones / n);
}

}  // namespace attest
