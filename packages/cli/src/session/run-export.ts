import { closeSync, openSync, writeSync } from 'node:fs'
import { withClient } from '../daemon/open-client.js'
import { escapeLines, shown } from '../output/escape-text.js'
import { print, printMessage } from '../output/print.js'

interface Part {
  readonly text: string
  readonly lines: number
  readonly next?: number
  readonly incomplete?: string
}

/** Writes a recording part by part, with a message on stderr if its end is missing. */
export async function runExport({ session, out }: { readonly session?: string; readonly out?: string }): Promise<void> {
  // It contains values of the program: only this user may read it.
  const file = out === undefined ? undefined : openSync(out, 'w', 0o600)
  const write = (text: string) => (file === undefined ? print(escapeLines(text.trimEnd())) : writeSync(file, text))
  try {
    await withClient({ name: 'dapplex export', kind: 'terminal', start: 'never' }, async (client) => {
      for (let start: number | undefined = 0; start !== undefined;) {
        const params = { start, ...(session === undefined ? {} : { session_id: session }) }
        const part = (await client.call('session_export', params)) as unknown as Part
        write(part.text.endsWith('\n') || part.text === '' ? part.text : `${part.text}\n`)
        if (part.next === undefined && part.incomplete !== undefined)
          printMessage(shown`the end of the session is missing: ${part.incomplete}`)
        start = part.next
      }
    })
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
