import { z } from 'zod'
import { defineErrors } from './entry.js'

const failedStart = z.object({
  reason: z.string(),
  adapter: z.string().optional(),
  stderr: z.string().optional(),
})

/** Sessions, their programs and adapters. */
export const sessionErrors = defineErrors({
  NO_SESSION: {
    rule: 'surface',
    says: 'No debug session',
    then: 'start one with debug_launch or debug_attach; sessions_list {} shows those of others and ended ones: give session_id, or choose one with session_select',
    data: z.object({ candidates: z.array(z.string()).optional(), ended: z.array(z.string()).optional() }),
  },
  SESSION_NOT_FOUND: {
    rule: 'surface',
    says: "Session '{session_id}' not found",
    then: 'sessions_list {} shows the existing sessions',
    thenForPerson:
      'it has ended, or it belonged to a daemon that has ended; `dapplex sessions` lists those that you can join',
    data: z.object({ session_id: z.string() }),
  },
  SESSION_AMBIGUOUS: {
    rule: 'surface',
    says: 'Several sessions are live',
    then: 'give session_id, one of {candidates}; session_select selects one for the whole connection, sessions_list {} tells what they are',
    data: z.object({ candidates: z.array(z.string()) }),
  },
  INVALID_PATH: {
    rule: 'surface',
    says: "Path '{path}' does not exist",
    then: 'give the absolute path of an existing file, or of a project folder if the adapter takes one',
    data: z.object({ path: z.string() }),
  },
  LAUNCH_FAILED: {
    rule: 'surface',
    says: 'The program could not be launched: {reason}',
    data: failedStart,
  },
  ATTACH_FAILED: {
    rule: 'surface',
    says: 'Could not attach: {reason}',
    data: failedStart,
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
    then: 'the session can still be read; debug_launch starts a new one',
    thenForPerson: 'start debugging again',
    data: z.object({ adapter: z.string(), reason: z.string(), stderr: z.string().optional() }),
  },
  PERMISSION_DENIED: {
    rule: 'surface',
    says: '{what} is not permitted: {reason}',
    then: 'the daemon needs the rights of the user who owns the process',
    data: z.object({ what: z.string(), reason: z.string() }),
  },
  PROCESS_NOT_FOUND: {
    rule: 'surface',
    says: 'There is no process {pid}',
    then: 'processes_list {} shows what can be attached to',
    thenForPerson: 'it has ended, or the number belongs to another machine',
    data: z.object({ pid: z.int() }),
  },
  NOT_DOTNET_PROCESS: {
    rule: 'surface',
    says: 'Process {pid} does not run .NET',
    then: 'processes_list {} shows the processes that can be attached to, and with which adapter',
    thenForPerson: 'choose the process of a .NET program, or another "dapplexAdapter"',
    data: z.object({ pid: z.int() }),
  },
  ALREADY_ATTACHED: {
    rule: 'surface',
    says: "Process {pid} is already being debugged in session '{session_id}'",
    then: 'sessions_list {} shows the session; a call with its session_id joins it. A debugger outside dapplex must detach first',
    thenForPerson: 'join that session (`dapplex sessions` lists it), or let the other debugger detach first',
    data: z.object({ pid: z.int(), session_id: z.string().optional(), debugger_pid: z.int().optional() }),
  },
  SWANK_CONNECTION_FAILED: {
    rule: 'surface',
    says: 'No Swank server answers at {host}:{port}: {reason}',
    then: 'start one in the image with (swank:create-server :port {port} :dont-close t), then debug_attach {"host": "{host}", "port": {port}}',
    thenForPerson:
      'start one in the image with (swank:create-server :port {port} :dont-close t), then start debugging again',
    data: z.object({ host: z.string(), port: z.int(), reason: z.string() }),
  },
  DISCONNECT_FAILED: {
    rule: 'mux 11',
    says: "Session '{session_id}' did not end: {reason}",
    then: 'debug_state {"session_id": "{session_id}"} shows who else is in the session',
    data: z.object({ session_id: z.string(), reason: z.string() }),
  },
})
