#include <fmt/format.h>

#include "claims/counted_work.hpp"
#include "claims/run_result.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "numeric/checked.hpp"
#include "reductions/files/vector_sets.hpp"
#include "reductions/poly/formulas/formula_claims.hpp"
#include "reductions/poly/formulas/image_tally.hpp"
#include "reductions/poly/formulas/triangle_to_cycle.hpp"
#include "reductions/poly/run/chosen_instance.hpp"
#include "reductions/poly/run/image_run.hpp"
#include "reductions/solve_instance.hpp"
#include "tasks/drawn_word.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

using problems::BitVectors;
using problems::InnerProducts;

constexpr long most_triangles = 5'000'000;

// Every IP-triangle instance with three sets (ordered lists, repetitions allowed) of n vectors of length d
// and every triple of targets: 2^(3nd) (d+1)^3.
struct TriangleSpace {
  long n = 1;
  long d = 1;

  Integer count() const {
    return (Integer(1) << static_cast<unsigned>(3 * n * d)) * power(Integer(d + 1), 3);
  }

  // Bit number n d s + d i + j of the code is coordinate j of vector i of set s, all from 0.
  std::vector<BitVectors> sets_of(const Integer& code) const {
    std::vector<BitVectors> sets(3, BitVectors(static_cast<std::size_t>(n), static_cast<std::size_t>(d)));
    for (long bit = 0; bit < 3 * n * d; ++bit)
      sets[static_cast<std::size_t>(bit / (n * d))].set(
          static_cast<std::size_t>(bit / d % n), static_cast<std::size_t>(bit % d),
          boost::multiprecision::bit_test(code, static_cast<unsigned>(bit)));
    return sets;
  }

  // The instance of that rank in the order of visit(), 0 <= rank < count().
  InnerProducts unrank(Integer rank) const {
    std::vector<long> targets(3);
    for (std::size_t c = 3; c-- > 0; rank /= d + 1) targets[c] = to_long(Integer(rank % (d + 1)));
    return problems::inner_product_triangle(sets_of(rank), targets);
  }

  void visit(const std::function<bool(const InnerProducts&)>& visit) const {
    for (unsigned long code = 0; code < 1UL << (3 * n * d); ++code) {
      const std::vector<BitVectors> sets = sets_of(code);
      for (long a = 0; a <= d; ++a) {
        for (long b = 0; b <= d; ++b) {
          for (long c = 0; c <= d; ++c) {
            if (!visit(problems::inner_product_triangle(sets, {a, b, c}))) return;
          }
        }
      }
    }
  }
};

class TriangleToCycleClaim : public WholeClaim {
 public:
  TriangleToCycleClaim()
      : WholeClaim(program_info("poly/ip-triangle-to-cycle")), reduction_(ip_triangle_to_cycle()) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"n", 128}, {"d", 512}});
  }

  Json run(Variant variant, const Parameters& parameters, const Json& input,
           std::uint64_t seed) const override {
    const TriangleSpace space{parameters.integer("n"), parameters.integer("d")};
    const VectorSetsSize size{problems::Family::ip_triangle,     3,  2, static_cast<std::size_t>(space.n),
                              static_cast<std::size_t>(space.d), {}, {}};
    const ChosenVectorSets chosen =
        chosen_vector_sets(input, size, seed, [&space](const std::string& text) -> ChosenVectorSets {
          const Integer rank = rank_argument(text, space.count());
          return {space.unrank(rank), rank};
        });
    const CycleQuestion question = this->question(chosen.instance, parameters);
    const Instance source = chosen.instance;
    const Images images = reduction_->images(variant, source, own_parameters(parameters));
    require_few_tuples(images, power(Integer(space.n), question.r), "n");
    ImageTally tally;
    attest::examine(question, images, tally);
    RunResult result(spelled(chosen.instance), chosen.rank);
    add_image_run(images, tally, solve_instance(source, 0), result);
    return result.to_json();
  }

  Json weights(Variant variant, const Parameters& parameters) const override {
    const Instance source = problems::inner_product_triangle(
        {BitVectors::from_rows({{1, 0}, {1, 1}}), BitVectors::from_rows({{0, 1}, {1, 0}}),
         BitVectors::from_rows({{1, 1}, {0, 1}})},
        {1, 1, 2});
    const Images images = reduction_->images(variant, source, own_parameters(parameters));
    Json json;
    json["map"] =
        parameters.text("link") == "weight"
            ? "A^1, A^2, then r - 2 times the vectors of A^3 with w ones; targets m_12, m_23, w, .., "
              "w, m_31; one instance for each w"
            : "(a, 0) for A^1, A^2, then r - 2 times (c, 1 - c) for A^3; targets m_12, m_23, d, .., d, "
              "m_31";
    json["example"] = {{"source", Json::parse(vector_sets_json(std::get<InnerProducts>(source)))},
                       {"sizes", images.sizes}};
    Json targets = Json::array();
    for (std::uint64_t which = 0; which < to_size(images.count); ++which)
      targets.push_back(Json::parse(vector_sets_json(std::get<InnerProducts>(images.instance(which)))));
    json["example"]["targets"] = targets;
    return json;
  }

 protected:
  void examine(Variant variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    const TriangleSpace space{parameters.integer("n"), parameters.integer("d")};
    if (space.count() > most_triangles)
      throw UsageError(
          "d", parameters.text("d"),
          fmt::format("a size with at most {} instances 2^(3nd) (d+1)^3; n = {}", most_triangles, space.n));
    const Deadline deadline(options);
    const Parameters own = own_parameters(parameters);
    CycleQuestion question = this->question({}, parameters);
    ImageTally tally;
    CountedWork work(space.count());
    space.visit([&](const InnerProducts& triangle) {
      if (tally.sources % 64 == 0 && deadline.reached()) return false;
      work.reached(tally.sources);
      question.triangle = triangle;
      const Instance source = triangle;
      attest::examine(question, reduction_->images(variant, source, own), tally);
      return !(options.first && tally.failing > 0);
    });
    report(tally, space.count(), deadline, verdict);
    const long d = space.d;
    verdict.details["dimension"] = question.by_weight || question.r == 3 ? d : 2 * d;
    verdict.details["choices"] = {"the third set is the one that is repeated",
                                  question.by_weight
                                      ? "the vectors of one number of ones are repeated until there are n"
                                      : "the vectors of the first two sets are followed by d zeros"};
    verdict.notes = {
        "The lemma has the same d on both sides. It can be kept (link=weight), by at most d + 1 instances; "
        "their "
        "number costs a factor O(log n) for d = O(log n), so that the exponent omega - delta becomes omega - "
        "delta' with any delta' < delta.",
        "Line 2835 has \"a positive integer r\"; below r = 3 a cycle is none, and the lemma has r >= 3."};
  }

 private:
  static CycleQuestion question(InnerProducts triangle, const Parameters& parameters) {
    return {std::move(triangle), static_cast<std::size_t>(parameters.integer("r")),
            parameters.text("link") == "weight"};
  }

  Parameters own_parameters(const Parameters& parameters) const {
    return parse_parameters(reduction_->info().parameters,
                            {"r=" + parameters.text("r"), "link=" + parameters.text("link")});
  }

  std::unique_ptr<Reduction> reduction_;
};

}  // namespace

std::unique_ptr<Claim> poly_ip_triangle_to_cycle_claim() {
  return std::make_unique<TriangleToCycleClaim>();
}

}  // namespace attest
