import { z } from 'zod'

/** A place in the source; `file` is absolute. */
export const location = z.strictObject({
  function: z.string().optional(),
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
})

/** Who did something. */
export const actor = z.strictObject({
  client_id: z.int(),
  name: z.string(),
  principal: z.string(),
  kind: z.enum(['editor', 'terminal', 'agent', 'surface']),
})

export const clientRow = actor.extend({
  role: z.enum(['observer', 'operator', 'owner']),
  joined_at: z.string().describe('ISO 8601'),
  last_command: z.string().optional().describe('The last request that changed something'),
  breakpoints: z.int(),
})

const exceptionNames = {
  type: z.string().optional().describe('Unqualified type name'),
  type_full: z.string().optional(),
  message: z.string().optional(),
}

export const exceptionSummary = z.strictObject({
  ...exceptionNames,
  chain: z.array(z.strictObject(exceptionNames)).optional().describe('What caused it, the nearest cause first'),
  raised_at: location
    .extend({ frame_index: z.int().optional().describe('Absent for the top frame') })
    .optional()
    .describe(
      "The nearest frame of the program's own code: source_lines and values are of it. file is left out where it is that of location",
    ),
})

export const sourceLine = z.strictObject({ line: z.int(), text: z.string(), is_current: z.literal(true).optional() })

const member = z.strictObject({ name: z.string(), value: z.string(), object_id: z.int().optional() })

/** A value at a stop. */
export const digestValue = z.strictObject({
  name: z.string(),
  type: z.string().optional().describe('Absent where the value tells it'),
  value: z.string(),
  scope: z.literal('argument').optional().describe('Absent for a local'),
  object_id: z.int().optional(),
  changed: z
    .literal(true)
    .optional()
    .describe('Another value than at the last stop that was shown in this call of the function'),
  previous: z.string().optional().describe('The value then'),
  members: z.array(member).optional().describe('With detail full'),
})

/** The session of a process or worker that a program has started. */
export const childRow = z.strictObject({
  session_id: z.string(),
  parent: z.string(),
  state: z.enum(['running', 'stopped', 'exited']),
  process: z.string().optional().describe('Its command line, or its name'),
  pid: z.int().optional(),
})

/** What a stop shows, where the adapter gives it: enough to decide what to do next. */
export const digestFields = {
  source_lines: z
    .array(z.string())
    .optional()
    .describe("The lines around the place: the number, then '>' at the place itself or ':', then the text"),
  stack: z.array(z.string()).optional().describe("The first frames of the program's own code: function file:line"),
  values: z.array(digestValue).optional().describe('Arguments, then locals'),
  callers: z
    .array(location.extend({ frame_index: z.int(), values: z.array(digestValue) }))
    .optional()
    .describe('With detail full; file is left out where it is that of location'),
  output: z
    .strictObject({ text: z.string(), more: z.int().optional().describe('Bytes before it; output_get has them') })
    .optional()
    .describe('The end of what the program has written since the last stop that was shown'),
  omitted: z
    .strictObject({
      values: z.int().optional(),
      members: z.int().optional(),
      callers: z.int().optional(),
      stack: z.int().optional(),
      source_lines: z.int().optional(),
      breakpoints: z.int().optional(),
      failures: z.int().optional(),
      late: z.array(z.string()).optional().describe('Parts that the adapter did not give in time'),
    })
    .optional()
    .describe('How many are not shown'),
}

/** Why a breakpoint was never hit, as far as it is known. */
export const breakpointNotHit = z.strictObject({
  id: z.int(),
  file: z.string().optional(),
  line: z.int().optional(),
  function: z.string().optional(),
  condition: z.string().optional(),
  why: z.enum(['never loaded', 'never reached', 'no such function', 'another process ran']),
  process: z.string().optional().describe('The process that ran it'),
})

/** One test; `line` is where it begins. */
const testPlace = { name: z.string(), file: z.string().optional(), line: z.int().optional() }

export const testCase = z.strictObject(testPlace)

/** What became of the tests, after the end of a session of `test_run`. */
const testFields = {
  passed: z.int().optional().describe('Tests that passed, of a session of test_run'),
  failed: z.int().optional(),
  skipped: z.int().optional(),
  failures: z
    .array(z.strictObject({ ...testPlace, message: z.string() }))
    .optional()
    .describe('line is where the test failed, as far as that is known'),
}

/** How a program ended. */
export const endFields = {
  ...testFields,
  exit_code: z.int().optional(),
  exit_code_unknown: z.string().optional().describe('Why there is none, of a child session'),
  signal: z.string().optional().describe('The signal that ended the program'),
  stderr: z.string().optional().describe('The last lines of its standard error'),
  breakpoints_not_hit: z.array(breakpointNotHit).optional().describe('After the end'),
}

