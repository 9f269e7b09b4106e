// The five papers of the catalogue, as their seeds and each other's bibliographies name them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attest {

struct Paper {
  std::string name;  // strassen: the first part of its claims' names
  std::string seed;  // the file of its text
  std::string title;
  std::vector<std::string> authors;  // none: the text is anonymous
  std::optional<int> year;
  std::optional<std::string> arxiv;
  std::string note;  // what the text says of its publication
};

const std::vector<Paper>& papers();                   // in the order of the ledger
const Paper* paper_of_seed(const std::string& seed);  // null: none of the five

// "000" is short for 000_bd1f352bd128419d.txt; what names no seed stays as it is.
std::string seed_file(const std::string& name);

// "A. Author and B. Author: Title, 2025, arXiv:2501.19215"
std::string citation(const Paper& paper);
// The same; of more than three authors "A. Author and 8 others".
std::string short_citation(const Paper& paper);
std::string bibtex(const Paper& paper);

}  // namespace attest
