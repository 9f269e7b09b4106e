#include "claims/papers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attest {

const std::vector<Paper>& papers() {
  // Year and identifier of the first are those that seeds 001 (line 384) and 003 (lines 807-810) cite it with.
  static const std::vector<Paper> all{
      {"strassen",
       "000_bd1f352bd128419d.txt",
       "Strassen Attention: Unlocking Compositional Abilities in Transformers Based on a New Lower Bound "
       "Method",
       {"Alexander Kozachinskiy", "Felipe Urrutia", "Hector Jimenez", "Tomasz Steifer", "Germán Pizarro",
        "Matías Fuentes", "Francisco Meza", "Cristian Buc", "Cristóbal Rojas"},
       2025,
       "2501.19215",
       ""},
      {"anna",
       "001_9fe7599dfb64bc47.txt",
       "Fast attention mechanisms: a tale of parallelism",
       {"Jingwen Liu", "Hantao Yu", "Clayton Sanford", "Alexandr Andoni", "Daniel Hsu"},
       std::nullopt,
       std::nullopt,
       ""},
      {"dat",
       "002_5b79d7fadb87f3f6.txt",
       "Disentangling and Integrating Relational and Sensory Information in Transformer Architectures",
       {"Awni Altabaa", "John Lafferty"},
       std::nullopt,
       std::nullopt,
       ""},
      {"poly",
       "003_fa68b7a15496b434.txt",
       "Poly-attention: a general scheme for higher-order self-attention",
       {},
       std::nullopt,
       std::nullopt,
       "paper under double-blind review"},
      {"ea",
       "004_9370d393bf99a4b8.txt",
       "Reorganizing attention-space geometry with expressive attention",
       {"Claudius Gros"},
       std::nullopt,
       std::nullopt,
       ""},
  };
  return all;
}

const Paper* paper_of_seed(const std::string& seed) {
  for (const Paper& paper : papers()) {
    if (paper.seed == seed) return &paper;
  }
  return nullptr;
}

std::string seed_file(const std::string& name) {
  for (const Paper& paper : papers()) {
    if (name.size() == 3 && paper.seed.starts_with(name)) return paper.seed;
  }
  return name;
}

namespace {

constexpr std::size_t most_names = 3;

std::string names(const Paper& paper, std::size_t most) {
  const std::vector<std::string>& all = paper.authors;
  if (all.empty()) return "anonymous authors";
  if (all.size() == 1) return all.front();
  if (all.size() > most) return fmt::format("{} and {} others", all.front(), all.size() - 1);
  return fmt::format("{} and {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

std::string with_names(const Paper& paper, const std::string& names) {
  std::string text = names + ": " + paper.title;
  if (paper.year) text += fmt::format(", {}", *paper.year);
  if (paper.arxiv) text += ", arXiv:" + *paper.arxiv;
  if (!paper.note.empty()) text += ", " + paper.note;
  return text;
}

}  // namespace

std::string citation(const Paper& paper) {
  return with_names(paper, names(paper, paper.authors.size()));
}

std::string short_citation(const Paper& paper) {
  return with_names(paper, names(paper, most_names));
}

std::string bibtex(const Paper& paper) {
  std::string text = fmt::format(
      "@misc{{{},\n  title = {{{}}},\n  author = {{{}}}", paper.name, paper.title,
      paper.authors.empty() ? "{Anonymous authors}" : fmt::to_string(fmt::join(paper.authors, " and ")));
  if (paper.year) text += fmt::format(",\n  year = {{{}}}", *paper.year);
  if (paper.arxiv)
    text += fmt::format(
        ",\n  eprint = {{{0}}},\n  archiveprefix = {{arXiv}},\n  url = {{https://arxiv.org/abs/{0}}}",
        *paper.arxiv);
  if (!paper.note.empty()) text += fmt::format(",\n  note = {{{}}}", paper.note);
  return text + "\n}\n";
}

}  // namespace attest
