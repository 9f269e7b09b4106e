autocmd BufNewFile,BufRead *.theorem setfiletype attest
