// Readers and writers: what is taken, what is refused, and that writing and reading are inverse.
#include <catch2/catch.hpp>

#include <filesystem>
#include <regex>

#include "claims/usage_error.hpp"
#include "reductions/files/dimacs.hpp"
#include "reductions/files/file_text.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/files/vector_sets_question.hpp"
#include "reductions/problems/random_formula.hpp"
#include "reductions/problems/random_vector_sets.hpp"
#include "tasks/datasets/random.hpp"

namespace files_test {

using namespace attest;            // NOLINT(google-build-using-namespace)
using namespace attest::problems;  // NOLINT(google-build-using-namespace)

namespace {

const std::filesystem::path data = ATTEST_TEST_DATA;

bool same(const Cnf& a, const Cnf& b) {
  return a.variables == b.variables && std::equal(a.clauses.begin(), a.clauses.end(), b.clauses.begin(),
                                                  b.clauses.end(), [](const Clause& x, const Clause& y) {
                                                    return x.literals == y.literals && x.weight == y.weight;
                                                  });
}

bool same(const InnerProducts& a, const InnerProducts& b) {
  return a.family == b.family && a.order == b.order && a.sets == b.sets && a.epsilon == b.epsilon &&
         std::equal(a.constraints.begin(), a.constraints.end(), b.constraints.begin(), b.constraints.end(),
                    [](const Constraint& x, const Constraint& y) {
                      return x.members == y.members && x.target == y.target;
                    });
}

std::vector<std::filesystem::path> files_of(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(data / folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

using Read = std::function<void(const std::filesystem::path&)>;

// Every file of the folder is refused in one line that begins with its name, and, if the file is called
// "what-is-wrong.lineN.ending", with its line N.
std::size_t refused(const std::string& folder, const Read& read) {
  std::size_t count = 0;
  for (const auto& path : files_of(folder)) {
    INFO(path.filename().string());
    std::string message;
    try {
      read(path);
    } catch (const UsageError& error) {
      message = error.what();
    }
    INFO(message);
    CHECK(message.find("expected ") != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
    std::smatch line;
    const std::string name = path.filename().string();
    const bool has_line = std::regex_search(name, line, std::regex("\\.line([0-9]+)\\."));
    CHECK(message.starts_with(path.string() + ":" + (has_line ? line[1].str() + ":" : "")));
    ++count;
  }
  return count;
}

// The text with one to three random changes: bytes replaced, removed, doubled, pieces moved or cut off.
std::string mutated(std::string text, Random& random) {
  static const std::string letters = "0123456789 -+%#pchw\n\r\t:/{}[]\",.\x00\xff";
  for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
    if (text.empty()) text = " ";
    const std::size_t place = random.below(text.size());
    switch (random.below(5)) {
      case 0:
        text[place] = letters[random.below(letters.size())];
        break;
      case 1:
        text.erase(place, 1 + random.below(4));
        break;
      case 2:
        text.insert(place, 1, letters[random.below(letters.size())]);
        break;
      case 3:
        text.insert(random.below(text.size()), text.substr(place, random.below(12)));
        break;
      default:
        text.resize(place);
    }
  }
  return text;
}

template <typename Parse>
std::pair<std::size_t, std::size_t> fuzz(const std::vector<std::string>& folders, Parse parse) {
  Random random(20261121);
  std::vector<std::string> texts;
  for (const std::string& folder : folders) {
    for (const auto& path : files_of(folder)) {
      const std::string text = text_of_file(path);
      // What is accepted is near what is accepted: five times as often.
      for (int i = 0; i < (folder.starts_with("accepted") ? 5 : 1) && text.size() < 1000; ++i)
        texts.push_back(text);
    }
  }
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 6000; ++round) {
    const std::string text = mutated(texts[random.below(texts.size())], random);
    INFO(text);
    try {
      parse(text);
      ++taken;
    } catch (const UsageError& error) {
      ++refused;
      CHECK(std::string(error.what()).starts_with("f:"));
    }
  }
  return {taken, refused};
}

}  // namespace

TEST_CASE("every file of the rejected corpus is refused with its line", "[reductions][files]") {
  CHECK(refused("rejected/cnf", [](const auto& path) { (void)read_dimacs(path); }) == 32);
  CHECK(refused("rejected/wcnf", [](const auto& path) { (void)read_wcnf(path); }) == 22);
  CHECK(refused("rejected/vector-sets", [](const auto& path) { (void)read_vector_sets(path); }) == 45);
}

TEST_CASE("the accepted formulas are read as they are meant", "[reductions][files]") {
  const auto cnf = [](const std::string& name) { return read_dimacs(data / "accepted/cnf" / name); };
  CHECK(same(cnf("clause-over-lines.cnf"), {4, {{{1, -2, 3}}, {{-1}}, {{2, -4}}}}));
  for (const char* name : {"satlib-trailer.cnf", "carriage-returns.cnf", "no-line-end-at-the-end.cnf"})
    CHECK(same(cnf(name), {3, {{{1, -2}}, {{2, 3}}}}));
  CHECK(same(cnf("empty-clause.cnf"), {1, {{{1}}, {{}}}}));
  CHECK(same(cnf("nothing.cnf"), {0, {}}));
  CHECK(same(cnf("tautology-and-repeated-literal.cnf"), {2, {{{1, -1}}, {{2, 2}}}}));
  CHECK(same(cnf("spaces-and-tabs.cnf"), {2, {{{1, -2}}}}));
  CHECK(same(cnf("comments-between.cnf"), {2, {{{1}}, {{2}}}}));
  CHECK(files_of("accepted/cnf").size() == 9);

  for (const char* name : {"old-form.wcnf", "form-of-2022.wcnf"}) {
    const FormulaFile file = read_formula(data / "accepted/wcnf" / name);
    CHECK(same(file.formula, {3, {{{1, -2}, 8}, {{2, 3}, 4}, {{-1}, 3}}}));
    CHECK(file.hard_clauses == 1);
  }
  CHECK(same(read_formula(data / "accepted/wcnf/hard-only.wcnf").formula, {1, {{{1}, 1}, {{-1}, 1}}}));
  CHECK(read_formula(data / "accepted/wcnf/old-form-without-top.wcnf").hard_clauses == 0);
  CHECK(same(read_formula(data / "accepted/cnf/satlib-trailer.cnf").formula, cnf("satlib-trailer.cnf")));
}

TEST_CASE("a CNF that lost its header is refused, not read as weights", "[reductions][files]") {
  const auto refusal = [](const std::string& text, const std::string& name) -> std::string {
    try {
      (void)parse_formula(text, name);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* name : {"f", "-", "f.cnf", "wcnf"}) {
    INFO(name);
    const std::string message = refusal("c lost\n1 -2 0\n2 3 0\n", name);
    CHECK(message.starts_with(std::string(name) + ":2: "));
    CHECK(message.find("the header \"p cnf VARIABLES CLAUSES\"") != std::string::npos);
    CHECK(message.find(".wcnf") != std::string::npos);
  }
  CHECK(refusal("1 -2 0\np cnf 2 1\n", "f.cnf").starts_with("f.cnf:1: "));

  // What says that it has weights is read: by its name, or by a hard clause wherever it stands.
  CHECK(same(parse_formula("1 -2 0\n2 3 0\n", "f.wcnf").formula, {3, {{{-2}, 1}, {{3}, 2}}}));
  CHECK(same(parse_formula("1 -2 0\nh 3 0\n", "f").formula, {3, {{{-2}, 1}, {{3}, 2}}}));
  CHECK(refusal("p wcnf 1 1\n1 1 0\n", "f.cnf").empty());
  CHECK(refusal("p cnf 1 1\n1 0\n", "f.wcnf").empty());
}

TEST_CASE("the accepted vector sets are read as they are meant", "[reductions][files]") {
  const auto read = [](const std::string& name) {
    return read_vector_sets(data / "accepted/vector-sets" / name);
  };
  CHECK(same(read("triangle.txt"), read("triangle.json")));
  CHECK(read("triangle.txt").sets[1] == BitVectors::from_rows({{0, 1}, {1, 0}}));
  CHECK(read("gap.txt").epsilon == Rational(1, 2));
  CHECK(read("gap.txt").constraints[0].target == 4);
  CHECK(read("hypergraph.txt").constraints.size() == 4);
  CHECK(read("length-zero.txt").sets[0].size() == 2);
  CHECK(read("length-zero.txt").dimension() == 0);
}

TEST_CASE("what is asked may be said beside the file, but not otherwise", "[reductions][files]") {
  const std::string bare = "01\n\n11\n";
  VectorSetsQuestion question{Family::k_ip, std::vector<long>{1}, std::nullopt, std::nullopt};
  CHECK(parse_vector_sets(bare, "f", question).constraints[0].target == 1);
  CHECK_THROWS_AS(parse_vector_sets(bare, "f"), UsageError);
  CHECK_THROWS_AS(parse_vector_sets("# targets: 0\n" + bare, "f", question), UsageError);
  CHECK_NOTHROW(parse_vector_sets("# targets: 1\n" + bare, "f", question));
  question.order = 3;
  CHECK_THROWS_AS(parse_vector_sets(bare, "f", question), UsageError);
}

TEST_CASE("formulas and vector sets that were written are read back the same", "[reductions][files]") {
  Random random(3);
  for (unsigned long seed = 0; seed < 50; ++seed) {
    Cnf formula = random_formula({6, static_cast<long>(seed % 9), 1 + static_cast<int>(seed % 4)}, seed);
    if (seed % 2 == 1) {
      for (Clause& clause : formula.clauses)
        clause.weight = 1 + static_cast<long>(random.below(1'000'000'000'000));
    }
    if (seed % 5 == 0) formula.clauses.push_back({{}, 1});
    const FormulaFile file = parse_formula(dimacs_text(formula, "attest\nseed"), "f");
    CHECK(same(file.formula, formula));
    CHECK(file.hard_clauses == 0);

    VectorSetsShape shape{
        static_cast<Family>(seed % 4), 3, 2, 1 + seed % 5, seed % 70, Rational(1, 2), {}, {}};
    if (seed % 3 == 0 && shape.dimension > 0) shape.epsilon = Rational(1, 3);
    const InnerProducts instance = random_vector_sets(shape, seed);
    CHECK(same(parse_vector_sets(vector_sets_text(instance, "attest\nseed"), "f"), instance));
    CHECK(same(parse_vector_sets(vector_sets_json(instance), "f"), instance));
  }
}

TEST_CASE("mutated files are read or refused, and what is read can be written and read again",
          "[reductions][files]") {
  const auto formulas =
      fuzz({"accepted/cnf", "accepted/wcnf", "rejected/cnf", "rejected/wcnf"}, [](const std::string& text) {
        const Cnf formula = parse_formula(text, "f").formula;
        CHECK(same(parse_formula(dimacs_text(formula), "f").formula, formula));
      });
  CHECK(formulas.first > 300);
  CHECK(formulas.second > 3000);
  const auto vectors = fuzz({"accepted/vector-sets", "rejected/vector-sets"}, [](const std::string& text) {
    const InnerProducts instance = parse_vector_sets(text, "f");
    CHECK(same(parse_vector_sets(vector_sets_text(instance), "f"), instance));
    CHECK(same(parse_vector_sets(vector_sets_json(instance), "f"), instance));
  });
  CHECK(vectors.first > 100);
  CHECK(vectors.second > 3000);
}

TEST_CASE("constraints of a hypergraph are limited by their members together", "[reductions][files]") {
  const auto made = [](std::size_t sets, long order, std::size_t targets) {
    VectorSetsQuestion question;
    question.family = Family::hypergraph_ip;
    question.order = order;
    question.targets = std::vector<long>(targets, 0);
    return instance_of(std::vector<BitVectors>(sets, BitVectors(1, 1)), question,
                       [](const std::string& key) { return key; });
  };
  CHECK(made(19, 10, 92378).constraints.size() == 92378);  // 923,780 members
  try {
    made(20, 10, 184756);
    FAIL_CHECK("accepted");
  } catch (const UsageError& error) {
    CHECK(std::string(error.what()).find("at most 1000000 members") != std::string::npos);
  }
}

}  // namespace files_test
