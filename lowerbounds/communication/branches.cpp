#include "lowerbounds/communication/branches.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <numeric>

#include "claims/usage_error.hpp"

namespace attest {

namespace {

constexpr int most_variables = 16;

// Adds what is connected to `reached` until nothing more is.
bool connects(int m, EdgeSet graph) {
  std::uint32_t reached = 1;
  for (int round = 0; round < m; ++round) {
    for (int a = 0; a < m; ++a) {
      for (int b = a + 1; b < m; ++b) {
        if ((graph >> edge_number(m, a, b) & 1U) == 0) continue;
        if (((reached >> a | reached >> b) & 1U) != 0) reached |= 1U << a | 1U << b;
      }
    }
  }
  return reached == (1U << m) - 1;
}

// All pairs inside `members` (bits 0..m-1).
EdgeSet clique(int m, std::uint32_t members) {
  EdgeSet graph = 0;
  for (int a = 0; a < m; ++a) {
    for (int b = a + 1; b < m; ++b) {
      if ((members >> a & members >> b & 1U) != 0) graph |= EdgeSet{1} << edge_number(m, a, b);
    }
  }
  return graph;
}

EdgeSet renamed(int m, EdgeSet graph, const std::vector<int>& name) {
  EdgeSet result = 0;
  for (int a = 0; a < m; ++a) {
    for (int b = a + 1; b < m; ++b) {
      if ((graph >> edge_number(m, a, b) & 1U) == 0) continue;
      const auto [low, high] =
          std::minmax(name[static_cast<std::size_t>(a)], name[static_cast<std::size_t>(b)]);
      result |= EdgeSet{1} << edge_number(m, low, high);
    }
  }
  return result;
}

std::uint32_t renamed_members(std::uint32_t members, const std::vector<int>& name) {
  std::uint32_t result = 0;
  for (std::size_t a = 0; a < name.size(); ++a) {
    if ((members >> a & 1U) != 0) result |= 1U << name[a];
  }
  return result;
}

// A monomial as its variables other than x_1 (bits 0..m-1) and x_1 (bit m).
std::vector<std::uint32_t> monomials_of_degree_two_and_more(int m) {
  std::vector<std::uint32_t> monomials;
  for (std::uint32_t members = 0; members < 1U << (m + 1); ++members) {
    if (std::popcount(members) >= 2) monomials.push_back(members);
  }
  return monomials;
}

// How many sets of monomials that `name` maps to themselves have each graph.
std::vector<std::uint64_t> fixed_sets_by_graph(int m, std::vector<int> name) {
  name.push_back(m);  // x_1 keeps its name
  std::vector<std::uint64_t> count(std::size_t{1} << (m * (m - 1) / 2), 0);
  count[0] = 1;
  auto left = monomials_of_degree_two_and_more(m);
  while (!left.empty()) {
    EdgeSet graph = 0;
    const std::uint32_t start = left.front();
    std::uint32_t monomial = start;
    do {
      graph |= clique(m, monomial);
      left.erase(std::find(left.begin(), left.end(), monomial));
      monomial = renamed_members(monomial, name);
    } while (monomial != start);
    std::vector<std::uint64_t> next = count;  // without this cycle of monomials
    for (std::size_t before = 0; before < count.size(); ++before) next[before | graph] += count[before];
    count = std::move(next);
  }
  return count;
}

}  // namespace

SeparablePolynomial separable_polynomial_from_string(const std::string& argument, const std::string& text) {
  const auto refuse = [&](const std::string& why) {
    return UsageError(argument, text, "a sum of different monomials such as x1x2+x2x3 (" + why + ")");
  };
  SeparablePolynomial polynomial;
  std::uint32_t monomial = 0;
  std::uint32_t occurring = 0;
  const auto finish_monomial = [&] {
    if (std::popcount(monomial) < 2) throw refuse("every monomial has at least two variables");
    const auto& seen = polynomial.monomials;
    if (std::find(seen.begin(), seen.end(), monomial) != seen.end()) {
      throw refuse("all coefficients are 0 or 1");
    }
    polynomial.monomials.push_back(monomial);
    occurring |= monomial;
    monomial = 0;
  };
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at++];
    if (c == ' ' || c == '*') continue;
    if (c == '+') {
      finish_monomial();
      continue;
    }
    if (c != 'x') throw refuse("variables are x1, x2, ...");
    if (at < text.size() && text[at] == '_') ++at;
    int index = 0;
    const std::size_t digits = at;
    while (at < text.size() && at < digits + 3 && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      index = 10 * index + (text[at++] - '0');
    }
    if (index < 1 || index > most_variables) throw refuse("variables are x1 to x16");
    const std::uint32_t variable = 1U << (index - 1);
    if ((monomial & variable) != 0) throw refuse("every monomial has each variable once at most");
    monomial |= variable;
  }
  finish_monomial();
  polynomial.variables = 32 - std::countl_zero(occurring);
  for (int i = 2; i <= polynomial.variables; ++i) {
    if ((occurring >> (i - 1) & 1U) == 0) throw refuse("each of x2, ..., xt occurs");
  }
  return polynomial;
}

