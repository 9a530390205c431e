import type { EntryValue } from './entry-forms.js'

/** An entry of a table of servers. */
export interface NamedEntry {
  readonly servers: string
  readonly name: string
}

/** A language of configuration files whose texts can be edited without loss. */
export interface Language {
  /** @throws Error with the place of the first mistake */
  parse(text: string): unknown
  /** The text with the entry set, or taken away (undefined). Everything else stays as it is written. */
  edit(text: string, entry: NamedEntry, value: EntryValue | undefined): string
}
