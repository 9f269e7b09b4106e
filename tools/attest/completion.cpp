#include "tools/attest/completion.hpp"

#include <algorithm>
#include <exception>
#include <optional>

#include "tools/attest/command_table.hpp"
#include "tools/attest/theorem_argument.hpp"

namespace attest {

namespace {

// As a shell cuts them, roughly; the last one may be empty.
std::vector<std::string> cut_words(const std::string& line) {
  std::vector<std::string> words{""};
  char quote = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        words.back() += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '\\' && k + 1 < line.size()) {
      words.back() += line[++k];
    } else if (c != ' ') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

// What stands before the last word.
struct LineSoFar {
  std::vector<std::string> positionals;
  std::vector<std::string> options;      // names
  const OptionSpec* awaiting = nullptr;  // the option whose value comes next
};

LineSoFar line_so_far(const CommandSpec& command, const std::vector<std::string>& words) {
  LineSoFar so_far;
  for (std::size_t k = 2; k + 1 < words.size(); ++k) {
    const std::string& word = words[k];
    if (so_far.awaiting != nullptr) {
      so_far.awaiting = nullptr;
    } else if (word.starts_with("--")) {
      const std::string name = word.substr(0, word.find('='));
      so_far.options.push_back(name);
      const OptionSpec* option = command.option(name);
      if (option != nullptr && !option->value.empty() && name == word) so_far.awaiting = option;
    } else {
      so_far.positionals.push_back(word);
    }
  }
  return so_far;
}

// "a,b,": what may follow the last comma, with what stands before it.
std::vector<std::string> continued(const std::vector<std::string>& words, const std::string& list) {
  const std::size_t comma = list.rfind(',');
  if (comma == std::string::npos) return words;
  std::vector<std::string> result;
  for (const std::string& word : words) result.push_back(list.substr(0, comma + 1) + word);
  return result;
}

// The positional that comes next; of the last one there may be many.
const PositionalSpec* next_positional(const CommandSpec& command, std::size_t given) {
  if (command.positionals.empty()) return nullptr;
  if (given < command.positionals.size()) return &command.positionals[given];
  return command.positionals.back().many ? &command.positionals.back() : nullptr;
}

class Completer {
 public:
  Completer(const CommandSpec& command, const std::vector<std::string>& words, const Context& context)
      : command_(command), so_far_(line_so_far(command, words)), word_(words.back()), context_(context) {}

  std::vector<std::string> offered() const {
    if (so_far_.awaiting != nullptr) return values(*so_far_.awaiting, word_);
    if (word_.starts_with("--")) return options();
    const PositionalSpec* positional = next_positional(command_, so_far_.positionals.size());
    if (positional == nullptr) return {};
    std::vector<std::string> all;
    if (positional->names) all = positional->names(context_.catalogue);
    if (positional->parameters && !so_far_.positionals.empty()) {
      for (std::string& parameter : parameters(*positional)) all.push_back(std::move(parameter));
    }
    return all;
  }

 private:
  std::vector<std::string> options() const {
    const std::size_t equals = word_.find('=');
    if (equals != std::string::npos) {
      std::vector<std::string> all;
      const OptionSpec* option = command_.option(word_.substr(0, equals));
      if (option == nullptr) return all;
      for (const std::string& value : values(*option, word_.substr(equals + 1)))
        all.push_back(word_.substr(0, equals + 1) + value);
      return all;
    }
    std::vector<std::string> all{"--help"};
    for (const auto* list : {&command_.options, &command_.common_options}) {
      for (const OptionSpec& option : *list) {
        if (std::find(so_far_.options.begin(), so_far_.options.end(), option.name) == so_far_.options.end())
          all.push_back(option.name);
      }
    }
    return all;
  }

  std::vector<std::string> values(const OptionSpec& option, const std::string& begun) const {
    if (option.value == "CLAIM") return command_.positionals.front().names(context_.catalogue);
    if (option.name == "--variant" && !so_far_.positionals.empty()) {
      if (const auto variants = variants_of(so_far_.positionals.front())) return *variants;
    }
    return option.list ? continued(option.words, begun) : option.words;
  }

