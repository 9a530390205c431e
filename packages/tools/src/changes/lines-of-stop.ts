import { readServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'
import { runConsole } from '../program/console-command.js'
import { present } from '../result/present.js'
import type { Frame } from '../stop/frame.js'
import { locationOf, type Location } from '../stop/location.js'
import { isOwn } from '../stop/own-code.js'
import type { Stack } from '../stop/read-stack.js'
import type { FoundBy } from './find-change.js'

/** Where a data breakpoint has stopped the program, and the folders of its own code. */
interface DataStop {
  readonly stack: Stack
  readonly folders: readonly string[]
}

interface LinesOfStop {
  readonly by: FoundBy
  /** Of which one has written, the innermost first. */
  readonly lines: readonly Location[]
}

/**
 * The lines that may have written what a data breakpoint has seen. A helper in the program notices it after the write and tells the
 * lines; else the program stands behind the instruction that wrote.
 */
export async function linesOfStop(on: SessionCall, { stack, folders }: DataStop): Promise<LinesOfStop> {
  const index = stack.frames.findIndex((frame) => isOwn(frame, folders))
  const nearest = stack.frames[index]
  if (!on.serves('dapplex_dataWritten')) {
    if (nearest === undefined) return { by: 'data_breakpoint', lines: [] }
    const line = index === 0 ? await lineBefore(on, nearest) : undefined
    return { by: 'data_breakpoint', lines: [present({ ...locationOf(on, nearest), ...line })] }
  }
  const told = await writtenIn(on, stack.threadId)
  return { by: 'helper', lines: told.length > 0 || nearest === undefined ? told : [locationOf(on, nearest)] }
}

async function writtenIn(on: SessionCall, threadId: number): Promise<readonly Location[]> {
  const answer = await on.send('dapplex_dataWritten', { threadId })
  if (!answer.success) return []
  const { places } = readServed(on, 'dapplex_dataWritten', answer.body)
  return places.map(({ path, ...place }) => present({ ...place, file: path }))
}

/** A line of LLDB's `source info`: `[0x…-0x…): /app/main.c:12:5`. */
const LINE_OF_ADDRESS = /^\[0x[\da-f]+-0x[\da-f]+\): .*:(?<line>\d+):(?<column>\d+)$/im

/**
 * The line of the instruction that wrote: where that was the last one of its line, the frame is on the next line already. Undefined
 * where the adapter cannot tell.
 */
async function lineBefore(
  on: SessionCall,
  { instruction }: Frame,
): Promise<Pick<Location, 'line' | 'column'> | undefined> {
  const { lineOfAddress } = on.traits.console
  if (lineOfAddress === undefined || instruction === undefined) return undefined
  const address = `0x${(BigInt(instruction) - 1n).toString(16)}`
  const printed = await runConsole(on, lineOfAddress, { address })
  const { line, column } = (printed.kind === 'printed' ? LINE_OF_ADDRESS.exec(printed.text)?.groups : undefined) ?? {}
  return line === undefined ? undefined : { line: Number(line), column: Number(column) }
}
