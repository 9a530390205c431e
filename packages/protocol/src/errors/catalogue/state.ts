import { z } from 'zod'
import { defineErrors } from './entry.js'

/** Where the program stands, and moving it. */
export const stateErrors = defineErrors({
  NOT_PAUSED: {
    rule: 'seed 001',
    says: 'Process must be paused; it is {current_state}',
    then: 'debug_pause {} stops it; wait_for_stop {} waits for the next stop',
    thenBy: {
      field: 'current_state',
      hints: {
        exited: 'debug_state {} says how it ended, output_get {} what it wrote; debug_restart {} starts it again',
      },
    },
    data: z.object({ current_state: z.enum(['running', 'exited']), thread_id: z.int().optional() }),
  },
  INVALID_THREAD: {
    rule: 'surface',
    says: 'There is no thread {thread_id}',
    then: 'threads_list {} shows the existing threads',
    data: z.object({ thread_id: z.int() }),
  },
  INVALID_FRAME: {
    rule: 'surface',
    says: 'There is no frame {frame_index}',
    then: 'stacktrace_get {} shows the existing frames',
    data: z.object({ frame_index: z.int(), total_frames: z.int().optional() }),
  },
  STEP_FAILED: {
    rule: 'surface',
    says: "The program could not be moved: '{command}' failed: {reason}",
    then: 'debug_state {} shows where the program is now',
    data: z.object({ command: z.string(), reason: z.string() }),
  },
  RESTART_FAILED: {
    rule: 'surface',
    says: "restart_invoke could not take the restart '{restart}': {reason}",
    then: 'restarts_list {} shows the restarts of this stop',
    data: z.object({ restart: z.string(), reason: z.string() }),
  },
  STOP_CHANGED: {
    rule: 'mux 17',
    says: 'Stop {expected} is over: {by} moved the program, it is now at stop {actual}',
    then: 'debug_state {} shows where the program is now; then repeat with expected_stop_id {actual}',
    data: z.object({ expected: z.int(), actual: z.int(), by: z.string() }),
  },
  CONTROL_HELD: {
    rule: 'mux 19',
    says: '{holder} has control of the program',
    then: 'wait until control is released, or ask the holder: message_send {"to": "{holder}", "text": "..."}',
    data: z.object({ holder: z.string(), remaining_ms: z.number().optional() }),
  },
  TIMEOUT: {
    rule: 'surface',
    says: '{what} did not answer within {timeout_ms} ms',
    then: 'give a larger timeout_ms; debug_state {} shows whether the adapter still answers',
    data: z.object({ what: z.string(), timeout_ms: z.number(), blocked_by: z.string().optional() }),
  },
})