  // Those of the claim or the file, where there is one of that name.
  std::optional<std::vector<std::string>> variants_of(const std::string& name) const {
    if (!context_.catalogue.has(name) && !is_theorem_file(name)) return std::nullopt;
    std::vector<std::string> all;
    for (const VariantInfo& variant : theorem_argument(context_, name).info().variants)
      all.emplace_back(to_string(variant.variant));
    return all;
  }

  // "n=" and, where there are named values or a default one, "domain=positive".
  std::vector<std::string> parameters(const PositionalSpec& positional) const {
    std::vector<std::string> all;
    for (const ParameterSpec& spec : positional.parameters(context_, so_far_.positionals.front())) {
      const std::string begin = spec.name + "=";
      const bool given = std::any_of(so_far_.positionals.begin(), so_far_.positionals.end(),
                                     [&](const std::string& word) { return word.starts_with(begin); });
      if (given) continue;
      std::vector<std::string> values = spec.values;
      if (spec.default_value && std::find(values.begin(), values.end(), *spec.default_value) == values.end())
        values.push_back(*spec.default_value);
      if (word_.starts_with(begin)) {
        for (const std::string& value : values) all.push_back(begin + value);
      } else {
        all.push_back(begin);
      }
    }
    return all;
  }

  const CommandSpec& command_;
  LineSoFar so_far_;
  std::string word_;
  const Context& context_;
};

}  // namespace

std::vector<std::string> completions(const std::string& line, const Context& context) {
  const std::vector<std::string> words = cut_words(line);
  std::vector<std::string> all;
  if (words.size() == 2) {
    all = command_names();
    all.insert(all.end(), {"--help", "--version"});
  } else if (const CommandSpec* command = words.size() > 2 ? find_command(words[1]) : nullptr) {
    try {
      all = Completer(*command, words, context).offered();
    } catch (const std::exception&) {  // a name that is none yet, a file that is no theorem: nothing to offer
    }
  }
  std::erase_if(all, [&](const std::string& word) { return !word.starts_with(words.back()); });
  // A value that a shell would take apart is left to its user.
  std::erase_if(all, [](const std::string& word) {
    return word.find_first_of(" \t\n\"'\\$`(){}[]<>|&;*?#!") != std::string::npos;
  });
  return all;
}

namespace {

const char* const bash = R"(# bash completion for attest; written by `attest help --as bash-completion`
_attest() {
  local line="${COMP_LINE:0:COMP_POINT}" word="${COMP_WORDS[COMP_CWORD]}"
  local whole="${line##* }" before
  # Behind a sign such as '=' readline begins another word: what stands before it is there already.
  [[ $word != [=:] ]] || word=""
  before="${whole%"$word"}"
  mapfile -t COMPREPLY < <(attest help --complete "$line" 2>/dev/null)
  COMPREPLY=("${COMPREPLY[@]#"$before"}")
  [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o default -F _attest attest
)";

const char* const zsh = R"(#compdef attest
# zsh completion for attest; written by `attest help --as zsh-completion`
_attest() {
  local -a offered open whole
  offered=("${(@f)$(attest help --complete "${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
  offered=(${offered:#})
  if (( ! ${#offered} )); then
    _files
    return
  fi
  open=(${(M)offered:#*=})
  whole=(${offered:#*=})
  (( ! ${#open} )) || compadd -S '' -a open
  (( ! ${#whole} )) || compadd -a whole
}
if [[ ${funcstack[1]} == _attest ]]; then _attest "$@"; else compdef _attest attest; fi
)";

const char* const fish = R"(# fish completion for attest; written by `attest help --as fish-completion`
function __attest_offered
    attest help --complete (commandline -cp | string collect) 2>/dev/null
end
complete -c attest -f -a '(__attest_offered)'
complete -c attest -F -n 'test (count (__attest_offered)) -eq 0'
)";

}  // namespace

std::string completion_script(const std::string& shell) {
  return shell == "bash" ? bash : shell == "zsh" ? zsh : fish;
}

}  // namespace attest
