import { Buffer } from 'node:buffer'

/** A piece of a page in which every text from elsewhere is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Piece = string | number | Html | undefined | readonly Piece[]

/** A template of HTML: texts among the pieces are escaped, for the content of elements and for quoted attributes. */
export const markup = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(texts.map((text, at) => (at === 0 ? text : `${printed(pieces[at - 1])}${text}`)).join(''))

function printed(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'string') return escapeHtml(piece)
  return typeof piece === 'number' ? String(piece) : piece.map(printed).join('')
}

export const bytesOf = ({ text }: Html): number => Buffer.byteLength(text)

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '\n',
  '\t': '\t',
}
/** What HTML reads as its own, and characters that cannot be seen, or that change the direction of what is shown. */
const ACTIVE = /[&<>"'\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu

/** A text that a page shows as it is; what cannot be seen is shown by its code. */
const escapeHtml = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(ACTIVE, (one) => NAMED[one] ?? String.raw`\u` + one.charCodeAt(0).toString(16).padStart(4, '0'))
