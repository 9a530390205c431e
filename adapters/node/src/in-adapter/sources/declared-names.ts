import { tokenizer, tokTypes } from 'acorn'

/** Keywords before a declared name. */
const DECLARES: ReadonlySet<string> = new Set(['let', 'const', 'var'])

/**
 * The names that the code declares by `let`, `const` and `var`, also those of functions in it: a name that is not in scope reads as
 * nothing. A pattern declares each name in it.
 */
export function declaredNames(code: string): readonly string[] {
  const names = new Set<string>()
  let isDeclaring = false
  let depth = 0
  try {
    for (const { type, start, end } of tokenizer(code, { ecmaVersion: 'latest' })) {
      const word = code.slice(start, end)
      if (DECLARES.has(word)) {
        isDeclaring = true
        depth = 0
        continue
      }
      if (!isDeclaring) continue
      if (type === tokTypes.name) names.add(word)
      else if (type === tokTypes.braceL || type === tokTypes.bracketL) depth += 1
      else if (type === tokTypes.braceR || type === tokTypes.bracketR) depth -= 1
      isDeclaring = depth > 0
    }
  } catch {
    // What follows is not read as code of its own.
  }
  return [...names]
}
