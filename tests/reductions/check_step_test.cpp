// What is said of a reduction that is wrong: at which target, and why. The maps are made for it.
#include "reductions/check_step.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <memory>

namespace attest::check_step_test {
namespace {

using Numbers = std::vector<std::uint64_t>;

// One variable that has to be true, and false as well.
problems::Cnf formula_of(bool satisfiable) {
  problems::Cnf formula;
  formula.variables = 1;
  formula.clauses = {{{1}, 1}};
  if (!satisfiable) formula.clauses.push_back({{-1}, 1});
  return formula;
}

// Targets of which those on a list are yes instances; a solution goes to the target `forward`, and comes back as it is.
Images images_with(std::uint64_t targets, const Numbers& yes, std::uint64_t forward = 0) {
  Images images;
  images.count = targets;
  images.instance = [yes](std::uint64_t target) {
    return Instance(formula_of(std::find(yes.begin(), yes.end(), target) != yes.end()));
  };
  images.forward = [forward](const Solution& solution) { return Located{forward, solution}; };
  images.backward = [](const Located& located) { return located.solution; };
  return images;
}

StepCheck checked(bool yes, const Images& images) {
  return check_step(formula_of(yes), images, 0, {});
}

}  // namespace

TEST_CASE("A right step has as many yes targets as there are, and no defect", "[reductions]") {
  const StepCheck yes = checked(true, images_with(40, {3, 7, 39}, 7));
  CHECK(yes.complete());
  CHECK(yes.solved == 40);
  CHECK(yes.yes == 3);
  CHECK(yes.yes_target == 3);
  const StepCheck no = checked(false, images_with(40, {}));
  CHECK(no.complete());
  CHECK(no.yes == 0);
  CHECK_FALSE(no.source_solution);
}

TEST_CASE("A yes target of a no instance is said to be one", "[reductions]") {
  for (const std::uint64_t target : {0, 1, 7, 8, 20, 39}) {
    const StepCheck check = checked(false, images_with(40, {target}));
    CHECK(check.defect == "this target is a yes instance and the source is a no instance");
    CHECK(check.defective == target);
    CHECK(check.solved == target + 1);
    CHECK_FALSE(check.complete());
  }
}

TEST_CASE("The first wrong target ends a check, wherever in a round it stands and whatever comes behind it",
          "[reductions]") {
  for (const std::uint64_t wrong : {1, 3, 7, 8, 11, 16}) {
    Images images = images_with(400, {0, wrong, 250});
    images.backward = [wrong](const Located& located) {
      problems::Assignment assignment = std::get<problems::Assignment>(located.solution);
      if (located.target == wrong || located.target == 250) assignment.front() = !assignment.front();
      return Solution(assignment);
    };
    const StepCheck check = checked(true, images);
    CHECK(check.defect == "its solution, mapped back, does not solve the source");
    CHECK(check.defective == wrong);
    CHECK(check.solved == wrong + 1);
  }
}

TEST_CASE("The source's solution has to be mapped to a target that it solves, and back", "[reductions]") {
  CHECK(checked(true, images_with(3, {1}, 3)).defect ==
        "the source's solution is mapped to no target at all");
  CHECK(checked(true, images_with(3, {1}, 2)).defect ==
        "the source's solution, mapped forward, does not solve its target");
  Images images = images_with(3, {1}, 1);
  images.backward = [](const Located&) { return Solution(problems::Assignment{false}); };
  CHECK(checked(true, images).defect ==
        "the source's solution, mapped forward and back, does not solve the source");
}

TEST_CASE("Targets that are other ones when they are solved are noticed", "[reductions]") {
  Images images = images_with(3, {});
  images.instance = [asked = std::make_shared<std::atomic<int>>(0)](std::uint64_t) {
    return Instance(formula_of((*asked)++ == 0));
  };
  const StepCheck check = checked(true, images);
  CHECK(check.defect == "the source is a yes instance and no target is one");
  CHECK_FALSE(check.complete());
}

}  // namespace attest::check_step_test
