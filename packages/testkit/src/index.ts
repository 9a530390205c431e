export { buildC, buildDotnet, buildGo } from './build-program.js'
export { DapClient, DapFailure, type ReverseHandler } from './dap-client.js'
export type { ArgumentsOf, DapCommands, DapEvents, EventOf, ResponseOf } from './dap-messages.js'
export { dapSchema, type DapSchema } from './dap-schema.js'
export { entryText, type AnyMessage, type Entry, type Mark } from './entry.js'
export { expectGolden, goldenText, type GoldenOptions } from './golden.js'
export { openSession, type OpenedSession, type OpenSession } from './open-session.js'
export { and, event, inOrder, matchOrder, message, or, request, response, type Order } from './order.js'
export {
  descendants,
  groupMembers,
  isAlive,
  listProcesses,
  processesWithEnv,
  untilGone,
  type ProcessInfo,
} from './processes.js'
export { fixture, FIXTURES, markerLine } from './programs.js'
export { RecordedAdapter, translate, type RecordedAdapterOptions } from './recorded-adapter.js'
export type { ProgramName } from './requirement-probes.js'
export { commandOf, missing, requirement, type Requirement } from './requirements.js'
export { emit, fail, respond, type Reply, type Script, type Step } from './script.js'
export { ScriptedAdapter, type ScriptedAdapterOptions } from './scripted-adapter.js'
export { scriptedProcess, type ScriptedProcess } from './scripted-process.js'
export {
  spawnAdapter,
  spawnListeningAdapter,
  type AdapterCommand,
  type ListeningAdapterCommand,
  type SpawnedAdapter,
} from './spawn-adapter.js'
export { StableIds, type StableOptions } from './stable-ids.js'
export { Timeline, type TimelineOptions, type WaitOptions } from './timeline.js'
export {
  formatTranscript,
  parseTranscript,
  readTranscript,
  recordTranscript,
  writeTranscript,
  type Transcript,
  type TranscriptHeader,
  type TranscriptLine,
} from './transcript.js'
