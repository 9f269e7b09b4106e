#include "claims/usage_error.hpp"

#include <catch2/catch.hpp>

namespace attest::usage_error_test {

namespace {

const std::vector<std::string> known{"strassen/function-composition", "strassen/match3",
                                     "poly/function-composition", "anna/ema-match2", "tasks/median"};

std::string shown(const std::string& value) {
  return UsageError("n", value, "less").what();
}

// All texts one typing error away: a letter left out, put in, changed, or two neighbours swapped.
std::vector<std::string> misspellings(const std::string& name) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    result.push_back(name.substr(0, i) + name.substr(i + 1));
    result.push_back(name.substr(0, i) + "q" + name.substr(i));
    result.push_back(name.substr(0, i) + "Q" + name.substr(i + 1));
    auto swapped = name;
    std::swap(swapped[i], swapped[i == 0 ? 0 : i - 1]);
    result.push_back(swapped);
  }
  result.push_back(name + "q");
  return result;
}

}  // namespace

TEST_CASE("A usage error says what was given and what was expected", "[claims]") {
  CHECK(std::string(UsageError("n", "0", "an integer of at least 1").what()) ==
        "n: got \"0\", expected an integer of at least 1");
  CHECK(std::string(UsageError("a whole message").what()) == "a whole message");
  CHECK(shown("") == "n: got \"\", expected less");
}

TEST_CASE("A usage error stays one line of bounded length", "[claims]") {
  CHECK(shown("a\nb\tc\rd\x1b[31m\x7f" + std::string(1, '\0') + "e") ==
        "n: got \"a?b?c?d?[31m??e\", expected less");
  CHECK(shown(std::string(60, 'x')) == "n: got \"" + std::string(60, 'x') + "\", expected less");
  CHECK(shown(std::string(61, 'x')) == "n: got \"" + std::string(60, 'x') + "...\", expected less");
  CHECK(shown(std::string(100000, '\n')).size() < 100);
  for (int c = 0; c < 256; ++c) {
    const std::string text = shown(std::string(1, static_cast<char>(c)));
    for (const char printed : text) {
      if (static_cast<unsigned char>(printed) < ' ' || printed == '\x7f') FAIL("control character " << c);
    }
    if (c >= ' ' && c < 127)
      CHECK(text == "n: got \"" + std::string(1, static_cast<char>(c)) + "\", expected less");
  }
}

TEST_CASE("Every single typing error leads to the name that was meant", "[claims]") {
  for (const auto& name : known) {
    CHECK(nearest_name(name, known) == name);
    for (const auto& misspelled : misspellings(name)) {
      INFO(misspelled);
      CHECK(nearest_name(misspelled, known) == name);
    }
  }
}

TEST_CASE("The part behind the slash is enough, with a typing error too", "[claims]") {
  for (const std::string name : {"strassen/match3", "anna/ema-match2", "tasks/median"}) {
    const std::string tail = name.substr(name.find('/') + 1);
    CHECK(nearest_name(tail, known) == name);
    for (const auto& misspelled : misspellings(tail)) {
      INFO(misspelled);
      CHECK(nearest_name(misspelled, known) == name);
    }
  }
  // Two claims share this part; the first in the list is the guess.
  CHECK(nearest_name("function-composition", known) == "strassen/function-composition");
  CHECK(nearest_name("strasen/function-composition", known) == "strassen/function-composition");
}

TEST_CASE("Where nothing is near nothing is suggested", "[claims]") {
  CHECK(nearest_name("", known).empty());
  CHECK(nearest_name("x", known).empty());
  CHECK(nearest_name("zzzzzzzz", known).empty());
  CHECK(nearest_name("strassen/match3", {}).empty());
  CHECK(nearest_name(std::string(1000000, 'm'), known).empty());
  CHECK(nearest_name("median", {"no-slash", "median"}) == "median");
}

}  // namespace attest::usage_error_test