/** Of a session that shows a recording (docs/recordings.md). */
export const replayFields = {
  recorded_stop: z
    .strictObject({ stop_id: z.int(), last_stop_id: z.int(), note: z.string().optional() })
    .optional()
    .describe('In a recording: the stop by its number in stops_list, and the number of the last one'),
}

/** How the wait for a stop ended. */
export const stopFields = {
  stopped: z.boolean(),
  reason: z.string().describe('Why it stopped (DAP), or timeout or exited'),
  session_id: z.string().optional(),
  stop_id: z.int().optional(),
  thread_id: z.int().optional(),
  location: location.optional(),
  test: testCase.optional().describe('The test that runs, in a session of test_run'),
  breakpoint_ids: z.array(z.int()).optional(),
  exception: exceptionSummary.optional(),
  still_stopped: z.literal(false).optional().describe('The stop has passed: another client moved the program'),
  ...replayFields,
  ...digestFields,
  ...endFields,
}

export const sessionState = z.enum(['not_attached', 'running', 'stopped', 'exited'])

/** What every tool that moves the program answers; the stop is there where one was waited for. */
export const movedFields = {
  success: z.literal(true),
  state: sessionState,
  ...z.strictObject(stopFields).partial().shape,
}

/** Of the tools that read a stop. */
export const recordedStopId = z
  .int()
  .optional()
  .describe('The program has ended: this is what was recorded at this stop, its last one')

/** Of the tools that read a stop of a recording. */
export const damage = z
  .string()
  .optional()
  .describe('The recording can be read only up to here, or could only be written up to here: later stops are missing')
export const recordedNotes = {
  recorded: z
    .literal('part')
    .optional()
    .describe('Of this stop less was recorded than is usual: variables or frames may be missing'),
  damage,
}

export const sourceChanged = z
  .literal(true)
  .optional()
  .describe('The file is not what the program was built from, or was written after its start: lines may not fit')

/** A breakpoint remembers the text of its line, and goes with it when the file is edited before the next start. */
const followedFields = {
  moved_from: z.int().optional().describe('The line where its text stood before the file was edited'),
  stale: z.literal(true).optional().describe('The file was edited and the text of its line is no longer there'),
}

export const breakpointRow = z.strictObject({
  id: z.int(),
  what: z.enum(['source', 'function', 'exception', 'data', 'instruction']),
  verified: z.boolean().describe('False while it is pending: its code is not loaded yet'),
  enabled: z.boolean(),
  file: z.string().optional(),
  line: z.int().optional().describe('Where it stands: moved by the adapter where the asked line has no code'),
  requested_line: z.int().optional().describe('The line that was asked for, where it is another one'),
  ...followedFields,
  column: z.int().optional(),
  function: z.string().optional(),
  expression: z.string().optional().describe('What a data breakpoint watches'),
  access: z.enum(['write', 'read', 'readWrite']).optional().describe('Which accesses stop the program'),
  filter: z.string().optional().describe('Exception filter of the adapter'),
  exception_type: z.string().optional(),
  break_on_first_chance: z.boolean().optional(),
  break_on_second_chance: z.boolean().optional(),
  include_subtypes: z.boolean().optional(),
  condition: z.string().optional(),
  hit_condition: z.string().optional(),
  log_message: z.string().optional(),
  message: z.string().optional(),
  source_changed: sourceChanged,
  hit_count: z.int().describe('How often it was hit'),
  kept_for: z.enum(['session', 'workspace']).optional().describe('Absent for the breakpoints of an editor'),
  workspace: z.string().optional().describe('Folder whose programs get it: the git root, else the folder'),
  owner: actor.optional().describe('The client that it belongs to and leaves with'),
  set_by: actor.optional(),
})

/** A breakpoint of a session, as a launch tells it. */
export const setBreakpoint = z.strictObject({
  id: z.int().optional().describe('Absent for one that the adapter has refused'),
  verified: z.boolean(),
  file: z.string().optional().describe('Left out where it is that of location'),
  line: z.int().optional(),
  requested_line: z.int().optional(),
  function: z.string().optional(),
  filter: z.string().optional(),
  exception_type: z.string().optional(),
  message: z.string().optional(),
  ...followedFields,
})

/** One variable, field or element. */
export const variableRow = z.strictObject({
  name: z.string(),
  type: z.string().optional(),
  value: z.string(),
  has_children: z.boolean(),
  children_count: z.int().optional(),
  scope: z.enum(['local', 'argument']).optional(),
  scope_name: z.string().optional().describe("The adapter's own name of a scope that is neither locals nor arguments"),
  parent: z.string().optional(),
  object_id: z.int().optional(),
  evaluate_name: z.string().optional(),
  truncated: z.literal(true).optional().describe('The value is cut; evaluate gives more of it'),
})

/** `truncated` and `total` of a paged list. */
export const pageFields = {
  total: z.int().optional().describe('How many there are, where the adapter tells'),
  truncated: z.literal(true).optional().describe('There are more: ask again with a larger start'),
}
