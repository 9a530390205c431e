import type { AdapterDefinition } from './definition.js'
import type { LaunchSpec } from './launch-spec.js'
import type { TestFramework } from './test-framework.js'

/** What a caller of `debug_attach` wants: a process, or an address. */
export interface AttachSpec {
  readonly pid?: number
  readonly host?: string
  readonly port?: number
  readonly adapterArgs: Readonly<Record<string, unknown>>
}

export interface AttachableProcess {
  readonly pid: number
  readonly name: string
  readonly runtime?: string
}

/**
 * One adapter for the daemon: its definition, and code only where data cannot say it. Hooks throw a `ToolError`
 * (`errors/tool-error.ts`) that the caller sees unchanged.
 */
export interface AdapterModule {
  readonly definition: AdapterDefinition
  /** Absolute file path of the entry of one of dapplex's own adapters (`find: own`), or of what stands before a found one (`through: own`). */
  readonly entry?: string
  readonly hooks?: AdapterHooks
  /** Test frameworks whose tests it debugs. */
  readonly tests?: readonly TestFramework[]
}

export interface AdapterHooks {
  /** What a launch needs beside the adapter itself and this machine lacks, for people; undefined when all is there. */
  readonly missing?: (env: Readonly<Record<string, string | undefined>>) => string | undefined
  /** Checks a launch before anything is started and gives the adapter's own arguments. Errors: INVALID_PATH, LAUNCH_FAILED. */
  readonly prepareLaunch?: (spec: LaunchSpec) => Promise<Record<string, unknown>>
  /** Checks an attach before anything is started. Errors: PROCESS_NOT_FOUND, NOT_DOTNET_PROCESS, ALREADY_ATTACHED, PERMISSION_DENIED, ATTACH_FAILED. */
  readonly prepareAttach?: (spec: AttachSpec) => Promise<Record<string, unknown>>
  /**
   * The id of the adapter whose way of writing names, values and failures holds for this program: a recording is shown like
   * the adapter that was recorded. Undefined where it is the adapter's own way.
   */
  readonly presentsLike?: (program: string) => string | undefined
  /**
   * Whether the program is a recording of stops: what is recorded of its session is that file. An adapter that has this hook runs no
   * program, and no session of it is recorded, whatever its file is.
   */
  readonly showsRecording?: (program: string) => boolean
  /** Processes that this adapter could attach to. */
  readonly listProcesses?: () => Promise<AttachableProcess[]>
}
