import type { Digest } from './digest.js'

/** One difference between the adapter alone and through dapplex that a rule wants. */
export interface AllowedDifference {
  /** Number in docs/rules.md. */
  readonly rule: number
  readonly why: string
  /** What the client would see if the adapter alone did as the rule wants. */
  readonly apply: (digest: Digest) => Digest
  /** What the adapter does by a race of its own, so that either side may have it or not: applied to both. */
  readonly isRace?: true
}

/** All allowed differences, for every adapter. */
export const allowed: readonly AllowedDifference[] = [
  {
    rule: 9,
    why: 'configurationDone, restart, terminate, conditions, hit counts and log points are always offered, because dapplex can do them (rule 1 for the last three)',
    apply: (direct) => ({ ...direct, responses: direct.responses.map(withOwnCapabilities) }),
  },
  {
    rule: 9,
    why: 'capabilities told before the initialize response are in that response',
    apply: ({ events: { capabilities: _folded, ...events }, ...direct }) => ({ ...direct, events }),
  },
  {
    rule: 11,
    why: 'disconnect is answered at once by dapplex, so what the adapter says of it is not waited for',
    apply: (direct) => ({
      ...direct,
      responses: [
        ...direct.responses.filter((line) => !line.startsWith('response disconnect')),
        'response disconnect {"success":true}',
      ],
    }),
  },
  {
    rule: 21,
    why: 'rows of debugpy that only group others have no expression',
    apply: (direct) => ({
      ...direct,
      responses: direct.responses.map((line) => line.replace(/"evaluateName":"(\w+ variables)",(?="name":"\1")/g, '')),
    }),
  },
  {
    rule: 22,
    why: 'an exit code that only the last words of an adapter tell becomes an exited event before the end',
    apply: (direct) => ({ ...direct, moves: withExit(direct) }),
  },
  {
    rule: 11,
    why: 'the last words of an adapter may come before a disconnect, after it, or never',
    apply: (digest) => ({ ...digest, output: withoutFarewell(digest.output) }),
    isRace: true,
  },
  {
    rule: 15,
    why: 'one terminated, where an adapter says it at the end and at disconnect again',
    apply: (direct) => ({
      ...direct,
      moves: direct.moves.filter((line, at, all) => !line.startsWith('event terminated') || line !== all[at - 1]),
    }),
  },
  {
    rule: 4,
    why: 'exception breakpoints of several clients are told apart by ids of dapplex',
    apply: (direct) => ({ ...direct, responses: direct.responses.map(withExceptionIds) }),
  },
  {
    rule: 21,
    isRace: true,
    why: 'netcoredbg lists threads of its own making, without a name, that come and go while the program is stopped',
    apply: (direct) => ({
      ...direct,
      responses: direct.responses.map((line) => line.replace(/,\{"id":"thread#\d+","name":"<No name>"\}/g, '')),
      events:
        direct.events['thread'] === undefined
          ? direct.events
          : { ...direct.events, thread: direct.events['thread'].slice(0, 1) },
    }),
  },
  {
    rule: 21,
    isRace: true,
    why: 'lldb tells the progress of what takes it long, as reading symbols on a busy machine',
    apply: ({
      events: { progressStart: _start, progressUpdate: _update, progressEnd: _end, ...events },
      ...digest
    }) => ({
      ...digest,
      events,
    }),
  },
  {
    rule: 4,
    why: 'our shim of netcoredbg tells the core by an empty list that a step is at no breakpoint; a client gets no empty list',
    apply: (direct) => ({ ...direct, moves: direct.moves.map((line) => line.replace('"hitBreakpointIds":[],', '')) }),
  },
]

const OWN = {
  supportsConfigurationDoneRequest: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
}

function withOwnCapabilities(line: string): string {
  return changeBody(line, { of: 'response initialize', change: (body) => sorted({ ...body, ...OWN }) })
}

function withExceptionIds(line: string): string {
  let count = 0
  const withId = (breakpoint: object) => sorted({ id: `bp#${++count}`, ...breakpoint })
  return changeBody(line, {
    of: 'response setExceptionBreakpoints',
    change: ({ breakpoints, ...body }) =>
      Array.isArray(breakpoints) ? { breakpoints: breakpoints.map(withId), ...body } : body,
  })
}

function withExit({ moves, output }: Digest): Digest['moves'] {
  const code = /Process N has exited with status (\d+)\n/.exec(output['console'] ?? '')?.[1]
  if (code === undefined || moves.some((line) => line.startsWith('event exited'))) return moves
  const end = moves.findIndex((line) => line.startsWith('event terminated'))
  return moves.toSpliced(end, 0, `event exited {"body":{"exitCode":${code}}}`)
}

/** delve's last words: that the process has ended, and that it lets go. */
const FAREWELL = /(?:Process N has exited with status \d+\n)?(?:Detaching\n)?$/

/** lldb-vscode 14 ends with threads that still run; on a busy machine it aborts then, and the C++ runtime and LLVM say so. */
const ABORTED =
  /^(?:terminate called |pure virtual method called|PLEASE submit a bug report|Stack dump:|libc\+\+abi: )[^]*$/m

/** A category in which nothing else was said is not there at all. */
function withoutFarewell(output: Digest['output']): Digest['output'] {
  const kept = Object.entries(output).map(
    ([category, text]) => [category, text.replace(ABORTED, '').replace(FAREWELL, '')] as const,
  )
  return Object.fromEntries(kept.filter(([, text]) => text !== ''))
}

type Body = Readonly<Record<string, unknown>>

function changeBody(line: string, { of, change }: { of: string; change: (body: Body) => Body }): string {
  if (!line.startsWith(`${of} `)) return line
  const message = JSON.parse(line.slice(of.length)) as { body?: Body }
  return message.body === undefined ? line : `${of} ${JSON.stringify({ ...message, body: change(message.body) })}`
}

const sorted = (members: Body): Body => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))
