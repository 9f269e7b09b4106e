# cmake -DFOLDER=.. -DOUTPUT=.. -P EmbedTexts.cmake: the theorem files below FOLDER as a C++ source that defines
# attest::theorem_texts() (constructions/theorem_texts.hpp).
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*.theorem)
list(SORT files)
set(entries "")
foreach(name IN LISTS files)
  file(READ ${FOLDER}/${name} text)
  # A semicolon or a bracket means something to CMake's lists, not to string(APPEND).
  string(REGEX REPLACE "\\.theorem$" "" id "${name}")
  string(REPLACE "_" "-" id "${id}")
  string(APPEND entries "      {\"${id}\", \"constructions/${name}\", R\"theorem(${text})theorem\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "#include \"constructions/theorem_texts.hpp\"

namespace attest {

const std::vector<TheoremSource>& theorem_texts() {
  static const std::vector<TheoremSource> texts{
${entries}  };
  return texts;
}

}  // namespace attest
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
