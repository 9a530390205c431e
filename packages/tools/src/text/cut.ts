/** Text of at most `most` characters; `isCut` where some of it is missing. A surrogate pair is never split. */
export function cut(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= most) return { text, isCut: false }
  const end = /[\uD800-\uDBFF]/.test(text[most - 2] ?? '') ? most - 2 : most - 1
  return { text: `${text.slice(0, end)}…`, isCut: true }
}
