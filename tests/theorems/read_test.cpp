#include "theorems/read.hpp"

#include <catch2/catch.hpp>

#include "theorems/patch.hpp"
#include "theorems/texts.hpp"

namespace attest::read_theorem_test {

using namespace attest::theorems;       // NOLINT(google-build-using-namespace)
using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using language::to_string;

namespace {

std::vector<std::string> texts(const std::vector<Expression>& all) {
  std::vector<std::string> result;
  for (const Expression& e : all) result.push_back(to_string(e));
  return result;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("The sketch of Theorem 4.2 is read statement by statement", "[theorems]") {
  const TheoremText t = theorem(composition_sketch);
  CHECK(t.id == "strassen/function-composition");
  CHECK(t.title == "One Strassen head composes two functions");
  REQUIRE(t.sources.size() == 1);
  CHECK(t.sources[0].seed == "000");
  CHECK(t.sources[0].first_line == 326);
  CHECK(t.sources[0].last_line == 348);
  REQUIRE(t.sizes.size() == 1);
  CHECK(t.sizes[0].name == "n");
  REQUIRE(t.limits.size() == 1);
  CHECK(t.limits[0].command == "verify");
  CHECK(to_string(t.limits[0].condition) == "n <= 1000");
  REQUIRE(t.inputs.size() == 3);
  CHECK(texts(t.inputs[0].domains) == Strings{"[n]"});
  CHECK(t.inputs[2].domains.empty());
  REQUIRE(t.spelled);
  CHECK(t.spelled->keys == Strings{"f", "x"});
  CHECK(t.spelled->parts[0].parts[1].input == "H");
  REQUIRE(t.tokens.size() == 1);
  CHECK(t.tokens[0].kind.empty());
  CHECK(to_string(t.tokens[0].features.at(0).value) == "G ++ H ++ (x)");
  REQUIRE(t.tasks.size() == 1);
  CHECK(t.tasks[0].answer == AnswerKind::number);
  CHECK(texts(t.tasks[0].at) == Strings{"2*n + 1"});
  CHECK(to_string(t.tasks[0].truth) == "H(G(x))");
  REQUIRE(t.layers.size() == 1);
  const LayerStatement& layer = t.layers[0];
  CHECK(to_string(layer.dimension) == "7");
  CHECK(layer.residual);
  CHECK_FALSE(layer.embed);
  CHECK(texts(layer.encoding) == Strings{"l", "l^2", "phi", "phi^2", "1"});
  CHECK(layer.encoding_mark == "338");
  REQUIRE(layer.heads.size() == 1);
  const HeadStatement& head = layer.heads[0];
  CHECK(head.polynomial == "strassen");
  CHECK(head.kernel == Kernel::softmax);
  CHECK(to_string(head.scale) == "1/sqrt(d)");
  CHECK(head.scale_mark == "eq15");
  REQUIRE(head.rows.size() == 5);
  CHECK(head.rows[0].label == "f");
  CHECK(head.rows[0].indices == Strings{"i"});
  CHECK(head.rows[0].mark == "342");
  CHECK(head.rows[1].mark.empty());
  CHECK(head.rows[3].role == RowStatement::Role::value);
  CHECK(to_string(head.rows[4].number) == "3");
  CHECK(head.rows[4].vector->op == language::Op::tuple);
  REQUIRE(head.displays.size() == 1);
  CHECK(head.displays[0].what == "score");
  REQUIRE(layer.landings.size() == 1);
  CHECK(to_string(layer.landings[0].to) == "stream.6");
  CHECK(layer.landings[0].choice == "W_O is not given; coordinate 6 is zero in the encoding");
  CHECK(to_string(t.readout->value) == "stream.6");
  REQUIRE(t.checks.size() == 4);
  CHECK(t.checks[2].names == Strings{"n"});
  CHECK_FALSE(t.checks[3].essential);
  CHECK(t.checks[3].constants == Strings{"c"});
  CHECK(to_string(t.checks[3].formula) == "error <= exp(-c*n^2)");
  REQUIRE(t.variants.size() == 2);
  CHECK(t.variants[0].patches.empty());
  CHECK(t.variants[1].patches.at(0).path == Strings{"displayed", "score"});
  REQUIRE(t.expects.size() == 2);
  CHECK(t.expects[0].variant == "printed");
  CHECK(t.expects[0].verdict == "refuted");
  CHECK(t.expects[0].kind == "display");
  REQUIRE(t.expects[1].settings.size() == 2);
  CHECK(t.expects[1].settings[0].words == Strings{"n=1..4"});
  CHECK_FALSE(t.expects[1].settings[0].full);
  CHECK(t.expects[1].settings[1].full);
}

TEST_CASE("The sketch of the maximum is read with its named coordinates and its comments", "[theorems]") {
  const TheoremText t = theorem(argmax_sketch);
  CHECK(t.sizes.size() == 2);
  CHECK(to_string(t.parameters.at(0).value) == "3");
  CHECK(t.inputs.at(0).shape == Shape::injective);
  const LayerStatement& layer = t.layers.at(0);
  CHECK(layer.embed);
  CHECK(layer.coordinates == Strings{"pos", "num", "one", "out"});
  const HeadStatement& head = layer.heads.at(0);
  CHECK(head.kernel_said);
  CHECK(head.polynomial.empty());
  REQUIRE(head.rows.size() == 3);
  CHECK(head.rows[0].label == "query");
  CHECK(to_string(head.rows[1].number) == "2");
  CHECK(head.rows[2].coordinates == Strings{"out"});
  CHECK_FALSE(head.rows[2].number);
  CHECK(t.checks.at(1).name == "error");
  CHECK(t.variants.at(0).title == "too warm");
  CHECK(t.variants.at(0).patches.at(0).because == "a warm softmax averages");
  CHECK(t.expects.at(1).variant == "cold");
  CHECK(t.expects.at(1).settings.at(0).words == Strings{"n=3", "m=4"});
  CHECK(t.comments.size() == 3);
  CHECK_FALSE(t.comments[0].own_line);
}

TEST_CASE("The sketch of a changed theorem is read as patches of another", "[theorems]") {
  const TheoremText t = theorem(extension_sketch);
  CHECK(t.id == "mine/mid");
  CHECK(t.extends == "strassen/function-composition");
  CHECK(t.extends_variant == "repaired");
  REQUIRE(t.changes.size() == 3);
  CHECK(t.changes[0].path == Strings{"value", "3"});
  CHECK(t.changes[0].statement == "(k) = (k - n)");
  CHECK(t.changes[1].path == Strings{"task"});
  CHECK(t.changes[1].statement == "= at 2*n + 1, number: G(x)");
  CHECK(t.changes[2].action == PatchStatement::Action::drop);
  CHECK(t.changes[2].path == Strings{"growth"});
}

TEST_CASE("Every kind of input type is read", "[theorems]") {
  const auto input = [](const std::string& type) {
    std::string text = small_theorem();
    text.replace(text.find("[n] -> [n]"), 10, type);
    return theorem(text).inputs.at(0);
  };
  CHECK(input("[n] -> [n]").shape == Shape::any);
  CHECK(input("[n] -> [2*n] injective").shape == Shape::injective);
  CHECK(input("[n] -> [n] permutation").shape == Shape::permutation);
  CHECK(input("permutation of [n]").shape == Shape::permutation);
  CHECK(input("subset of [n]").shape == Shape::subset);
  CHECK(input("subset of [n]").domains.empty());
  CHECK(input("word n over {0, 1}").word);
  CHECK(texts(input("word n over {0, 1}").domains) == Strings{"[n]"});
  CHECK(texts(input("[n] x 0..n -> {0, 1}").domains) == Strings{"[n]", "0..n"});
  CHECK(input("0..n").domains.empty());
}

TEST_CASE("Every kind of parameter is read", "[theorems]") {
  const auto parameter = [](const std::string& line) {
    return theorem(small_theorem("check output\n" + line)).parameters.at(0);
  };
  CHECK_FALSE(parameter("param c").value);
  CHECK(to_string(parameter("param c = n^2").value) == "n^2");
  CHECK(parameter("param c = auto in 1/4*(1..2000)").automatic);
  CHECK(to_string(parameter("param c = auto in 1/4*(1..2000)").candidates) == "1/4*(1..2000)");
  CHECK(to_string(parameter("param c in {1, 2} = 1").allowed) == "{1, 2}");
  CHECK(to_string(parameter("param c in {1, 2} = 1").value) == "1");
  CHECK(to_string(parameter("param c in {slow, fast} = fast").value) == "fast");
  CHECK(parameter("param T : [n] -> [n] from seed").from == "seed");
  CHECK(parameter("param T : [n] -> [n] from seed or file").from == "seed or file");
}

TEST_CASE("Every kind of head is read", "[theorems]") {
  const auto head = [](const std::string& line) {
    std::string text = small_theorem();
    text.replace(text.find("head softmax"), 12, line);
    return theorem(text).layers.at(0).heads.at(0);
  };
  CHECK(head("head softmax").kernel == Kernel::softmax);
  CHECK(head("head exact-match").kernel == Kernel::exact_match);
  CHECK(head("head expressive").kernel == Kernel::expressive);
  CHECK(head("head hard-maximum, leftmost").leftmost);
  CHECK(head("head hard-maximum third-order").polynomial == "third-order");
  CHECK(head("head left triangular, scale 2").name == "left");
  CHECK(head("head poly(x1*x2 + x2*x3)").polynomial == "x1*x2 + x2*x3");
  CHECK(to_string(head("head poly(path n)").polynomial_arity) == "n");
  CHECK(texts(head("head strassen for S in (n, 2*n)").members) == Strings{"n", "2*n"});
  CHECK(head("head strassen for S in (n, 2*n)").family == "S");
  CHECK(head("head pair for S in (n, 2*n) strassen, scale 1/3 @eq2").scale_mark == "eq2");
}

TEST_CASE("A head may give its score in the place of rows", "[theorems]") {
  std::string text = small_theorem();
  text.replace(text.find("    query = (num)\n    key = (one)\n"), 34,
               "    score = -(num_i - j)^2  @12\n    over j in [n]\n    let unused = num_i\n");
  const HeadStatement head = theorem(text).layers.at(0).heads.at(0);
  CHECK(to_string(head.score) == "-(num_i - j)^2");
  CHECK(head.score_mark == "12");
  CHECK(head.rows.size() == 1);
}

TEST_CASE("Which tokens a sum runs over is read in all three forms", "[theorems]") {
  const auto over = [](const std::string& line) {
    std::string text = small_theorem();
    text.insert(text.find("    query"), "    " + line + "\n");
    return theorem(text).layers.at(0).heads.at(0).over.at(0);
  };
  CHECK(to_string(over("over j where j <= i").such_that) == "j <= i");
  CHECK(to_string(over("over j in [n] where j < i").range) == "[n]");
  CHECK(over("over l: (i,l), (l,i)").tuples.size() == 2);
}

TEST_CASE("A task at every token, a sign, a vector and its tolerance are read", "[theorems]") {
  const auto task = [](const std::string& line) {
    std::string text = small_theorem();
    text.replace(text.find("task at n, number: a(n)"), 23, line);
    return theorem(text).tasks.at(0);
  };
  CHECK(task("task at every j, sign: a(j) = 1").every);
  CHECK(task("task at every j, sign: a(j) = 1").indices == Strings{"j"});
  CHECK(task("task at n, vector 2 within 1/4: (1, 2)").answer == AnswerKind::vector);
  CHECK(to_string(task("task at n, vector 2 within 1/4: (1, 2)").within) == "1/4");
}

TEST_CASE("What an expectation can say is read", "[theorems]") {
  const auto expect = [](const std::string& line) {
    return theorem(small_theorem("check output\n" + line)).expects;
  };
  CHECK(to_string(expect("expect holds at every n >= 3")[0].settings[0].every.at(0)) == "n >= 3");
  CHECK(expect("expect refuted at n=2 by rank:84")[0].settings[0].input == "rank:84");
  CHECK(expect("expect refuted at n=2 by {\"a\": [1,2]} full")[0].settings[0].input == "{\"a\": [1, 2]}");
  CHECK(expect("expect refuted at n=2 by {\"a\": [1,2]} full")[0].settings[0].full);
  CHECK(expect("expect holds at n=1; at n=2; refuted at n=3").size() == 2);
  CHECK(expect("expect ill-formed at n=3")[0].verdict == "ill-formed");
}

TEST_CASE("A constant that is to be found belongs to the check that names it", "[theorems]") {
  const auto checks =
      theorem(small_theorem("check error <= 1/4\nalso growth error <= exp(-some k*n), gap >= some c")).checks;
  CHECK(checks.at(0).constants.empty());
  CHECK(checks.at(1).constants == Strings{"k"});
  CHECK(checks.at(2).constants == Strings{"c"});
}

TEST_CASE("A continued line is one statement, also where it goes on with a word of the format",
          "[theorems]") {
  std::string text = small_theorem();
  text.replace(text.find("embed num = num, one = 1, out = 0"), 33,
               "embed num = num,\n    one = 1,\n    out = 0");
  CHECK(theorem(text).layers.at(0).coordinates == Strings{"num", "one", "out"});
}

TEST_CASE("A theorem of every file of the catalogue and of the examples is read", "[theorems]") {
  std::size_t files = 0;
  for (const char* folder : {"examples", "constructions", "lowerbounds", "reductions"}) {
    for (const std::string& path : files_below(folder, ".theorem")) {
      INFO(path);
      CHECK_NOTHROW(read_theorem(language::SourceText(path, file_text(path))));
      ++files;
    }
  }
  CHECK(files >= 20);
}

TEST_CASE("All errors of a file are told, each where it is", "[theorems]") {
  std::string text = small_theorem("chek output\nexpect hold at n=1");
  text.replace(text.find("sizes n >= 1"), 12, "sizes n >=");
  const auto messages = refusal(text);
  REQUIRE(messages.size() == 3);
  CHECK(messages[0].starts_with("3:11: expected "));
  CHECK(messages[1] == "14:1: 'chek' begins no statement; did you mean 'check'?");
  CHECK(messages[2] == "15:8: 'hold' is no verdict; did you mean 'holds'?");
}

}  // namespace attest::read_theorem_test
