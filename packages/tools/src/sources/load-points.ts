import type { AdapterTraits } from '@dapplex/protocol'
import type { BreakpointSpec } from '../port/dap-session.js'
import { readLines } from './local-file.js'

/**
 * For an adapter that confirms any place: points that tell when the files of breakpoints are loaded. The program's own file needs
 * none. They must be set before the files can be loaded.
 */
export async function loadPoints(
  specs: readonly BreakpointSpec[],
  { traits, program }: { readonly traits: AdapterTraits; readonly program?: string | undefined },
): Promise<BreakpointSpec[]> {
  const { beforeStatement } = traits.confirmsAnyPlace ?? {}
  if (beforeStatement === undefined) return []
  const paths = new Set(specs.flatMap(({ path }) => (path === undefined || path === program ? [] : [path])))
  const points = [...paths].map(async (path): Promise<BreakpointSpec[]> => {
    const line = await firstStatement(path, new RegExp(beforeStatement))
    return line === undefined ? [] : [{ path, line, implicit: true }]
  })
  return (await Promise.all(points)).flat()
}

async function firstStatement(path: string, before: RegExp): Promise<number | undefined> {
  const lines = await readLines(path)
  if (lines === undefined) return undefined
  const above = before.exec(`${lines.join('\n')}\n`)?.[0] ?? ''
  const line = above.split('\n').length
  return line > lines.length ? undefined : line
}
