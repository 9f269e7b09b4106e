// Every check that the settings of verification and of texts make can fail:
// one table of planted defects, and a walk over the catalogue that no check's name is missing in it.
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>

#include "claims/catalogue.hpp"
#include "constructions/add_constructions.hpp"
#include "constructions/poly/function_composition.hpp"
#include "constructions/poly/least_scale.hpp"
#include "constructions/strassen/function_composition.hpp"
#include "constructions/theorem_texts.hpp"
#include "tasks/function_composition.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"
#include "verification/constant_size.hpp"
#include "verification/softmax_claim.hpp"

namespace attest::planted_checks_test {
namespace {

Parameters parameter(const std::string& name, const std::string& value) {
  Parameters parameters;
  parameters.set(name, value, ParameterType::integer);
  return parameters;
}

// A claim of one setting, made anew for each run.
class OneSetting : public JudgedClaim {
 public:
  using Make = std::function<std::unique_ptr<JudgedSetting>()>;
  explicit OneSetting(Make make) : JudgedClaim(entry()), make_(std::move(make)) {}
  std::unique_ptr<JudgedSetting> setting(Variant, const Parameters&) const override { return make_(); }

 private:
  static ClaimInfo entry() {
    ClaimInfo info;
    info.id = "test/planted";
    info.variants = {{Variant::repaired, "", {}}};
    return info;
  }
  Make make_;
};

Verdict verdict_of(const OneSetting::Make& make) {
  return OneSetting(make).verify(Variant::repaired, Parameters(), {});
}

const Check* check_named(const Verdict& verdict, const std::string& name) {
  for (const Check& check : verdict.checks) {
    if (check.name == name) return &check;
  }
  return nullptr;
}

Verdict softmax(const std::function<void(Construction&)>& plant) {
  return verdict_of([&] {
    Construction record = strassen_function_composition(Variant::repaired);
    plant(record);
    auto setting = std::make_unique<SoftmaxSetting>(
        Variant::repaired, parameter("n", "2"), std::make_unique<FunctionComposition>(2, 2), record,
        std::map<std::string, Polynomial>{{"n", Polynomial(2)}}, true);
    setting->set_further_checks([](const SoftmaxSetting& s, const Interval&, const Interval& bound) {
      return std::vector{exponential_error_check(2, bound),
                         constant_size({{"n=2", s.size()}, {"n=3", {1, 7, 8}}})};
    });
    return setting;
  });
}

// Function composition by a record that is made for each n.
class AtEveryN : public SoftmaxClaim {
 public:
  using Record = std::function<Construction(long n)>;
  explicit AtEveryN(Record record)
      : SoftmaxClaim(strassen_function_composition_claim()->info()), record_(std::move(record)) {}

 protected:
  Construction construction(Variant, const Parameters& parameters) const override {
    return record_(parameters.integer("n"));
  }
  std::unique_ptr<Task> task(const Parameters& parameters) const override {
    return std::make_unique<FunctionComposition>(2, parameters.integer("n"));
  }
  std::map<std::string, Polynomial> sizes(const Parameters& parameters) const override {
    return {{"n", Polynomial(parameters.integer("n"))}};
  }
  bool unique_maximum_is_essential() const override { return true; }
  std::vector<Check> further_checks(const SoftmaxSetting& setting, const Interval&,
                                    const Interval&) const override {
    return {size_check(setting, "n")};
  }

