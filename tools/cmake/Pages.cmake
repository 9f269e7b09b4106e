# The man pages and the shells' completions are written when attest is installed, by the programs that are installed: nothing of them is
# written a second time.
install(CODE "
  set(attest \"$<TARGET_FILE:attest>\")
  set(checkers \"$<TARGET_FILE:attest-check>\" \"$<TARGET_FILE:attest-check-cover>\"
    \"$<TARGET_FILE:attest-check-shattering>\" \"$<TARGET_FILE:attest-check-reduction>\")
  set(version \"${PROJECT_VERSION}\")
  set(man \"${CMAKE_INSTALL_MANDIR}/man1\")
  set(data \"${CMAKE_INSTALL_DATADIR}\")" COMPONENT program)
install(SCRIPT ${CMAKE_SOURCE_DIR}/tools/cmake/InstallPages.cmake COMPONENT program)
