import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { lacksInspector } from '../program/lacks-inspector.js'
import { LineWire } from '../inspector/line-wire.js'
import type { Newcomer } from './newcomer.js'

interface About {
  readonly pid: number
  readonly argv: readonly string[]
  readonly execArgv: readonly string[]
  readonly cwd: string
}

/** Reads what a new process says of itself; undefined for one that cannot be debugged, or is gone already. */
export async function processNewcomer(socket: Socket): Promise<Newcomer | undefined> {
  const wire = new LineWire(socket)
  const about = await new Promise<About | undefined>((resolve) => {
    wire.onMessage((line) => resolve(readAbout(line)))
    wire.onClose(() => resolve(undefined))
  })
  if (about === undefined || lacksInspector(about.execArgv)) {
    wire.close()
    return undefined
  }
  const { pid, argv, execArgv, cwd } = about
  const [runtime = 'node', program] = argv
  return {
    kind: 'process',
    name: [basename(runtime), ...execArgv, ...argv.slice(1)].join(' '),
    program,
    pid,
    cwd,
    wire,
    leave: () => wire.close(),
  }
}

function readAbout(line: string): About | undefined {
  try {
    return JSON.parse(line) as About
  } catch {
    return undefined
  }
}
