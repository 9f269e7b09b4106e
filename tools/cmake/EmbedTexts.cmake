# cmake -DSOURCE=.. -DFOLDER=.. -DHEADER=.. -DFUNCTION=.. -DOUTPUT=.. -P EmbedTexts.cmake: the theorem files below SOURCE/FOLDER as
# a C++ source that defines const std::vector<attest::TheoremSource>& FUNCTION(), declared in HEADER.
file(GLOB_RECURSE files RELATIVE ${SOURCE}/${FOLDER} ${SOURCE}/${FOLDER}/*.theorem)
list(SORT files)
set(entries "")
foreach(name IN LISTS files)
  file(READ ${SOURCE}/${FOLDER}/${name} text)
  string(REGEX REPLACE "\\.theorem$" "" id "${name}")
  string(REPLACE "_" "-" id "${id}")
  string(APPEND entries "      {\"${id}\", \"${FOLDER}/${name}\", R\"theorem(${text})theorem\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "#include \"${HEADER}\"

namespace attest {

const std::vector<TheoremSource>& ${FUNCTION}() {
  static const std::vector<TheoremSource> texts{
${entries}  };
  return texts;
}

}  // namespace attest
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
