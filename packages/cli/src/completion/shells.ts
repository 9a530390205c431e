/** The completion script of each shell. `dapplex complete` prints lines of a word, a tab and a description. */
export const shellScripts = {
  bash: `# dapplex: completion for bash. Use: source <(dapplex completion bash)
_dapplex() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(dapplex complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _dapplex dapplex
`,
  zsh: `#compdef dapplex
# dapplex: completion for zsh. Use: source <(dapplex completion zsh)
_dapplex() {
  local line
  local -a found
  for line in "\${(@f)$(dapplex complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then _describe dapplex found; else _files; fi
}
compdef _dapplex dapplex
`,
  fish: `# dapplex: completion for fish. Use: dapplex completion fish | source
complete -c dapplex -a '(dapplex complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const