 private:
  Record record_;
};

Verdict at_every_n(const AtEveryN::Record& record) {
  return AtEveryN(record).verify(Variant::repaired, parameter("n", "2"), {});
}

// Relation composition's text with something else in one place.
Verdict text(const std::string& from, const std::string& to) {
  std::string all = find_theorem_text("strassen/relation-composition")->text;
  const std::size_t at = all.find(from);
  REQUIRE(at != std::string::npos);
  all.replace(at, from.size(), to);
  const theorems::TheoremClaim claim(theorems::read_theorem(language::SourceText("planted.theorem", all)),
                                     "own:planted", "planted.theorem");
  return claim.verify(Variant::repaired, parameter("m", "2"), {});
}

struct PlantedDefect {
  std::string check;
  std::string what;
  std::function<Verdict()> run;
  Status wanted = Status::refuted;
  std::optional<Kind> kind;
};

std::vector<PlantedDefect> planted_defects() {
  return {
      {"well-formed", "a defect of a softmax record",
       [] {
         return softmax([](Construction& c) { c.defects.push_back({"line 1", "no such vector", "ours"}); });
       },
       Status::ill_formed, std::nullopt},
      {"well-formed", "a text whose row is one coordinate short",
       [] { return text("1/m^4, 1/m^5)\n      because \"f", "1/m^4)\n      because \"f"); },
       Status::ill_formed, std::nullopt},
      {"identity", "a displayed score with one unit more",
       [] {
         return softmax([](Construction& c) {
           c.identities.front().displayed = c.identities.front().displayed + Polynomial(1);
         });
       },
       Status::refuted, Kind::display},
      {"identity", "a text's displayed score with one unit more",
       [] { return text("displayed score = n^4*(", "displayed score = 1 + n^4*("); }, Status::refuted,
       Kind::display},
      {"output", "a query of zeros",
       [] {
         return softmax([](Construction& c) {
           for (auto& entry : c.query.front()) entry = Polynomial(0);
         });
       },
       Status::refuted, Kind::construction},
      {"output", "a text's first row times zero",
       [] { return text("change row 1 as f(i,j) = n^2*(", "change row 1 as f(i,j) = 0*("); }, Status::refuted,
       Kind::construction},
      {"unique-maximum", "scores that are all zero",
       [] {
         return softmax([](Construction& c) {
           for (auto& rows : c.query) {
             for (auto& entry : rows) entry = Polynomial(0);
           }
         });
       },
       Status::refuted, Kind::construction},
      {"unique-maximum", "a text's scores times zero", [] { return text("scale 1/sqrt(d)", "scale 0"); },
       Status::refuted, Kind::construction},
      {"size", "a dimension that another size does not have",
       [] { return softmax([](Construction& c) { ++c.mlp_parameters; }); }, Status::refuted, Kind::constant},
      {"size", "an encoding with a zero more for each unit of n",
       [] {
         return at_every_n([](long n) {
           Construction record = strassen_function_composition(Variant::repaired);
           record.embedding_dimension += n;
           const auto d = static_cast<Eigen::Index>(record.embedding_dimension);
           record.readout.conservativeResizeLike(RationalVector::Constant(d, Rational(0)));
           record.output_matrix.conservativeResizeLike(RationalMatrix::Constant(d, d, Rational(0)));
           return record;
         });
       },
       Status::refuted, Kind::constant},
      {"size", "a text's dimension with one more for each unit of m",
       [] { return text("change d = 15 ", "change d = 15 + m "); }, Status::refuted, Kind::constant},
  };
}

// What a theorem adds by itself; the last test here plants the defects.
const std::set<std::string> of_the_theorems{"growth", "threshold", "assert", "sufficient-scale"};

bool is_identity(const std::string& name) {
  return name.find("identity") != std::string::npos;
}

}  // namespace

TEST_CASE("Every planted defect makes its check fail, with the kind of what fails",
          "[verification][planted]") {
  for (const PlantedDefect& defect : planted_defects()) {
    INFO(defect.check << ": " << defect.what);
    const Verdict verdict = defect.run();
    const Check* check = check_named(verdict, defect.check);
    REQUIRE(check != nullptr);
    CHECK(check->status == defect.wanted);
    CHECK(check->kind == defect.kind);
    CHECK(check->reason);
    CHECK(verdict.status != Status::holds);
    CHECK(!verdict.counterexample.is_null());
  }
}

TEST_CASE("Without a defect all of these checks hold", "[verification][planted]") {
  for (const Verdict& verdict : {softmax([](Construction&) {}), text("n^2*(i^2", "n^2*(i^2")}) {
    for (const PlantedDefect& defect : planted_defects()) {
      INFO(defect.check);
      const Check* check = check_named(verdict, defect.check);
      REQUIRE(check != nullptr);
      CHECK(check->status == Status::holds);
    }
    CHECK(verdict.status == Status::holds);
  }
}

TEST_CASE("No check of a softmax layer or a text of the catalogue is without a planted defect",
          "[verification][planted]") {
  std::set<std::string> planted;
  for (const PlantedDefect& defect : planted_defects()) planted.insert(defect.check);
  Catalogue catalogue;
  add_constructions(catalogue);
  std::size_t walked = 0;
  for (const auto& claim : catalogue.claims()) {
    if (dynamic_cast<const SoftmaxClaim*>(claim.get()) == nullptr &&
        dynamic_cast<const theorems::TheoremClaim*>(claim.get()) == nullptr) {
      continue;
    }
    const StandardSize& smallest = claim->info().standard_sizes.front();
    for (const auto& [variant, recorded] : smallest.recorded) {
      const Verdict verdict =
          claim->verify(variant, parse_parameters(claim->info().parameters, smallest.words), {});
      for (const Check& check : verdict.checks) {
        INFO(claim->info().id << ": " << check.name);
        CHECK((planted.count(check.name) != 0 || of_the_theorems.count(check.name) != 0 ||
               (is_identity(check.name) && planted.count("identity") != 0)));
        // Every refuted check says what it refutes.
        CHECK(check.kind.has_value() == (check.status == Status::refuted));
        ++walked;
      }
    }
  }
  CHECK(walked > 30);
}

TEST_CASE("What single theorems add can fail: scales and rates", "[verification][planted]") {
  // Half of the sufficient A^2 bounds nothing below 1/2; the whole does, and a rate that is missed is refuted.
  for (const long n : {2, 8, 100}) {
    const Interval enough = sufficient_a_squared(3, n);
    CHECK(sufficient_scale_check(3, n, enough).status == Status::holds);
    const Check half = sufficient_scale_check(3, n, enough / Interval(2L, enough.precision()));
    CHECK(half.status == Status::refuted);
    CHECK(half.kind == Kind::constant);
  }
  CHECK(exponential_error_check(3, Interval(Rational(1, 2), 128)).status == Status::refuted);
  CHECK(exponential_error_check(3, Interval(Rational(1, 100), 128)).status == Status::holds);
}

}  // namespace attest::planted_checks_test
