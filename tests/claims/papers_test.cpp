// The papers' records: how they are found, cited and put into a bibliography.
#include <catch2/catch.hpp>

#include "claims/papers.hpp"

namespace attest::papers_test {

TEST_CASE("A paper is named by its seed, in full or by its number", "[claims]") {
  for (const Paper& paper : papers()) {
    CHECK(seed_file(paper.seed.substr(0, 3)) == paper.seed);
    CHECK(seed_file(paper.seed) == paper.seed);
    CHECK(paper_of_seed(paper.seed) == &paper);
  }
  CHECK(seed_file("005") == "005");
  CHECK(seed_file("") == "");
  CHECK(paper_of_seed("mine.theorem") == nullptr);
}

TEST_CASE("A citation has what is known of a paper and nothing else", "[claims]") {
  CHECK(citation(*paper_of_seed(seed_file("002"))) ==
        "Awni Altabaa and John Lafferty: Disentangling and Integrating Relational and Sensory Information in "
        "Transformer Architectures");
  CHECK_THAT(citation(*paper_of_seed(seed_file("000"))), Catch::EndsWith(", 2025, arXiv:2501.19215"));
  CHECK_THAT(citation(*paper_of_seed(seed_file("003"))), Catch::StartsWith("anonymous authors: "));
  CHECK(bibtex(*paper_of_seed(seed_file("004"))) ==
        "@misc{ea,\n  title = {Reorganizing attention-space geometry with expressive attention},\n"
        "  author = {Claudius Gros}\n}\n");
  CHECK_THAT(bibtex(*paper_of_seed(seed_file("003"))),
             Catch::Contains("author = {{Anonymous authors}},\n  note = {"));
}

}  // namespace attest::papers_test
