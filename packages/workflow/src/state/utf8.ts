/** Bytes of a character in UTF-8; a lone surrogate is written as U+FFFD, three bytes. */
const bytesOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4

export function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) bytes += bytesOf(character.codePointAt(0) ?? 0)
  return bytes
}

/** The longest beginning of at most so many bytes that does not end inside a character. */
export function cutUtf8(text: string, limit: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += bytesOf(character.codePointAt(0) ?? 0)
    if (bytes > limit) break
    end += character.length
  }
  return text.slice(0, end)
}
