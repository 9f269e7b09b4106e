#include "checker/record.hpp"

#include <algorithm>
#include <set>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr long most_entries = 1L << 24;
constexpr int deepest_readout = 64;

class RecordReader {
 public:
  explicit RecordReader(LineReader& line) : line_(line) {}

  Record run() {
    line_.expect("{\"format\":\"attest/certificate/1\",\"theorem\":");
    record_.theorem = line_.string();
    line_.expect(",\"variant\":");
    record_.variant = line_.string();
    read_constants();
    read_inputs();
    if (line_.next_is(",\"function\":")) record_.claim = Claim::of_a_function;
    if (line_.next_is(",\"reduction\":")) record_.claim = Claim::of_a_reduction;
    if (record_.claim != Claim::by_enumeration) return std::move(record_);
    record_.where = expressions(",\"where\":");
    line_.expect(",\"judged_if\":");
    if (!line_.skip("null")) record_.judged_if = expression();
    line_.expect(",\"tokens\":");
    line_.list([&] { read_tokens(); });
    line_.expect(",\"task\":");
    line_.list([&] { read_task(); });
    if (record_.tokens.empty() || record_.tasks.empty()) line_.fail("tokens and a task are missing");
    line_.expect(",\"dimension\":");
    record_.dimension = number(1, 65536);
    line_.expect(",\"residual\":");
    record_.residual = line_.skip("true");
    if (!record_.residual) line_.expect("false");
    line_.expect(",\"heads\":");
    line_.list([&] { read_head(); });
    line_.expect(",\"W_O\":");
    line_.list([&] { read_landing(); });
    line_.expect(",\"readout\":");
    record_.readout = readout(0);
    line_.expect(",\"claim\":");
    record_.claim = static_cast<Claim>(choice({"output holds", "output holds by cover", "output refuted"}));
    line_.expect("}");
    line_.end();
    return std::move(record_);
  }

 private:
  std::size_t number(long least, long most) { return static_cast<std::size_t>(line_.integer(least, most)); }
  Expression expression() { return parsed(line_.string()); }

  std::vector<Expression> expressions(const char* key) {
    std::vector<Expression> result;
    line_.expect(key);
    line_.list([&] { result.push_back(expression()); });
    return result;
  }

