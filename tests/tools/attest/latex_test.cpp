// Formulas, prose and tables as LaTeX.
#include "tools/attest/latex.hpp"

#include <catch2/catch.hpp>

namespace attest::latex_test {

TEST_CASE("A formula is set as mathematics", "[tools]") {
  CHECK(latex_formula("n^2") == "n^{2}");
  CHECK(latex_formula("4/7*sqrt(7)") == "\\tfrac{4}{7}\\,\\allowbreak \\sqrt{7}");
  CHECK(latex_formula("exp(-n^2/sqrt(7))") == "\\exp(\\penalty1000 -n^{2}/\\sqrt{7})");
  CHECK(latex_formula("f(a, bc)") == "f(a,\\allowbreak  \\mathit{bc})");
  CHECK(latex_formula("phi_j <= x1") == "\\phi_{j} \\le  x_{1}");
  CHECK(latex_formula("abs(y - 1/2)") == "|y - \\tfrac{1}{2}|");
  CHECK(latex_formula("n^(k-1)") == "n^{k-1}");
  CHECK(latex_formula("(p(i) + 1) mod m") == "(p(i) + 1) \\bmod m");
  CHECK(latex_formula("2.50e-07") == "2.50\\cdot 10^{-7}");
  CHECK(latex_formula("variables_of_groups = 3") == "\\mathit{variables\\_of\\_groups} = 3");
  CHECK(latex_formula("x_1_2^3^4") == "\\mathit{x\\_1\\_2}^{3}{}^{4}");
  CHECK(latex_formula("phi_j^2") == "\\phi_{j}^{2}");
  CHECK(latex_formula("score") == "\\mathit{score}");
}

TEST_CASE("A quotient that something else binds to is no fraction of its digits", "[tools]") {
  CHECK(latex_formula("n2/3") == "n_{2}/3");
  CHECK(latex_formula("1/2^k") == "1/2^{k}");
  CHECK(latex_formula("1/2.5") == "1/2.5");
}

TEST_CASE("What is not closed is closed, so that the page is set", "[tools]") {
  CHECK(latex_formula("sqrt(2") == "\\sqrt{2}");
  CHECK(latex_formula("2)") == "2)");
  CHECK(latex_formula("a^") == "a\\hat{}");
}

TEST_CASE("Formulas in prose are found, names and commands are none", "[tools]") {
  CHECK(latex_prose("score = -n^2*(j - x)^2; the weights") ==
        "$\\mathit{score} = -n^{2}\\,\\allowbreak (j - x)^{2}$; the weights");
  CHECK(latex_prose("head1 gives phi_j, 100 % of it") == "head1 gives $\\phi_{j}$, 100 \\% of it");
  CHECK(latex_prose("error <= 4*(n - 1), which") ==
        "$\\mathit{error} \\le  4\\,\\allowbreak (n - 1)$, which");
  CHECK(
      latex_prose("an if-and-only-if & a_b {x} #1 ~ \\ \"q\"") ==
      "an if-\\hspace{0pt}and-\\hspace{0pt}only-\\hspace{0pt}if \\& $a_{b}$ \\{x\\} \\#1 \\textasciitilde{} "
      "\\textbackslash{} \\symbol{34}q\\symbol{34}");
  CHECK(latex_prose("strassen/match3") == "strassen/\\hspace{0pt}match3");
  CHECK(latex_prose("--input rank:3") == "--input rank:3");
  CHECK(latex_prose("000_ab12.txt") == "000\\_ab12.txt");
  CHECK(latex_prose("see mine.theorem") == "see mine.theorem");
  CHECK(latex_prose("text strassen/function_composition.theorem").find('$') == std::string::npos);
  CHECK(latex_prose("domain=positive, n=2") == "domain=\\hspace{0pt}positive, $n=2$");
  CHECK(latex_prose("max_len and n_sa") == "max\\_len and $n_{\\mathit{sa}}$");
  CHECK(latex_prose("") == "");
}

TEST_CASE("A word without signs that is longer than a column may be broken, not inside of a character",
          "[tools]") {
  const std::string hash(64, 'a');
  std::string set = latex_prose(hash);
  CHECK(set.find("\\hspace{0pt}") == 24);
  const std::string letters = latex_prose(std::string(23, 'a') + "\xC3\xA1" + std::string(10, 'b'));
  CHECK(letters.find("\xC3\xA1\\hspace{0pt}b") != std::string::npos);
}

TEST_CASE("A command is typed", "[tools]") {
  CHECK(latex_typed("attest run a_b n=2") == "\\texttt{attest run a\\_\\allowbreak{}b n=\\allowbreak{}2}");
}

TEST_CASE("A table that is too wide for a page is wrapped, a long one goes over pages", "[tools]") {
  const std::string narrow = latex_table({{"n", "gap"}, {{"2", "4/7*sqrt(7)"}}});
  CHECK(
      narrow ==
      "{\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\begin{tabular}{@{}ll@{}}\n\\toprule\nn & gap \\\\\n\\midrule\n"
      "2 & $\\tfrac{4}{7}\\,\\allowbreak \\sqrt{7}$ \\\\\n\\bottomrule\n\\end{tabular}}\n");
  const std::string wide =
      latex_table({{"claim", "why"}, {{"a", std::string(60, 'x') + " " + std::string(60, 'y')}}});
  CHECK(wide.find("\\begin{longtable}{@{}>{\\raggedright") != std::string::npos);
  CHECK(wide.find("\\endhead") != std::string::npos);
  Table high{{"n"}, {}};
  for (int k = 0; k < 41; ++k) high.rows.push_back({"1"});
  CHECK(latex_table(high).find("longtable") != std::string::npos);
  high.rows.pop_back();
  CHECK(latex_table(high).find("longtable") == std::string::npos);
}

TEST_CASE("What stands between backticks is typed", "[tools]") {
  CHECK(latex_prose("as `attest show n^2` says") ==
        "as \\texttt{attest show n\\textasciicircum{}\\allowbreak{}2} says");
  CHECK(
      latex_typed("--x '{}'") ==
      "\\texttt{-\\allowbreak{}-\\allowbreak{}x \\textquotesingle{}\\allowbreak{}\\{\\allowbreak{}\\}\\allowbreak{}"
      "\\textquotesingle{}}");
  CHECK(latex_typed(std::string(20, 'a')) == "\\texttt{" + std::string(16, 'a') + "\\allowbreak{}aaaa}");
}

TEST_CASE("A character that pdfLaTeX would stop at is set or named", "[tools]") {
  CHECK(latex_prose("Cristóbal, „x“ – ł") == "Cristóbal, „x“ – ł");
  CHECK(latex_prose("Σ_ε ∈ ℓ₃") == "$\\Sigma$\\_$\\varepsilon$ $\\in$ $\\ell$$_3$");
  CHECK(latex_prose("𝚒𝙼𝒙𝖳𝟎") == "iMxT0");
  CHECK(latex_prose("a\u2AF0b\xFF") == "a[U+2AF0]b[byte FF]");
  CHECK(latex_typed("ℓ") == "\\texttt{$\\ell$}");
}

}  // namespace attest::latex_test
