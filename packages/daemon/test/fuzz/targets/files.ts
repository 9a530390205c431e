import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PastStop } from '@dapplex/recording'
import { deflate } from '../../../src/workflow/deflate.js'
import type { FuzzTarget } from '../target.js'

const JSONC = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '// x\n',
  '/*',
  '*/',
  'null',
  'true',
  '"__proto__"',
  '"toString"',
  '\uFEFF',
]

/** A file that is written anew for each input. */
function scratchFile(): (input: Buffer) => string {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-fuzz-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'input')
  return (input) => {
    writeFileSync(path, input)
    return path
  }
}

const configuration: FuzzTarget = {
  name: 'configuration',
  files: ['/packages/daemon/dist/config/'],
  words: [
    ...JSONC,
    '"adapters"',
    '"path"',
    '"configurations"',
    '"name"',
    '"program"',
    '"sessions"',
    '"limits"',
    '"linger_ms"',
    '"x"',
  ],
  share: 0.2,
  load: async () => {
    const { parseJsonc } = await import('../../../src/config/read-jsonc.js')
    const { configOf } = await import('../../../src/config/load-config.js')
    const { ConfigError } = await import('../../../src/config/config-error.js')
    return (input) => {
      try {
        configOf(parseJsonc(input.toString('utf8'), 'dapplex.jsonc'), 'dapplex.jsonc')
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
      }
    }
  },
}

const launchFile: FuzzTarget = {
  name: 'launch-json',
  files: ['/packages/daemon/dist/config/'],
  words: [
    ...JSONC,
    '"configurations"',
    '"name"',
    '"type"',
    '"args"',
    '"env"',
    '"linux"',
    '${env:',
    '${file}',
    '${workspaceFolder}',
    '}',
  ],
  share: 0.5,
  load: async () => {
    const { parseJsonc } = await import('../../../src/config/read-jsonc.js')
    const { launchConfigurations } = await import('../../../src/config/list-configurations.js')
    const { ConfigError } = await import('../../../src/config/config-error.js')
    const variables = { workspaceFolder: '/w', file: '/w/a.py', env: { HOME: '/home/x' } }
    return (input) => {
      try {
        const value = parseJsonc(input.toString('utf8'), 'launch.json')
        for (const found of launchConfigurations(value, 'launch.json', variables)) found.resolve()
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
      }
    }
  },
}

/** The records of a recording, in a frame whose checksum is right, and the file as it came. */
const recording: FuzzTarget = {
  name: 'recording',
  files: ['/packages/recording/dist/format/', '/packages/recording/dist/read/'],
  words: [
    '{"kind":"stop"',
    '"header"',
    '"value"',
    '"part"',
    '"output"',
    '"event"',
    '"id":1',
    '"frames":[1]',
    '"dropped"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
  ],
  share: 0.01,
  load: async () => {
    const { encodeFrame, firstLine } = await import('../../../../recording/src/format/frame.js')
    const { Recording, RecordingError, StopAnswers } = await import('@dapplex/recording')
    const write = scratchFile()
    const askAll = (stop: PastStop | undefined) => {
      const answers = stop === undefined ? undefined : new StopAnswers(stop, 'common')
      for (const command of ['threads', 'stackTrace', 'scopes', 'variables', 'exceptionInfo', 'evaluate'])
        JSON.stringify(answers?.answer(command, { threadId: 1, frameId: 1, variablesReference: 1, expression: 'a.b' }))
    }
    const readAll = async (path: string) => {
      try {
        const read = await Recording.open(path)
        for (const stopId of read.stopIds) askAll(read.stop(stopId))
        for (const one of [...read.output(), ...read.events(), ...read.sources.values()]) JSON.stringify(one)
        read.close()
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error
      }
    }
    return async (input) => {
      await readAll(write(Buffer.concat([firstLine(), input])))
      const frames = input
        .toString('utf8')
        .split('\n')
        .map((line) => encodeFrame([line]))
      await readAll(write(Buffer.concat([firstLine(), ...frames])))
    }
  },
}

/** The journal of the workflow tree: the daemon reads it when it starts. */
const workflowJournal: FuzzTarget = {
  name: 'workflow-journal',
  files: ['/packages/workflow/dist/journal/', '/packages/workflow/dist/state/apply'],
  words: [
    '{"seq":1',
    '"type":"node"',
    '"type":"output"',
    '"type":"spawn"',
    '"node":{',
    '"id":"a"',
    '"parentId"',
    '"status":"running"',
    '}',
    '\n',
  ],
  share: 0.5,
  load: async () => {
    const { openWorkflow, readJournal, DEFAULT_RETENTION, DEFAULT_SPAWN_LIMITS } = await import('@dapplex/workflow')
    const options = {
      now: () => 1,
      newId: () => 'fresh',
      workspace: 'w',
      redact: (value: unknown) => ({ value, count: 0 }),
      limits: DEFAULT_SPAWN_LIMITS,
      retention: DEFAULT_RETENTION,
      packing: deflate,
    }
    return (input) => {
      const { records } = readJournal(input.toString('utf8'))
      openWorkflow(records, () => undefined, options)
    }
  },
}

/** The journal of a session: it is exported, or refused with an error. */
const sessionJournal: FuzzTarget = {
  name: 'session-journal',
  files: ['/packages/daemon/dist/journal/'],
  words: [
    '{"kind":"clientMessage"',
    '{"kind":"adapterMessage","message":',
    '"now":1}',
    '{"kind":"adapterStarted"',
    '"client":1',
    '\n',
    '{',
    '}',
  ],
  share: 0.02,
  load: async () => {
    const { exportSession } = await import('../../../src/journal/export-session.js')
    const write = scratchFile()
    // It throws for what is no journal; a fault is what never ends, or ends the process.
    return async (input) => {
      const journal = { path: write(input), bytes: input.length, trouble: undefined }
      await exportSession(journal).catch(() => undefined)
    }
  },
}

const paths: FuzzTarget = {
  name: 'path-mapping',
  files: ['/packages/daemon/dist/paths/path-mapping'],
  words: [
    '/app',
    '/app/',
    'file://',
    '\\',
    'C:\\',
    '%20',
    '%',
    '%ff',
    '..',
    '"source"',
    '"path"',
    '{"source":{"path":"',
    '"}}',
    '\\ud800',
  ],
  share: 1,
  load: async () => {
    const { mapSources, toLocal, toRemote } = await import('../../../src/paths/path-mapping.js')
    const mappings = [
      { remote: '/app', local: '/home/user/project' },
      { remote: 'C:\\app', local: '/home/user/windows' },
      { remote: '/', local: 'D:/root' },
    ]
    const maps = [toLocal(mappings), toRemote(mappings)]
    const { parseBody } = await import('@dapplex/transport')
    return (input) => {
      const text = input.toString('utf8')
      for (const map of maps) if (typeof map(text) !== 'string') throw new Error('a path became something else')
      const parsed = parseBody(Buffer.from(input))
      if (parsed.kind === 'message') for (const map of maps) mapSources(parsed.value, map)
    }
  },
}

export const fileTargets: readonly FuzzTarget[] = [
  configuration,
  launchFile,
  recording,
  workflowJournal,
  sessionJournal,
  paths,
]
