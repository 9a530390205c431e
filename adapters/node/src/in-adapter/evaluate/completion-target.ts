/** What is being completed: the start of a name, and the object before the dot, if there is a dot. */
export interface CompletionTarget {
  readonly object: string | undefined
  readonly prefix: string
  /** Index in the text where the completed name begins. */
  readonly start: number
}

/** The target at the end of a text (what stands before the cursor). */
export function completionTarget(text: string): CompletionTarget {
  const prefix = /[\p{ID_Continue}$\u200c\u200d]*$/u.exec(text)?.[0] ?? ''
  const start = text.length - prefix.length
  const dot = /(\?)?\.\s*$/.exec(text.slice(0, start))
  if (dot === null) return { object: undefined, prefix, start }
  const object = lastOperand(text.slice(0, dot.index))
  return object === '' ? { object: undefined, prefix, start } : { object, prefix, start }
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** The longest chain of names, calls and indexes at the end of a text: `a.b(1)[2]` of `x + a.b(1)[2]`. */
function lastOperand(text: string): string {
  let at = text.length
  while (at > 0) {
    const character = text[at - 1] ?? ''
    if (CLOSING[character] !== undefined) {
      const opening = openingOf(text, at - 1)
      if (opening === undefined) break
      at = opening
    } else if (/[\p{ID_Continue}$.?]/u.test(character)) at -= 1
    else break
  }
  return text.slice(at).replace(/^[.?]+/, '')
}

/** The index of what the bracket at `end` closes. Brackets in strings count as brackets. */
function openingOf(text: string, end: number): number | undefined {
  const wanted = [CLOSING[text[end] ?? '']]
  for (let at = end - 1; at >= 0; at--) {
    const character = text[at] ?? ''
    const opening = CLOSING[character]
    if (opening !== undefined) wanted.push(opening)
    else if (character === wanted.at(-1)) wanted.pop()
    if (wanted.length === 0) return at
  }
  return undefined
}
