const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const QUOTES = '"\'`'
/** Commands that take an expression of the program: only in these do brackets count. */
const OF_EXPRESSIONS = /^\s*(?:p|print|x|inspect|watch|set|hist|history|call)\s/

/**
 * Whether a typed line goes on in the next one: it ends in a backslash, or brackets of its expression are open. Quotation
 * marks of one line hide the brackets between them; a mark that never closes is a letter (Lisp's quote, a C# char's end).
 */
export function isOpenLine(text: string): boolean {
  if (/\\\s*$/.test(text)) return true
  return OF_EXPRESSIONS.test(text) && openBrackets(text) > 0
}

/** The lines of one command as one line: backslashes at their ends go, line ends become spaces. */
export const joinLines = (text: string): string => text.replaceAll(/\\?[ \t]*\n/g, ' ').trim()

function openBrackets(text: string): number {
  const expected: string[] = []
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    const end = QUOTES.includes(one) ? closingQuote(text, at) : undefined
    if (end !== undefined) at = end
    else if (one in CLOSERS) expected.push(CLOSERS[one] ?? '')
    else if (one === expected.at(-1)) expected.pop()
  }
  return expected.length
}

/** Where a quotation mark closes in its own line. */
function closingQuote(text: string, open: number): number | undefined {
  for (let at = open + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[open]) return at
  }
  return undefined
}
