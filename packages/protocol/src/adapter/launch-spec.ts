/** What a caller of `debug_launch` wants, before it is written in an adapter's own arguments. */
export interface LaunchSpec {
  readonly program: string
  readonly args: readonly string[]
  /** Absolute folder. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stopAtEntry: boolean
  /** Passed to the adapter as they are, over everything else. */
  readonly adapterArgs: Readonly<Record<string, unknown>>
}