std::vector<std::uint32_t> branches_of(const SeparablePolynomial& polynomial) {
  std::vector<std::uint32_t> branches;
  for (const std::uint32_t monomial : polynomial.monomials) {
    std::uint32_t joined = monomial & ~1U;  // without x_1
    std::vector<std::uint32_t> apart;
    for (const std::uint32_t branch : branches) {
      if ((branch & joined) != 0) {
        joined |= branch;
      } else {
        apart.push_back(branch);
      }
    }
    apart.push_back(joined);
    branches = std::move(apart);
  }
  std::sort(branches.begin(), branches.end(),
            [](auto a, auto b) { return std::countr_zero(a) < std::countr_zero(b); });
  return branches;
}

int edge_number(int m, int a, int b) {
  return a * m - a * (a + 1) / 2 + (b - a - 1);
}

EdgeSet branch_graph(const SeparablePolynomial& polynomial, std::uint32_t branch) {
  std::vector<int> members;
  for (int i = 0; i < polynomial.variables; ++i) {
    if ((branch >> i & 1U) != 0) members.push_back(i);
  }
  const int m = static_cast<int>(members.size());
  EdgeSet graph = 0;
  for (const std::uint32_t monomial : polynomial.monomials) {
    std::uint32_t numbered = 0;
    for (int a = 0; a < m; ++a) {
      numbered |= (monomial >> members[static_cast<std::size_t>(a)] & 1U) << a;
    }
    graph |= clique(m, numbered);
  }
  return graph;
}

std::vector<BranchClass> branch_census(int m) {
  // A single variable beside x_1: the branch x_1 x_2.
  if (m == 1) return {{0, 1, 1}};
  std::vector<int> name(static_cast<std::size_t>(m));
  std::iota(name.begin(), name.end(), 0);
  std::vector<std::vector<int>> renamings;
  do {
    renamings.push_back(name);
  } while (std::next_permutation(name.begin(), name.end()));

  std::vector<BranchClass> classes;
  std::vector<std::size_t> class_of(std::size_t{1} << (m * (m - 1) / 2), classes.max_size());
  for (EdgeSet graph = 0; graph < class_of.size(); ++graph) {
    if (class_of[graph] != classes.max_size() || !connects(m, graph)) continue;
    for (const auto& renaming : renamings) class_of[renamed(m, graph, renaming)] = classes.size();
    classes.push_back({graph, 0, 0});
  }
  for (const auto& renaming : renamings) {
    const bool identity = std::is_sorted(renaming.begin(), renaming.end());
    const auto fixed = fixed_sets_by_graph(m, renaming);
    for (EdgeSet graph = 0; graph < class_of.size(); ++graph) {
      if (class_of[graph] == classes.max_size()) continue;
      classes[class_of[graph]].unlabelled += fixed[graph];
      if (identity) classes[class_of[graph]].labelled += fixed[graph];
    }
  }
  for (BranchClass& each : classes) each.unlabelled /= renamings.size();
  return classes;
}

}  // namespace attest
