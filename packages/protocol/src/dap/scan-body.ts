import { blankEnd, BYTE, countBetween, literalEnd, numberEnd, standsAt, stringEnd } from './json-ends.js'
import { keyAt, type IdKind, type KnownKey } from './known-keys.js'

/** An id of the adapter, and where it stands in the bytes of the message. */
export interface ScannedId {
  readonly kind: IdKind
  readonly from: number
  readonly to: number
  readonly id: number
}

/** Deeper than any such answer; what lies deeper is parsed. */
const DEEPEST = 24
/** Where the frames of a stack, and their sources, stand: the body is at 1, its list at 2. */
const LIST_DEPTH = 2
const FRAME_DEPTH = 3
const SOURCE_DEPTH = 4

/** What stands in the body of an answer. */
export class BodyScan {
  readonly ids: ScannedId[] = []
  /** Where the paths of the sources of frames stand, with their quotes: the first byte and the one behind it, by turns. */
  readonly paths: number[] = []
  readonly has = { type: false, memoryReference: false }
  hasFrames = false
  readonly #bytes: Uint8Array
  #depth = 0
  /** Whether the list at hand is that of the frames of a stack, and the object a source of one. */
  #isInFrames = false
  #isSource = false

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /**
   * Walks through the body that begins at `from` and checks that it is JSON. Gives the place behind it; -1 for one that has to be parsed.
   * Nearly each answer at a stop goes through here. Measured: a call for each key, text and blank costs as much as all the rest, so that
   * parsing would be faster; what is rare is left to functions.
   */
  end(from: number): number {
    const bytes = this.#bytes
    const { length } = bytes
    if (bytes[from] !== BYTE.openObject) return -1
    /** Whether the container at each depth is a list: one bit each. */
    let lists = 0
    let depth = (this.#depth = 1)
    let closing: number = BYTE.closeObject
    let at = from + 1
    if ((bytes[at] ?? 0) <= BYTE.space) at = blankEnd(bytes, at)
    let isEmpty = bytes[at] === closing
    let isFirst = true
    for (;;) {
      if (!isEmpty) {
        let key: KnownKey | undefined
        if (closing === BYTE.closeObject) {
          if (bytes[at] !== BYTE.quote) return -1
          const begin = at + 1
          for (at = begin; at < length; at += 1) {
            const letter = bytes[at] ?? 0
            if (letter === BYTE.quote) break
            if (letter < BYTE.space || letter === BYTE.backslash) return -1
          }
          key = keyAt(bytes, begin, at - begin)
          if ((key !== undefined || isFirst) && !this.#takesKey(key, isFirst)) return -1
          isFirst = false
          at += 1
          if ((bytes[at] ?? 0) <= BYTE.space) at = blankEnd(bytes, at)
          if (bytes[at] !== BYTE.colon) return -1
          at += 1
          if ((bytes[at] ?? 0) <= BYTE.space) at = blankEnd(bytes, at)
        }
        const byte = bytes[at] ?? 0
        const begin = at
        if (byte === BYTE.quote) {
          for (at = begin + 1; at < length; at += 1) {
            const letter = bytes[at] ?? 0
            if (letter === BYTE.quote || letter < BYTE.space || letter === BYTE.backslash) break
          }
          if (bytes[at] !== BYTE.quote) at = stringEnd(bytes, at)
          if (at === -1) return -1
          at += 1
          if (key !== undefined) this.#takeText(key, begin, at)
        } else if (byte === BYTE.openObject || byte === BYTE.openList) {
          if (depth === DEEPEST) return -1
          depth = this.#depth = depth + 1
          const isList = byte === BYTE.openList
          this.#open(key, isList)
          lists = isList ? lists | (1 << depth) : lists & ~(1 << depth)
          closing = isList ? BYTE.closeList : BYTE.closeObject
          at += 1
          if ((bytes[at] ?? 0) <= BYTE.space) at = blankEnd(bytes, at)
          isEmpty = bytes[at] === closing
          continue
        } else {
          at = byte === BYTE.minus || byte <= BYTE.nine ? numberEnd(bytes, at) : this.#wordEnd(key, at)
          if (at === -1 || (key !== undefined && !this.#takeNumber(key, begin, at))) return -1
        }
        if ((bytes[at] ?? 0) <= BYTE.space) at = blankEnd(bytes, at)
      }
      // Behind a value, or at the end of an empty container.
      while (isEmpty || bytes[at] !== BYTE.comma) {
        if (bytes[at] !== closing) return -1
        isEmpty = false
        depth = this.#depth = depth - 1
        at += 1
        if (depth === 0) return at
        if (depth < LIST_DEPTH) this.#isInFrames = false
        closing = (lists & (1 << depth)) === 0 ? BYTE.closeObject : BYTE.closeList
        if ((bytes[at] ?? 0) <= BYTE.space) at = blankEnd(bytes, at)
      }
      at += 1
      if ((bytes[at] ?? 0) <= BYTE.space) at = blankEnd(bytes, at)
    }
  }

  /** False for a message that has to be parsed. A body that begins with another list is not that of a request which is known here. */
  #takesKey(key: KnownKey | undefined, isFirst: boolean): boolean {
    if (isFirst) return key?.means === 'list' || key?.means === 'frames'
    if (key?.means === 'type' || key?.means === 'memoryReference') this.has[key.means] = true
    return key?.means !== 'rule'
  }

  #open(key: KnownKey | undefined, isList: boolean): void {
    if (this.#depth === LIST_DEPTH) this.#isInFrames = isList && key?.means === 'frames'
    if (this.#isInFrames) this.hasFrames = true
    if (this.#depth === SOURCE_DEPTH) this.#isSource = !isList && key?.means === 'sourceObject'
  }

  #takeText(key: KnownKey, from: number, to: number): void {
    if (key.means === 'path' && this.#isInFrames && this.#isSource && this.#depth === SOURCE_DEPTH)
      this.paths.push(from, to)
  }

  /** A lazy value runs code of the program when it is read: the rules have to know of it. */
  #wordEnd(key: KnownKey | undefined, at: number): number {
    return key?.means === 'lazy' && standsAt(this.#bytes, at, 'true') ? -1 : literalEnd(this.#bytes, at)
  }

  /** Notes an id. False for one that has to be parsed; a word in its place is none. */
  #takeNumber(key: KnownKey, from: number, to: number): boolean {
    const kind = this.#idKind(key)
    if (kind === undefined || (this.#bytes[from] ?? 0) > BYTE.nine) return true
    const id = countBetween(this.#bytes, from, to)
    if (id === -1) return false
    this.ids.push({ kind, from, to, id })
    return true
  }

  #idKind(key: KnownKey): IdKind | undefined {
    if (key.means === 'reference') return key.kind
    return key.means === 'id' && this.#isInFrames && this.#depth === FRAME_DEPTH ? 'frame' : undefined
  }
}
