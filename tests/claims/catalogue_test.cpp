#include "claims/catalogue.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"

namespace attest::catalogue_test {

namespace {

// A claim that is nothing but its data.
class Stub : public Claim {
 public:
  explicit Stub(ClaimInfo info) : info_(std::move(info)) {}
  const ClaimInfo& info() const override { return info_; }
  Verdict verify(Variant, const Parameters&, const VerifyOptions&) const override { return {}; }
  Json run(Variant, const Parameters&, const Json&, std::uint64_t) const override { return {}; }
  Json weights(Variant, const Parameters&) const override { return {}; }
  Verdict merge(Variant, const Parameters&, const std::vector<Json>&, const VerifyOptions&) const override {
    return {};
  }

 private:
  ClaimInfo info_;
};

ClaimInfo claim(const std::string& id) {
  ClaimInfo info;
  info.id = id;
  info.variants = {{Variant::printed, "As it stands.", {}}, {Variant::repaired, "Mended.", {"One change."}}};
  info.parameters = {{"n", ParameterType::integer, {}, Integer(1), Integer(9), {}, "length"}};
  info.standard_sizes = {
      {{"n=3"}, true, {{Variant::printed, Status::refuted}, {Variant::repaired, Status::holds}}},
      {{"n=9"}, false, {{Variant::repaired, Status::holds}}}};
  return info;
}

void add(Catalogue& catalogue, const ClaimInfo& info) {
  catalogue.add(std::make_unique<Stub>(info));
}

std::string message(const Catalogue& catalogue, const std::string& id) {
  try {
    catalogue.find(id);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "found";
}

}  // namespace

TEST_CASE("The catalogue keeps its claims in order and finds each", "[claims]") {
  const std::vector<std::string> ids{"b/two", "a/one", "c/three"};
  Catalogue catalogue;
  for (const auto& id : ids) add(catalogue, claim(id));
  REQUIRE(catalogue.claims().size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(catalogue.claims()[i]->info().id == ids[i]);
    CHECK(&catalogue.find(ids[i]) == catalogue.claims()[i]);
  }
}

TEST_CASE("An unknown claim is refused with the nearest name, if one is near", "[claims]") {
  Catalogue catalogue;
  CHECK(message(catalogue, "a/b") == "claim: got \"a/b\", expected a claim that `attest list` names");
  add(catalogue, claim("strassen/function-composition"));
  add(catalogue, claim("strassen/match3"));
  CHECK(message(catalogue, "strasen/function-composition") ==
        "claim: got \"strasen/function-composition\", expected a known claim "
        "(did you mean strassen/function-composition?)");
  CHECK(message(catalogue, "match4") ==
        "claim: got \"match4\", expected a known claim (did you mean strassen/match3?)");
  CHECK(message(catalogue, "Strassen/match3").ends_with("(did you mean strassen/match3?)"));
  // A name that two papers have.
  add(catalogue, claim("poly/function-composition"));
  const std::string both = message(catalogue, "function-composition");
  CHECK(both.find("strassen/function-composition") != std::string::npos);
  CHECK(both.find("poly/function-composition") != std::string::npos);
  CHECK(both.find(" or ") != std::string::npos);
  // A part of names.
  CHECK(message(catalogue, "composition")
            .ends_with("(did you mean strassen/function-composition or poly/function-composition?)"));
  CHECK(message(catalogue, "compositions") ==
        "claim: got \"compositions\", expected a claim that `attest list` names");
  CHECK(message(catalogue, "") == "claim: missing, expected a claim that `attest list` names");
  CHECK(message(catalogue, "zzz") == "claim: got \"zzz\", expected a claim that `attest list` names");
}

TEST_CASE("A claim that does not fit is not added", "[claims]") {
  Catalogue catalogue;
  add(catalogue, claim("a/one"));
  CHECK_THROWS_AS(add(catalogue, claim("a/one")), std::logic_error);

  ClaimInfo foreign_variant = claim("a/two");
  foreign_variant.standard_sizes[1].recorded[Variant::constructed] = Status::holds;
  CHECK_THROWS_AS(add(catalogue, foreign_variant), std::logic_error);

  for (const std::string word : {"n=10", "n=0", "m=3", "n", "n=2..3"}) {
    ClaimInfo wrong_size = claim("a/three");
    wrong_size.standard_sizes[0].words = {word};
    INFO(word);
    CHECK_THROWS(add(catalogue, wrong_size));  // of which type: tests/numeric/KNOWN_catalogue_add.txt
  }
  ClaimInfo no_size = claim("a/four");
  no_size.standard_sizes[0].words = {};
  CHECK_THROWS(add(catalogue, no_size));
  CHECK(catalogue.claims().size() == 1);
}

TEST_CASE("A claim is made when it is first asked for, once, and has to be the one that was announced",
          "[claims]") {
  int made = 0;
  Catalogue catalogue;
  const auto lazily = [&](const std::string& announced, const ClaimInfo& info) {
    catalogue.add(announced, [&made, info] {
      ++made;
      return std::make_unique<Stub>(info);
    });
  };
  ClaimInfo one = claim("strassen/one");
  one.paper = "strassen";
  lazily("strassen/one", one);
  CHECK(catalogue.has("strassen/one"));
  CHECK_FALSE(catalogue.has("strassen/two"));
  CHECK_THROWS_AS(lazily("strassen/one", one), std::logic_error);
  CHECK(message(catalogue, "one").ends_with("(did you mean strassen/one?)"));
  CHECK(made == 0);
  CHECK(catalogue.find("strassen/one").info().id == "strassen/one");
  CHECK(catalogue.claims() == std::vector<const Claim*>{&catalogue.find("strassen/one")});
  CHECK(made == 1);

  lazily("strassen/two", one);
  CHECK_THROWS_AS(catalogue.find("strassen/two"), std::logic_error);
  ClaimInfo three = claim("strassen/three");
  three.paper = "poly";
  lazily("strassen/three", three);
  CHECK_THROWS_AS(catalogue.find("strassen/three"), std::logic_error);
  ClaimInfo four = claim("strassen/four");
  four.paper = "strassen";
  four.standard_sizes[0].words = {"n=10"};
  lazily("strassen/four", four);
  CHECK_THROWS_AS(catalogue.find("strassen/four"), std::logic_error);
  CHECK_THROWS_AS(catalogue.claims(), std::logic_error);
}

TEST_CASE("A claim knows its variants", "[claims]") {
  const ClaimInfo info = claim("a/one");
  CHECK(info.has(Variant::printed));
  CHECK_FALSE(info.has(Variant::constructed));
  CHECK(info.info(Variant::repaired).summary == "Mended.");
  CHECK_THROWS_AS(info.info(Variant::constructed), std::out_of_range);
}

}  // namespace attest::catalogue_test
