import type { Writable } from 'node:stream'

/** Writes text to a stream that a program reads, and ends it with `eof`; false where it is closed. */
export function writeInput(stream: Writable | null | undefined, text: string, eof: boolean): Promise<boolean> {
  if (stream?.writable !== true) return Promise.resolve(false)
  return new Promise((resolve) => {
    stream.write(text, (error) => {
      if (eof) stream.end()
      resolve(error === null || error === undefined)
    })
  })
}
