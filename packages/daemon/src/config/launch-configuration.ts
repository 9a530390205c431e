import type { PathMapping } from '@dapplex/tools'

/** A named way to launch, from `.vscode/launch.json` or `dapplex.jsonc`, with its variables replaced. */
export interface LaunchConfiguration {
  readonly name: string
  /** The file that defines it. */
  readonly file: string
  readonly request: 'launch' | 'attach'
  /** `type` of a launch.json, or the adapter's id. */
  readonly type?: string
  readonly program?: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env: Readonly<Record<string, string>>
  readonly stopAtEntry: boolean
  readonly pathMappings?: readonly PathMapping[]
  /** All other members: arguments of the adapter. */
  readonly adapterArgs: Readonly<Record<string, unknown>>
}
