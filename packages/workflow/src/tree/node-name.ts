/** A name of an investigation: 1..100 letters, digits, spaces, `-`, `_`, emoji, after trimming (workflow 33). */
const ALLOWED = /^(?:[\p{L}\p{M}\p{N} _-]|\p{Extended_Pictographic}|\p{Emoji_Component})+$/u
const LONGEST = 100

/** The trimmed name, or what is wrong with it. */
export function checkName(text: string): { readonly name: string } | { readonly problem: string } {
  const name = text.trim()
  const length = Array.from(name).length
  if (length === 0) return { problem: 'a name must not be empty' }
  if (length > LONGEST) return { problem: `a name has at most ${LONGEST} characters, this one ${length}` }
  return ALLOWED.test(name) ? { name } : { problem: 'a name has only letters, digits, spaces, "-", "_" and emoji' }
}
