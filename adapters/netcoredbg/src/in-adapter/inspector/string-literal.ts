/** Writes a text as a C# string literal in printable ASCII. */
export function stringLiteral(text: string): string {
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (character === '"' || character === '\\') return `\\${character}`
    if (code >= 32 && code < 127) return character
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
  return `"${escaped.join('')}"`
}

/**
 * Reads the text of a string as netcoredbg shows it: in quotes, with C escapes for quote, backslash, newline, return and tab
 * (measured, netcoredbg 3.1.3). Undefined when the value is no string.
 */
export function shownString(shown: string): string | undefined {
  if (shown.length < 2 || !shown.startsWith('"') || !shown.endsWith('"')) return undefined
  return shown.slice(1, -1).replace(/\\([\s\S])/g, (_whole, escaped: string) => ESCAPES[escaped] ?? escaped)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' }
