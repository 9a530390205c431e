import { z } from 'zod'
import { defineErrors } from './entry.js'

const none = z.object({})
const session = z.object({ session_id: z.string() })

/** Every domain error that something raises; `spec` of the surface, "All error types". */
export const errorCatalogue = defineErrors({
  NO_SESSION: {
    rule: 'surface',
    says: 'No debug session',
    then: 'start one with debug_launch or debug_attach',
    data: none,
  },
  SESSION_NOT_FOUND: {
    rule: 'surface',
    says: "Session '{session_id}' not found",
    then: 'sessions_list shows the sessions there are',
    data: session,
  },
  SESSION_AMBIGUOUS: {
    rule: 'surface',
    says: 'Several sessions are live',
    then: 'give session_id, or choose one with session_select',
    data: z.object({ candidates: z.array(z.string()) }),
  },
  INVALID_PATH: {
    rule: 'surface',
    says: "Path '{path}' does not exist",
    then: 'give the path of an existing file',
    data: z.object({ path: z.string() }),
  },
  LAUNCH_FAILED: {
    rule: 'surface',
    says: 'The program could not be launched: {reason}',
    data: z.object({ reason: z.string(), adapter: z.string().optional(), stderr: z.string().optional() }),
  },
  ATTACH_FAILED: {
    rule: 'surface',
    says: 'Could not attach: {reason}',
    data: z.object({ reason: z.string(), adapter: z.string().optional(), stderr: z.string().optional() }),
  },
  ADAPTER_NOT_FOUND: {
    rule: 'surface',
    says: "Debug adapter '{adapter}' not found",
    then: '{install}',
    data: z.object({ adapter: z.string(), install: z.string(), tried: z.array(z.string()).optional() }),
  },
  ADAPTER_CRASHED: {
    rule: 'mux 15',
    says: "The debug adapter '{adapter}' ended unexpectedly: {reason}",
    data: z.object({ adapter: z.string(), reason: z.string(), stderr: z.string().optional() }),
  },
  NOT_PAUSED: {
    rule: 'seed 001',
    says: 'Process must be paused; it is {current_state}',
    then: 'debug_pause stops it; wait_for_stop waits for the next stop',
    data: z.object({ current_state: z.string() }),
  },
  INVALID_PARAMETER: {
    rule: 'surface',
    says: "Parameter '{parameter}' is not valid",
    data: z.object({
      field: z.string(),
      parameter: z.string(),
      value: z.unknown().optional(),
      allowed: z.unknown().optional(),
      nearest: z.string().optional(),
    }),
  },
})

export type ErrorType = keyof typeof errorCatalogue
export type ErrorData<T extends ErrorType> = z.infer<(typeof errorCatalogue)[T]['data']>
