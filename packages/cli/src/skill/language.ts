import type { EntryValue } from './entry-forms.js'

/** A language of configuration files whose texts can be edited without loss. */
export interface Language {
  /** @throws Error with the place of the first mistake */
  parse(text: string): unknown
  /** The text with one entry of `servers` set, or taken away (undefined). Everything else stays as it is written. */
  edit(text: string, servers: string, name: string, value: EntryValue | undefined): string
}
