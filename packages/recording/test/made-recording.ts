import { RecordingWriter, type Recording } from '../src/index.js'

export interface Made {
  readonly crashes?: readonly number[]
  /** Characters of a value that stays the same. */
  readonly padding?: number
  /** Stands wherever a program or a client brings a text. */
  readonly text?: string
  /** The file of the top frame, which stands at line 3. */
  readonly source?: string
}

const STARTED = Date.UTC(2026, 0, 31, 9)

/** A recording with so many stops, at which `n` counts up; two clients take turns. */
export function madeRecording(path: string, stops: number, more: Made = {}): Recording {
  const { crashes = [], padding = 10, text = 'text', source = `/app/${text}.py` } = more
  const writer = new RecordingWriter(path, {
    session: 's1',
    adapter: 'debugpy',
    adapterTitle: `Python ${text}`,
    request: 'launch',
    program: `/app/${text}`,
    startedAt: STARTED,
  })
  const who = [
    { name: `ada ${text}`, kind: 'agent' },
    { name: 'grace', kind: 'editor' },
  ] as const
  const store = (value: unknown) => writer.store(value).ref
  for (let stopId = 1; stopId <= stops; stopId += 1) {
    const at = STARTED + stopId * 1000
    const by = who[stopId % 2] ?? who[0]
    const isCrash = crashes.includes(stopId)
    writer.add({
      kind: 'output',
      at: at - 2,
      category: 'stdout',
      text: `line ${stopId} ${text}\n`,
      offset: stopId * 10,
    })
    writer.add({ kind: 'event', at: at - 1, stopId: stopId - 1, event: 'message', by, about: { text } })
    const members = store({
      rows: Array.from({ length: 30 }, (_none, at) => ({ row: { name: `m${at}`, value: 'y'.repeat(padding / 10) } })),
    })
    const rows = store({
      rows: [
        { row: { name: 'n', value: String(stopId) } },
        { row: { name: text, value: text, type: text } },
        { row: { name: 'large', value: 'x'.repeat(padding) }, rows: members },
      ],
    })
    const frame = store({ name: `total ${text}`, line: 3, column: 1, source: { name: `${text}.py`, path: source } })
    const exception = isCrash
      ? store({
          exceptionId: text,
          description: text,
          breakMode: 'always',
          details: { message: text, stackTrace: text },
        })
      : undefined
    writer.add({
      kind: 'stop',
      stopId,
      at,
      threadId: 1,
      reason: isCrash ? 'exception' : 'step',
      description: text,
      breakpointIds: [],
      allThreadsStopped: true,
      by,
      threads: store([{ id: 1, name: `main ${text}`, stopped: true }]),
      stacks: [{ threadId: 1, frames: [frame, frame] }],
      frames: [{ threadId: 1, index: 0, scopes: [{ scope: { name: `Locals ${text}` }, rows }] }],
      ...(exception === undefined ? {} : { exception }),
      output: stopId * 10 + 1,
    })
    writer.commit()
  }
  writer.close()
  return writer.recording
}
