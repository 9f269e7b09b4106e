#!/bin/zsh
# tests/installed/complete.zsh FOLDER LINE WORD: a zsh with the completions of the folder writes WORD when Tab is typed behind LINE. It waits
# for that for ever. (Completion needs a terminal, so that a second zsh runs in one of its own.)
set -eu
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= ; fpath=($1 \$fpath); autoload -U compinit; compinit -D -u; print 'now ready'"
zpty -r -m shell heard "*now ready"$'\r\n'"*"
zpty -w -n shell "$2"$'\t'
zpty -r -m shell heard "*$3*"
zpty -d shell
