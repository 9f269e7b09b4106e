" Vim syntax of theorem files (docs/theorem-files.md). tests/theorems/editor_test.cpp compares the words with the reader's.
if exists("b:current_syntax")
  finish
endif
syntax case match
setlocal iskeyword+=-

" The first word of a statement.
syntax keyword attestStatement theorem statement source sizes limit param input spelled where judged let tokens task program argument
syntax keyword attestStatement shatter rows columns reduction image map becomes layer encode embed head over row query key value score displayed out
syntax keyword attestStatement readout check also hint read choice note variant change drop add expect

" Words of expressions, and functions that every expression knows.
syntax keyword attestOperator and argmax argmin count div each else exists forall if implies in iterate least max min mod not
syntax keyword attestOperator or product sum then
syntax keyword attestFunction abs relu floor ceil ind sqrt log exp

" What a head, a task, a check and an expectation may be.
syntax keyword attestKind softmax exact-match expressive hard-maximum standard strassen third-order triangular poly leftmost
syntax keyword attestKind residual carry scale at every number sign vector within injective permutation subset word over
syntax keyword attestKind output unique-maximum normalised threshold size growth error gap assert vc shattered entries
syntax keyword attestKind answers one-sided one-half-a-token free-values
syntax keyword attestVerdict holds refuted ill-formed undecided not-applicable
syntax keyword attestReason because extends program

syntax match attestHeader "^attest-theorem\s\+\d\+$"
syntax match attestNumber "\<\d\+\(/\d\+\)\?\>"
syntax match attestMark "@\w\+\([-.]\w\+\)*"
syntax region attestText start=+"+ skip=+\\"+ end=+"+ oneline
syntax match attestComment "#.*$"

highlight default link attestStatement Statement
highlight default link attestOperator Operator
highlight default link attestFunction Function
highlight default link attestKind Type
highlight default link attestVerdict Constant
highlight default link attestReason PreProc
highlight default link attestHeader PreProc
highlight default link attestNumber Number
highlight default link attestMark Special
highlight default link attestText String
highlight default link attestComment Comment

let b:current_syntax = "attest"
