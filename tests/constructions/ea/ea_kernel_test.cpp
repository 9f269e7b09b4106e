// The geometry of eq. (2): the checks hold for it and fail for other kernels; rows without weights.
#include <catch2/catch.hpp>

#include "constructions/ea/kernel_claim.hpp"
#include "constructions/ea/kernel_identities.hpp"

namespace attest::ea_kernel_test {
namespace {

Status status_of(const std::vector<Check>& checks, const std::string& name) {
  for (const Check& check : checks) {
    if (check.name == name) return check.status;
  }
  throw std::logic_error("no check " + name);
}

Verdict verify(Variant variant) {
  const auto claim = ea_kernel_claim();
  return claim->verify(variant, parse_parameters(claim->info().parameters, {}), VerifyOptions());
}

}  // namespace

TEST_CASE("The printed kernel is 0/0 for orthogonal keys alone; everything else that is claimed of it holds",
          "[ea]") {
  const Verdict printed = verify(Variant::printed);
  CHECK(printed.status == Status::ill_formed);
  for (const Check& check : printed.checks) {
    INFO(check.name);
    if (check.essential) CHECK((check.status == Status::holds) == (check.name != "normalised"));
  }
  // Rows of 1, 2 and 3 scores from -2..2: one of each length is zero throughout.
  CHECK(printed.inputs.checked == Integer(5 + 25 + 125));
  CHECK(printed.inputs.failing == 3);
  CHECK(printed.counterexample["z"] == Json{0});
}

TEST_CASE("Equal weights in the rows without scores repair it", "[ea]") {
  const Verdict repaired = verify(Variant::repaired);
  CHECK(repaired.status == Status::holds);
  CHECK(repaired.inputs.failing == 0);
  CHECK(expressive_row(Variant::repaired, {0, 0}) == std::vector<Rational>{Rational(1) / 2, Rational(1) / 2});
  CHECK(expressive_row(Variant::repaired, {0, 7}) == std::vector<Rational>{0, 1});
  CHECK_FALSE(expressive_row(Variant::printed, {0, 0}).has_value());
  CHECK_FALSE(expressive_row(Variant::repaired, {}).has_value());
}

TEST_CASE("Kernels that are not eq. (2) fail the checks that tell them apart", "[ea][planted]") {
  const auto one = [](const Polynomial&) { return Polynomial(1); };
  const KernelFormula odd{[](const Polynomial& z) { return z; },
                          [](const Polynomial& z) { return 1 + z * z; }};
  CHECK(status_of(kernel_identity_checks(odd), "symmetry") == Status::refuted);
  const KernelFormula unbounded{[](const Polynomial& z) { return z * z; }, one};
  CHECK(status_of(kernel_identity_checks(unbounded), "symmetry") == Status::holds);
  CHECK(status_of(kernel_identity_checks(unbounded), "range") == Status::refuted);
  CHECK(status_of(kernel_identity_checks(unbounded), "saturation") == Status::refuted);
  const KernelFormula hump{[](const Polynomial& z) { return z * z; },
                           [](const Polynomial& z) { return 1 + z * z * z * z; }};
  CHECK(status_of(kernel_identity_checks(hump), "symmetry") == Status::holds);
  CHECK(status_of(kernel_identity_checks(hump), "monotone") == Status::refuted);
  CHECK(status_of(kernel_identity_checks(printed_kernel()), "monotone") == Status::holds);
  CHECK(status_of(kernel_identity_checks(hump), "parallel") == Status::refuted);
  CHECK(status_of(kernel_identity_checks(odd), "parallel") == Status::refuted);
  CHECK(status_of(kernel_identity_checks(odd), "orthogonal") == Status::refuted);
  const KernelFormula everywhere{[](const Polynomial& z) { return 1 + z * z; },
                                 [](const Polynomial& z) { return 2 + z * z; }};
  CHECK(status_of(kernel_identity_checks(everywhere), "parallel") == Status::holds);
  CHECK(status_of(kernel_identity_checks(everywhere), "orthogonal") == Status::refuted);
}

TEST_CASE("Weights that do not tell parallel from antiparallel keys are no dot-product attention",
          "[ea][planted]") {
  const auto status = [](const std::function<Polynomial(const Polynomial&)>& logarithm) {
    return status_of(kernel_identity_checks(printed_kernel(), logarithm), "dot-product");
  };
  CHECK(status([](const Polynomial& z) { return z; }) == Status::holds);
  CHECK(status([](const Polynomial& z) { return z * z; }) == Status::refuted);
  CHECK(status([](const Polynomial& z) { return -z; }) == Status::refuted);
}

}  // namespace attest::ea_kernel_test
