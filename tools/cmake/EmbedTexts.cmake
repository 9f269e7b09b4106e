# cmake -DSOURCE=.. -DFOLDERS=..;.. -DENDING=theorem -DHEADER=.. -DFUNCTION=.. -DOUTPUT=.. -P EmbedTexts.cmake: the files with this ending below these folders of
# SOURCE as a C++ source that defines const std::vector<attest::TheoremSource>& FUNCTION(), declared in HEADER.
set(entries "")
foreach(folder IN LISTS FOLDERS)
  file(GLOB_RECURSE files RELATIVE ${SOURCE}/${folder} ${SOURCE}/${folder}/*.${ENDING})
  list(SORT files)
  foreach(name IN LISTS files)
    file(READ ${SOURCE}/${folder}/${name} text)
    string(REGEX REPLACE "\\.${ENDING}$" "" id "${name}")
    string(REPLACE "_" "-" id "${id}")
    string(APPEND entries "      {\"${id}\", \"${folder}/${name}\", R\"theorem(${text})theorem\"},\n")
  endforeach()
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
