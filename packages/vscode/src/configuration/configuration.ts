/** A debug configuration, as `launch.json` has it. */
export interface Configuration {
  readonly type: string
  readonly name: string
  readonly request: string
  readonly [key: string]: unknown
}

export const TYPE = 'dapplex'

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
