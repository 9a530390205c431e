/** A log message in parts: text as it stands, and expressions to be evaluated (DAP, `SourceBreakpoint.logMessage`). */
export type LogPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'expression'; readonly text: string }

/** Splits at `{…}`; braces may nest inside an expression. An opening brace that is never closed is text. */
export function readLogMessage(message: string): LogPart[] {
  const parts: LogPart[] = []
  let at = 0
  while (at < message.length) {
    const open = message.indexOf('{', at)
    const end = open === -1 ? -1 : closingBrace(message, open)
    if (end === -1) break
    if (open > at) parts.push({ kind: 'text', text: message.slice(at, open) })
    parts.push({ kind: 'expression', text: message.slice(open + 1, end).trim() })
    at = end + 1
  }
  if (at < message.length) parts.push({ kind: 'text', text: message.slice(at) })
  return parts
}

function closingBrace(message: string, open: number): number {
  let depth = 0
  for (let index = open; index < message.length; index += 1) {
    if (message[index] === '{') depth += 1
    else if (message[index] === '}') {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return -1
}
