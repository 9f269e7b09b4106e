# Part of the installation (Pages.cmake sets what it reads).
set(to "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")

# page(FILE KIND): what `attest help --as KIND` prints.
function(page file kind)
  get_filename_component(folder ${to}/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  message(STATUS "Installing: ${to}/${file}")
  execute_process(COMMAND ${attest} help --as ${kind} --out ${to}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
page(${man}/attest.1 man)
page(${data}/bash-completion/completions/attest bash-completion)
page(${data}/zsh/site-functions/_attest zsh-completion)
page(${data}/fish/vendor_completions.d/attest.fish fish-completion)

# A checker has one text, its help: a first sentence, a usage, and paragraphs.
foreach(checker ${checkers})
  get_filename_component(name ${checker} NAME)
  execute_process(COMMAND ${checker} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\\" "\\e" help "${help}")
  string(REPLACE "-" "\\-" help "${help}")
  string(REPLACE "'" "\\(aq" help "${help}")
  if(NOT help MATCHES "^([^\n]*)\\.\n.*Usage: ([^\n]*)\n")
    message(FATAL_ERROR "${name} --help has no first sentence, or no line 'Usage: ..'")
  endif()
  set(sentence "${CMAKE_MATCH_1}")
  set(usage "${CMAKE_MATCH_2}")
  string(REPLACE "\n\n" "\n.PP\n" help "${help}")
  string(REPLACE "-" "\\-" dashed "${name}")
  string(TOUPPER "${dashed}" title)
  message(STATUS "Installing: ${to}/${man}/${name}.1")
  file(WRITE ${to}/${man}/${name}.1 ".TH ${title} 1 \"\" \"attest ${version}\" \"User Commands\"
.SH NAME
${dashed} \\- ${sentence}
.SH SYNOPSIS
${usage}
.SH DESCRIPTION
${help}")
endforeach()
