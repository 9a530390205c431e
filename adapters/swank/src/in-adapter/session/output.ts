import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { SwankClient } from '../swank/swank-client.js'
import type { Image, ImageExit } from '../image/image.js'
import type { Shim } from './shim.js'

/** Output of a launched program, by stream, and its end: `exited` with the code, then `terminated`. */
export function watchImage(shim: Shim, image: Image, client: SwankClient): void {
  forward(shim, image.stdout, 'stdout')
  forward(shim, image.stderr, 'stderr')
  void image.exited.then((exit) => {
    client.destroy()
    if (exit.signal !== null && !image.endWasAsked)
      shim.tell(`The Lisp image was killed by ${exit.signal}.`, 'important')
    endSession(shim, exit)
  })
}

function forward(shim: Shim, stream: Readable, category: 'stdout' | 'stderr'): void {
  const decoder = new StringDecoder('utf8')
  const send = (output: string) => {
    if (output.length > 0) shim.emit('output', { category, output })
  }
  stream.on('data', (chunk: Buffer) => send(decoder.write(chunk)))
  stream.on('end', () => send(decoder.end()))
}

/** Output that an attached image tells, and what the helper has to say to the person. */
export function hearOutput(shim: Shim): void {
  shim.hear((notice) => {
    if (notice.kind !== 'helper' || notice.name !== 'output') return
    const { stream, text } = notice.body as { stream: 'stdout' | 'stderr' | 'console'; text: string }
    shim.emit('output', { category: stream, output: text })
  })
}

/**
 * Says once that the session is over. A signal counts as 128 and its number, as in a shell. Of an attached image (`exit`
 * undefined) no exit code is known, so none is told.
 */
export function endSession(shim: Shim, exit: ImageExit | undefined): void {
  if (shim.phase === 'ended') return
  shim.phase = 'ended'
  shim.stops.clear()
  if (exit) {
    const { code, signal } = exit
    if (signal === null) shim.emit('exited', { exitCode: code ?? 1 })
    else shim.emit('exited', { exitCode: 128 + constants.signals[signal], signal })
  }
  shim.emit('terminated')
}
