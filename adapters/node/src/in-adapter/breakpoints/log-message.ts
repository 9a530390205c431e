/** Text and expressions of a log message, in order (DAP: `SourceBreakpoint.logMessage`, expressions within `{}`). */
export type LogPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'expression'; readonly expression: string }

/** Braces may be nested in an expression and may be part of its strings. `\{` is a literal brace. An unclosed brace is text. */
export function parseLogMessage(message: string): LogPart[] {
  const parts: LogPart[] = []
  let text = ''
  let at = 0
  while (at < message.length) {
    const character = message[at] ?? ''
    const end = character === '{' ? endOfExpression(message, at) : undefined
    if (character === '\\' && /[{}]/.test(message[at + 1] ?? '')) {
      text += message[at + 1] ?? ''
      at += 2
    } else if (end === undefined || message.slice(at + 1, end).trim() === '') {
      text += character
      at += 1
    } else {
      if (text !== '') parts.push({ kind: 'text', text })
      text = ''
      parts.push({ kind: 'expression', expression: message.slice(at + 1, end).trim() })
      at = end + 1
    }
  }
  return text === '' ? parts : [...parts, { kind: 'text', text }]
}

/** The index of the brace that closes the one at `start`. */
function endOfExpression(message: string, start: number): number | undefined {
  let depth = 0
  let quote = ''
  for (let at = start; at < message.length; at++) {
    const character = message[at] ?? ''
    if (quote !== '') {
      if (character === '\\') at += 1
      else if (character === quote) quote = ''
    } else if (/['"`]/.test(character)) quote = character
    else if (character === '{') depth += 1
    else if (character === '}' && --depth === 0) return at
  }
  return undefined
}
