#include "lowerbounds/shattering/named_functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "tasks/input_fields.hpp"

namespace attest {

namespace {

using Value = std::function<bool(const LetterIndex*)>;

WordFunction function_of(std::size_t positions, std::vector<long> letters, Value value) {
  WordFunction result;
  result.positions = positions;
  result.letters = std::move(letters);
  result.value = std::move(value);
  return result;
}

WordFunction of_bits(std::size_t positions, Value value) {
  return function_of(positions, numbers(0, 1), std::move(value));
}

// Ind_n, line 214: letter index a stands for a + 1.
WordFunction indexing(long n) {
  return function_of(n + 1, numbers(1, n), [](const LetterIndex* w) { return w[1 + w[0]] == 0; });
}

// Sum2[l, m], line 239. p_j + p_k = -1 (mod m) for some j, k, which may be equal.
WordFunction sum2(long l, long m) {
  std::vector<long> letters;
  for (long a = 1; a <= m - 1; ++a) {
    if (a != m - 2) letters.push_back(a);
  }
  // For each letter the index of -1 - a modulo m, or none.
  constexpr std::size_t none = 256;
  std::vector<std::size_t> partner(letters.size(), none);
  for (std::size_t a = 0; a < letters.size(); ++a) {
    for (std::size_t b = 0; b < letters.size(); ++b) {
      if ((letters[a] + letters[b] + 1) % m == 0) partner[a] = b;
    }
  }
  if (letters.size() <= 64) {
    // The same with sets as bits: some letter of the word has its partner in the word.
    std::vector<std::uint64_t> partner_bit;
    for (const std::size_t b : partner) partner_bit.push_back(b == none ? 0 : std::uint64_t{1} << b);
    return function_of(l, letters, [l, partner_bit](const LetterIndex* w) {
      std::uint64_t present = 0;
      std::uint64_t wanted = 0;
      for (long i = 0; i < l; ++i) {
        present |= std::uint64_t{1} << w[i];
        wanted |= partner_bit[w[i]];
      }
      return (present & wanted) != 0;
    });
  }
  return function_of(l, letters, [l, partner](const LetterIndex* w) {
    for (long j = 0; j < l; ++j) {
      for (long k = 0; k < l; ++k) {
        if (partner[w[j]] == w[k]) return true;
      }
    }
    return false;
  });
}

WordFunction disjointness(long m) {
  return of_bits(2 * m, [m](const LetterIndex* w) {
    for (long i = 0; i < m; ++i) {
      if (w[i] != 0 && w[m + i] != 0) return true;
    }
    return false;
  });
}

WordFunction equality(long m) {
  return of_bits(2 * m, [m](const LetterIndex* w) { return std::equal(w, w + m, w + m); });
}

WordFunction greater_than(long m) {
  return of_bits(
      2 * m, [m](const LetterIndex* w) { return std::lexicographical_compare(w + m, w + 2 * m, w, w + m); });
}

WordFunction inner_product(long m) {
  return of_bits(2 * m, [m](const LetterIndex* w) {
    int sum = 0;
    for (long i = 0; i < m; ++i) sum ^= w[i] & w[m + i];
    return sum != 0;
  });
}

WordFunction parity(long n) {
  return of_bits(n, [n](const LetterIndex* w) {
    int sum = 0;
    for (long i = 0; i < n; ++i) sum ^= w[i];
    return sum != 0;
  });
}

WordFunction majority(long n) {
  return of_bits(n, [n](const LetterIndex* w) {
    long ones = 0;
    for (long i = 0; i < n; ++i) ones += w[i];
    return 2 * ones > n;
  });
}

// Match3[n, m] at position 1, line 230: letter index a stands for a + 1.
WordFunction match3(long n, long m) {
  return function_of(n, numbers(1, m - 1), [n, m](const LetterIndex* w) {
    for (long j = 0; j < n; ++j) {
      for (long k = j; k < n; ++k) {
        if ((w[0] + w[j] + w[k] + 3) % m == 0) return true;
      }
    }
    return false;
  });
}

WordFunction multiplexer(long k) {
  return of_bits(k + (std::size_t{1} << k), [k](const LetterIndex* w) {
    std::size_t address = 0;
    for (long i = 0; i < k; ++i) address = 2 * address + w[i];
    return w[static_cast<std::size_t>(k) + address] != 0;
  });
}

WordFunction connectivity(long n) {
  return of_bits(n * (n - 1) / 2, [n](const LetterIndex* w) {
    std::vector<std::uint32_t> neighbours(n, 0);
    for (long i = 0; i < n; ++i) {
      for (long j = i + 1; j < n; ++j, ++w) {
        if (*w == 0) continue;
        neighbours[i] |= 1U << j;
        neighbours[j] |= 1U << i;
      }
    }
    std::uint32_t reached = 1;
    for (std::uint32_t before = 0; before != reached;) {
      before = reached;
      for (long i = 0; i < n; ++i) {
        if ((before >> i & 1) != 0) reached |= neighbours[i];
      }
    }
    return reached == (1U << n) - 1;
  });
}

// Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014), output number k from 0.
std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t k) {
  std::uint64_t z = seed + (k + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

WordFunction random_function(long n, std::uint64_t seed) {
  return of_bits(n, [n, seed](const LetterIndex* w) {
    std::uint64_t rank = 0;
    for (long i = 0; i < n; ++i) rank = 2 * rank + w[i];
    return (splitmix64(seed, rank / 64) >> (rank % 64) & 1) != 0;
  });
}

std::vector<NamedFunction> make_list() {
  const auto integer = [](const char* name, long least, long most, const char* meaning) {
    return integer_parameter(name, least, most, meaning);
  };
  const std::string seed_000 = "seed 000, ";
  const std::string pair_of_words = "input a : [m] -> {0, 1}, b : [m] -> {0, 1}\n";
  return {
      {"indexing",
       "1 iff q_p = 1; positions p, q_1, .., q_n, letters 1..n",
       fmt::format("{}lines 211-214", seed_000),
       {integer("n", 1, 255, "how many q there are, and letters")},
       "input p : [n], q : [n] -> [n]\nshatter q(p) = 1\n"},
      {"sum2",
       "1 iff p_j + p_k = -1 mod m for some j, k in 1..l (j = k allowed); letters 1..m-1 without m-2",
       fmt::format("{}lines 237-239", seed_000),
       {integer("l", 1, 1000, "length"), integer("m", 2, 256, "modulus (2l unless given)")},
       "input p : [l] -> [m - 1] \\ {m - 2}\n"
       "shatter exists j in [l], k in [l]: (p(j) + p(k) + 1) mod m = 0\n"},
      {"disjointness",
       "1 iff a_i = b_i = 1 for some i; positions a_1, .., a_m, b_1, .., b_m",
       fmt::format("{}lines 283-285", seed_000),
       {integer("m", 1, 1000, "length of a and of b")},
       pair_of_words + "shatter exists i in [m]: a(i) = 1 and b(i) = 1\n"},
      {"equality",
       "1 iff a = b; positions a_1, .., a_m, b_1, .., b_m",
       "textbook",
       {integer("m", 1, 1000, "length of a and of b")},
       pair_of_words + "shatter forall i in [m]: a(i) = b(i)\n"},
      {"greater-than",
       "1 iff a > b as binary numbers, a_1 and b_1 most significant; positions a, b",
       "textbook",
       {integer("m", 1, 1000, "length of a and of b")},
       pair_of_words + "shatter exists i in [m]: a(i) > b(i) and (forall j in [i - 1]: a(j) = b(j))\n"},
      {"inner-product",
       "the sum of all a_i b_i modulo 2; positions a_1, .., a_m, b_1, .., b_m",
       "textbook",
       {integer("m", 1, 1000, "length of a and of b")},
       pair_of_words + "shatter (sum i in [m]: a(i)*b(i)) mod 2 = 1\n"},
      {"parity",
       "the sum of all bits modulo 2",
       "textbook",
       {integer("n", 1, 1000, "bits")},
       "input w : [n] -> {0, 1}\nshatter (sum i in [n]: w(i)) mod 2 = 1\n"},
      {"majority",
       "1 iff more than n/2 of the bits are 1",
       "textbook",
       {integer("n", 1, 1000, "bits")},
       "input w : [n] -> {0, 1}\nshatter 2*(sum i in [n]: w(i)) > n\n"},
      {"match3",
       "1 iff p_1 + p_j + p_k = 0 mod m for some j, k in 1..n: Match3[n, m] at position 1; letters 1..m-1",
       fmt::format("{}lines 227-232", seed_000),
       {integer("n", 1, 1000, "length"), integer("m", 2, 256, "modulus")},
       "input p : [n] -> [m - 1]\nshatter exists j in [n], k in [n]: (p(1) + p(j) + p(k)) mod m = 0\n"},
      {"multiplexer",
       "the data bit that the address names; positions a_1, .., a_k (a_1 most significant), d_0, d_1, ..",
       "textbook",
       {integer("k", 0, 16, "address bits; there are 2^k data bits")},
       "input a : [k] -> {0, 1}, data : [2^k] -> {0, 1}\nshatter data(1 + sum i in [k]: a(i)*2^(k - i)) = 1\n"},
      {"connectivity",
       "1 iff the graph is connected; positions are the edges 12, 13, .., 1n, 23, ..",
       "textbook",
       {integer("n", 2, 31, "vertices")},
       // Every set s of vertices, not empty and without vertex n (bit v - 1 for vertex v), has an edge that leaves it.
       "input e : [n*(n - 1)/2] -> {0, 1}\n"
       "shatter forall s in [2^(n - 1) - 1]: exists i in [n - 1], j in (i + 1)..n: s div 2^(i - 1) mod 2 != s div 2^(j - 1) mod 2 "
       "and e((i - 1)*n - i*(i - 1)/2 + j - i) = 1\n"},
      {"random",
       "bit r mod 64 of output r/64 of splitmix64, seeded by --seed, at the word of rank r",
       "splitmix64",
       {integer("n", 1, 63, "bits")},
       ""},
  };
}

}  // namespace

const std::vector<NamedFunction>& named_functions() {
  static const std::vector<NamedFunction> list = make_list();
  return list;
}

std::string theorem_text_of(const NamedFunction& f) {
  std::string sizes;
  for (const ParameterSpec& spec : f.parameters)
    sizes += fmt::format("{}{} >= {}", sizes.empty() ? "" : ", ", spec.name, spec.minimum->str());
  return fmt::format("attest-theorem 1\ntheorem {} \"{}\"\nsizes {}\n{}check vc >= 0\n", f.name, f.name,
                     sizes, f.text);
}

WordFunction named_function(const std::string& name, const std::vector<std::string>& words,
                            std::uint64_t seed) {
  const auto& list = named_functions();
  const auto entry = std::find_if(list.begin(), list.end(), [&](const auto& f) { return f.name == name; });
  if (entry == list.end()) {
    std::vector<std::string> known;
    for (const auto& f : list) known.push_back(f.name);
    const std::string nearest = nearest_name(name, known);
    throw UsageError("FUNCTION", name,
                     nearest.empty()
                         ? fmt::format("one of: {}", fmt::join(known, ", "))
                         : fmt::format("a function that attest knows (did you mean {}?)", nearest));
  }
  // The paper's case is the default.
  auto specs = entry->parameters;
  std::vector<std::string> all = words;
  if (name == "sum2" &&
      std::none_of(words.begin(), words.end(), [](const auto& w) { return w.rfind("m=", 0) == 0; })) {
    auto without_m = specs;
    without_m[1].default_value = "2";
    all.push_back(fmt::format("m={}", 2 * parse_parameters(without_m, words).integer("l")));
  }
  const Parameters p = parse_parameters(specs, all);
  WordFunction result;
  if (name == "indexing") result = indexing(p.integer("n"));
  if (name == "sum2") result = sum2(p.integer("l"), p.integer("m"));
  if (name == "disjointness") result = disjointness(p.integer("m"));
  if (name == "equality") result = equality(p.integer("m"));
  if (name == "greater-than") result = greater_than(p.integer("m"));
  if (name == "inner-product") result = inner_product(p.integer("m"));
  if (name == "parity") result = parity(p.integer("n"));
  if (name == "majority") result = majority(p.integer("n"));
  if (name == "match3") result = match3(p.integer("n"), p.integer("m"));
  if (name == "multiplexer") result = multiplexer(p.integer("k"));
  if (name == "connectivity") result = connectivity(p.integer("n"));
  if (name == "random") result = random_function(p.integer("n"), seed);
  result.name = name;
  for (const auto& spec : specs) result.parameters.emplace_back(spec.name, p.integer(spec.name));
  return result;
}

}  // namespace attest
