export { buildC, buildDotnet, buildGo } from './machine/build-program.js'
export { DapClient, DapFailure, type ReverseHandler } from './dap/dap-client.js'
export type { DapCommands, DapEvents } from './dap/dap-messages.js'
export type { ArgumentsOf, EventOf, ResponseOf } from './dap/typed-messages.js'
export { dapSchema, type DapSchema } from './dap/dap-schema.js'
export { generateDapSchema } from './dap/generate-dap-schema.js'
export { entryText, isEvent, type AnyMessage, type Entry, type Mark } from './dap/entry.js'
export { expectGolden, goldenText, type GoldenOptions } from './transcripts/golden.js'
export { errorVariables } from './dap/refusal.js'
export { openSession, type OpenedSession, type OpenSession } from './dap/open-session.js'
export { and, event, inOrder, matchOrder, message, or, request, response, type Order } from './dap/order.js'
export {
  descendants,
  groupMembers,
  isAlive,
  listProcesses,
  processesWithArgument,
  processesWithEnv,
  untilGone,
  type ProcessInfo,
} from './machine/processes.js'
export { openWait, openWaits } from './machine/open-waits.js'
export { portOf } from './machine/port-of.js'
export { fixture, FIXTURES, markerLine } from './machine/programs.js'
export { untilWritten } from './machine/until-written.js'
export { RecordedAdapter, translate, type RecordedAdapterOptions } from './adapters/recorded-adapter.js'
export type { ProgramName } from './machine/requirement-probes.js'
export { commandOf, missing, requirement, type Requirement } from './machine/requirements.js'
export { emit, fail, respond, type Reply, type Script, type Step } from './adapters/script.js'
export { ScriptedAdapter, type ScriptedAdapterOptions } from './adapters/scripted-adapter.js'
export { scriptedProcess, type ScriptedProcess } from './adapters/scripted-process.js'
export {
  spawnAdapter,
  spawnListeningAdapter,
  type AdapterCommand,
  type ListeningAdapterCommand,
  type SpawnedAdapter,
} from './adapters/spawn-adapter.js'
export { StableIds, type StableOptions } from './transcripts/stable-ids.js'
export { Timeline, type TimelineOptions, type WaitOptions } from './dap/timeline.js'
export {
  formatTranscript,
  parseTranscript,
  readTranscript,
  recordTranscript,
  writeTranscript,
  type Transcript,
  type TranscriptHeader,
  type TranscriptLine,
} from './transcripts/transcript.js'
export { byName, firstOf, lastOf, must } from './typed/found.js'
export { jsonObject, parseJson, readJson, z } from './typed/read-json.js'