  // A word that an expression could name something by, and that means nothing else.
  std::string name() {
    static const std::string taken =
        " abs relu floor ceil ind zeros from times then where first last unique sqrt log exp ";
    std::string result = line_.string();
    const Expression alone = parsed(result);
    if (alone->op != Op::name || alone->text != result || taken.find(" " + result + " ") != std::string::npos)
      line_.fail("expected a name that means nothing else");
    return result;
  }
  // Which of these words stands here.
  std::size_t choice(const std::vector<std::string>& words) {
    const std::string word = line_.string();
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) line_.fail("what is " + word);
    return static_cast<std::size_t>(found - words.begin());
  }
  // Of a constant or an input.
  std::string new_name() {
    std::string result = name();
    if (!names_.insert(result).second) line_.fail(result + " has two meanings");
    return result;
  }

  void read_constants() {
    line_.expect(",\"constants\":");
    line_.list([&] {
      line_.expect("[");
      std::string of = new_name();
      line_.expect(",");
      record_.constants.emplace_back(std::move(of), line_.fraction());
      line_.expect("]");
    });
  }

  std::vector<long> ascending() {
    std::vector<long> result;
    line_.list([&] {
      result.push_back(line_.integer(-999999999999999999, 999999999999999999));
      if (result.size() > 1 && result[result.size() - 2] >= result.back())
        line_.fail("expected ascending numbers");
    });
    if (result.empty()) line_.fail("expected numbers");
    return result;
  }

  void read_inputs() {
    line_.expect(",\"inputs\":");
    line_.list([&] {
      InputField field;
      line_.expect("{\"name\":");
      field.name = new_name();
      line_.expect(",\"shape\":");
      const std::size_t shape = choice({"any", "injective", "subset"});
      field.injective = shape == 1;
      field.subset = shape == 2;
      line_.expect(",\"domains\":");
      line_.list([&] {
        field.domains.push_back(ascending());
        field.cells *= field.domains.back().size();
        if (field.cells > most_entries) line_.fail("more than 2^24 cells");
      });
      line_.expect(",\"values\":");
      field.values = ascending();
      line_.expect("}");
      if (field.subset && (field.domains.size() != 1 || field.values != std::vector<long>{0, 1}))
        line_.fail("expected a subset as a function of one argument to 0 and 1");
      field.first = record_.cells;
      record_.cells += field.cells;
      if (record_.cells > most_entries) line_.fail("more than 2^24 cells");
      record_.inputs.push_back(std::move(field));
    });
  }

  void read_tokens() {
    TokenKind kind;
    line_.expect("{\"kind\":");
    kind.name = line_.string();
    for (const TokenKind& before : record_.tokens) {
      if (before.name == kind.name) line_.fail("two kinds of tokens of one name");
    }
    line_.expect(",\"indices\":");
    line_.list([&] { kind.indices.push_back(name()); });
    kind.ranges = expressions(",\"ranges\":");
    if (kind.indices.empty() || kind.indices.size() != kind.ranges.size())
      line_.fail("expected a range for each index");
    line_.expect(",\"features\":");
    line_.list([&] {
      TokenKind::Feature feature;
      line_.expect("{\"name\":");
      feature.name = name();
      if (line_.skip(",\"value\":")) {
        feature.value = expression();
      } else {
        line_.expect(",\"entries\":");
        line_.list([&] { feature.entries.push_back(entry(kind.indices.size())); });
      }
      line_.expect("}");
      kind.features.push_back(std::move(feature));
    });
    kind.encoding = expressions(",\"encoding\":");
    line_.expect("}");
    record_.tokens.push_back(std::move(kind));
  }

  TokenKind::Entry entry(std::size_t indices) {
    TokenKind::Entry result;
    result.at = expressions("{\"at\":");
    if (result.at.size() != indices) line_.fail("expected a place for each index");
    line_.expect(",\"value\":");
    result.value = expression();
    line_.expect(",\"for\":");
    line_.list([&] {
      line_.expect("[");
      result.binders.emplace_back(name(), nullptr);
      line_.expect(",");
      result.binders.back().second = expression();
      line_.expect("]");
    });
    line_.expect("}");
    return result;
  }

  void read_task() {
    Task task;
    line_.expect("{\"kind\":");
    task.kind = line_.string();
    line_.expect(",\"every\":");
    line_.list([&] { task.every.push_back(name()); });
    task.at = expressions(",\"at\":");
    line_.expect(",\"answer\":");
    task.sign = choice({"number", "sign"}) == 1;
    line_.expect(",\"truth\":");
    task.truth = expression();
    line_.expect("}");
    const auto kind = std::find_if(record_.tokens.begin(), record_.tokens.end(),
                                   [&](const TokenKind& one) { return one.name == task.kind; });
    if (kind == record_.tokens.end()) line_.fail("a task of tokens that there are not");
    const std::size_t places = task.every.empty() ? task.at.size() : task.every.size();
    if (places != kind->indices.size() || (!task.every.empty() && !task.at.empty()))
      line_.fail("expected each index of the judged token once");
    for (const Task& before : record_.tasks) {
      if (before.kind == task.kind) line_.fail("two tasks of one kind of tokens");
    }
    record_.tasks.push_back(std::move(task));
  }

  Matrix matrix() {
    Matrix result;
    line_.list([&] {
      result.emplace_back();
      line_.list([&] { result.back().push_back(line_.fraction()); });
      if (result.back().size() != record_.dimension) line_.fail("expected an entry for each coordinate");
    });
    if (result.empty()) line_.fail("a matrix without rows");
    return result;
  }

  void read_head() {
    Head head;
    line_.expect("{\"kernel\":");
    head.kernel = static_cast<Kernel>(
        choice({"softmax", "exact-match", "expressive", "hard maximum", "hard maximum, leftmost"}));
    read_polynomial(head);
    line_.expect(",\"scale\":[");
    head.factor = line_.fraction();
    line_.expect(",");
    const mpq_class root = line_.fraction();
    line_.expect(",");
    head.logarithm = line_.fraction();
    line_.expect("]");
    if (root < 1 || root.get_den() != 1 || head.logarithm < 1)
      line_.fail("expected a scale with a whole root from 1 on and a logarithm of 1 or more");
    head.root = root.get_num();
    head.rows.resize(head.variables);
    for (auto& [variable, row] : matrices(",\"rows\":", head)) head.rows[variable] = std::move(row);
    std::set<std::size_t> used;
    for (const auto& monomial : head.monomials) used.insert(monomial.begin(), monomial.end());
    for (std::size_t v = 0; v < head.variables; ++v) {
      if (head.rows[v].has_value() != (used.count(v) != 0))
        line_.fail("expected rows of the polynomial's variables");
    }
    head.value = matrices(",\"values\":", head);
    head.value_length = head.value[0].second.size();
    line_.expect(",\"over\":");
    head.every_tuple = line_.skip("null");
    if (!head.every_tuple) line_.list([&] { read_tuples(head); });
    line_.expect("}");
    record_.heads.push_back(std::move(head));
  }

  // [[1,MATRIX],[3,MATRIX]]: of ascending variables, all with as many rows.
  std::vector<std::pair<std::size_t, Matrix>> matrices(const char* key, const Head& head) {
    std::vector<std::pair<std::size_t, Matrix>> result;
    line_.expect(key);
    line_.list([&] {
      line_.expect("[");
      const long least = result.empty() ? 1 : static_cast<long>(result.back().first) + 2;
      const std::size_t variable = number(least, static_cast<long>(head.variables)) - 1;
      line_.expect(",");
      result.emplace_back(variable, matrix());
      line_.expect("]");
      if (result.back().second.size() != result.front().second.size())
        line_.fail("matrices of different lengths");
    });
    if (result.empty()) line_.fail("expected a matrix");
    return result;
  }

  void read_polynomial(Head& head) {
    line_.expect(",\"attention\":");
    std::set<std::vector<std::size_t>> met;
    line_.list([&] {
      std::vector<std::size_t> monomial;
      line_.list([&] {
        monomial.push_back(number(1, 16) - 1);
        if (monomial.size() > 1 && monomial[monomial.size() - 2] >= monomial.back())
          line_.fail("expected ascending variables");
        head.variables = std::max(head.variables, monomial.back() + 1);
      });
      if (monomial.size() < 2 || !met.insert(monomial).second)
        line_.fail("expected different products of two variables or more");
      head.monomials.push_back(std::move(monomial));
    });
    if (head.monomials.empty()) line_.fail("an attention polynomial without products");
    if (head.kernel == Kernel::exact_match && head.monomials != std::vector<std::vector<std::size_t>>{{0, 1}})
      line_.fail("exact match of more than two rows is not known");
  }

  void read_tuples(Head& head) {
    line_.expect("[");
    const std::size_t receiver = number(1, most_entries) - 1;
    if (!head.tuples.empty() && head.tuples.back().first >= receiver) line_.fail("expected ascending tokens");
    head.tuples.emplace_back(receiver, std::vector<std::vector<std::size_t>>());
    line_.expect(",");
    line_.list([&] {
      std::vector<std::size_t> tuple;
      line_.list([&] { tuple.push_back(number(1, most_entries) - 1); });
      if (tuple.size() + 1 != head.variables) line_.fail("expected a token for each variable but the first");
      head.tuples.back().second.push_back(std::move(tuple));
    });
    line_.expect("]");
  }

  void read_landing() {
    Landing landing;
    line_.expect("[");
    landing.head = number(1, static_cast<long>(record_.heads.size())) - 1;
    line_.expect(",");
    landing.from = number(1, static_cast<long>(record_.heads[landing.head].value_length)) - 1;
    line_.expect(",");
    landing.to = number(1, static_cast<long>(record_.dimension)) - 1;
    line_.expect(",");
    landing.factor = line_.fraction();
    line_.expect("]");
    record_.landings.push_back(std::move(landing));
  }

  // ["affine",constant,[[coordinate,factor],..]], ["scaled",factor,part], ["min",part,..].
  Readout readout(int depth) {
    using Op = Readout::Op;
    if (depth > deepest_readout) line_.fail("a readout of more than 64 levels");
    Readout result;
    line_.expect("[");
    result.op = static_cast<Op>(choice({"affine", "sum", "scaled", "relu", "abs", "min", "max", "product"}));
    const bool affine = result.op == Op::affine;
    if (affine || result.op == Op::scaled) {
      line_.expect(",");
      result.number = line_.fraction();
    }
    if (affine) line_.expect(",");
    if (affine)
      line_.list([&] {
        line_.expect("[");
        const std::size_t at = number(1, static_cast<long>(record_.dimension)) - 1;
        if (!result.terms.empty() && result.terms.back().first >= at)
          line_.fail("expected ascending coordinates");
        line_.expect(",");
        result.terms.emplace_back(at, line_.fraction());
        line_.expect("]");
      });
    while (!affine && line_.skip(",")) result.children.push_back(readout(depth + 1));
    const bool one = result.op == Op::scaled || result.op == Op::relu || result.op == Op::absolute;
    if (!affine && (result.children.empty() || (one && result.children.size() > 1)))
      line_.fail("another number of parts");
    line_.expect("]");
    return result;
  }

  LineReader& line_;
  Record record_;
  std::set<std::string> names_;
};

}  // namespace

std::string Record::claimed(const std::string& says) const {
  std::string text;
  for (const auto& [name, value] : constants)
    text += (text.empty() ? "" : ", ") + name + "=" + value.get_str();
  return theorem + " (" + variant + ") at " + text + ": " + says;
}

std::string which_checks(Claim claim) {
  static const char* const programs[] = {"", "-cover", "", "-shattering", "-reduction"};  // by Claim
  return std::string("which attest-check") + programs[static_cast<int>(claim)] + " checks";
}

Record read_record(LineReader& line) {
  return RecordReader(line).run();
}

}  // namespace attest_check
