import { isList, list, symbol } from './form.js'
import type { Form, ListForm } from './form.js'

const blanks = new Set([' ', '\n', '\t', '\r', '\f'])
const ends = new Set([...blanks, '(', ')', '"', "'", ';', '`', ','])

/** A text that is not a form; the message says where reading failed. */
export class FormSyntaxError extends Error {}

/**
 * Reads one form: the subset of the Lisp syntax that a Swank server prints.
 * Errors: FormSyntaxError.
 */
export function readForm(text: string): Form {
  return new FormReader(text).form()
}

/** The reader calls itself once a level. Nobody prints so deep: Swank shortens what is nested. */
const MOST_LEVELS = 2000

class FormReader {
  private at = 0
  private levels = 0
  constructor(private readonly text: string) {}

  form(): Form {
    this.levels += 1
    if (this.levels > MOST_LEVELS) return this.fail(`The form is nested deeper than ${MOST_LEVELS} levels`)
    const form = this.oneForm()
    this.levels -= 1
    return form
  }

  private oneForm(): Form {
    this.skipBlanks()
    const c = this.text[this.at]
    switch (c) {
      case undefined:
        return this.fail('The form ends too early')
      case '(':
        this.at++
        return this.list()
      case ')':
        return this.fail('There is a closing parenthesis too many')
      case '"':
        return this.string()
      case "'":
        this.at++
        return list(symbol('quote'), this.form())
      case '#':
        return this.hash()
      // They end a token, so that none begins here: a comment, and what only code has.
      case ';':
      case '`':
      case ',':
        return this.fail(`A form cannot begin with ${c}`)
      default:
        return this.token()
    }
  }

  private list(): Form {
    const items: Form[] = []
    for (;;) {
      this.skipBlanks()
      const c = this.text[this.at]
      if (c === undefined) return this.fail('A list is not closed')
      if (c === ')') {
        this.at++
        return items.length === 0 ? null : { kind: 'list', items }
      }
      if (c === '.' && this.endsAt(this.at + 1)) return this.dotted(items)
      items.push(this.form())
    }
  }

  /** `(a . (b . c))` is `(a b . c)`. */
  private dotted(items: Form[]): ListForm {
    this.at++
    const tail = this.form()
    this.skipBlanks()
    if (this.text[this.at] !== ')') return this.fail('A dotted list goes on after its tail')
    this.at++
    if (tail === null) return { kind: 'list', items }
    if (isList(tail)) return { ...tail, items: [...items, ...tail.items] }
    return { kind: 'list', items, tail }
  }

  private string(): string {
    let result = ''
    let start = ++this.at
    for (;;) {
      const c = this.text[this.at]
      if (c === undefined) return this.fail('A string is not closed')
      if (c === '"') {
        result += this.text.slice(start, this.at++)
        return result
      }
      if (c === '\\') {
        result += this.text.slice(start, this.at) + (this.text[this.at + 1] ?? '')
        this.at += 2
        start = this.at
      } else this.at++
    }
  }

  private hash(): Form {
    const start = this.at
    const next = this.text[start + 1]
    if (next === '\\') {
      this.at = start + 3
      while (!this.endsAt(this.at)) this.at++
      return { kind: 'text', text: this.text.slice(start, this.at) }
    }
    if (next === '<') return this.unreadable()
    if (next === '(' || next === ':' || next === "'") {
      this.at++
      return next === ':' ? this.token() : this.form()
    }
    if (next === 'p' || next === 'P') {
      this.at += 2
      return this.form()
    }
    return this.token()
  }

  /** `#<…>`: balanced outside strings. */
  private unreadable(): Form {
    const start = this.at++
    let depth = 0
    for (;;) {
      const c = this.text[this.at]
      if (c === undefined) return this.fail('An unreadable object is not closed')
      if (c === '"') {
        this.string()
        continue
      }
      this.at++
      if (c === '<') depth++
      if (c === '>' && --depth === 0) return { kind: 'text', text: this.text.slice(start, this.at) }
    }
  }

  private token(): Form {
    let name = ''
    let escaped = false
    while (!this.endsAt(this.at)) {
      const c = this.text[this.at] ?? ''
      if (c === '\\') {
        name += this.text[this.at + 1] ?? ''
        this.at += 2
        escaped = true
      } else if (c === '|') {
        const end = this.text.indexOf('|', this.at + 1)
        if (end < 0) return this.fail('A symbol between bars is not closed')
        name += this.text.slice(this.at + 1, end)
        this.at = end + 1
        escaped = true
      } else {
        name += c
        this.at++
      }
    }
    return escaped ? symbol(name) : atom(name)
  }

  private skipBlanks(): void {
    while (blanks.has(this.text[this.at] ?? '')) this.at++
  }

  private endsAt(index: number): boolean {
    const c = this.text[index]
    return c === undefined || ends.has(c)
  }

  private fail(what: string): never {
    const near = this.text.slice(Math.max(0, this.at - 40), this.at + 20)
    throw new FormSyntaxError(`${what}, at character ${this.at}: ${near}`)
  }
}

function atom(name: string): Form {
  if (/^(common-lisp:|cl:)?nil$/i.test(name)) return null
  if (/^(common-lisp:|cl:)?t$/i.test(name)) return true
  if (/^[+-]?\d+\.?$/.test(name)) {
    const value = Number(name)
    return Number.isSafeInteger(value) ? value : BigInt(name.replace('.', ''))
  }
  if (/^[+-]?\d*\.\d+([esfdl][+-]?\d+)?$/i.test(name) || /^[+-]?\d+(\.\d*)?[esfdl][+-]?\d+$/i.test(name))
    return Number(name.replace(/[sfdl]/i, 'e'))
  return symbol(name)
}
