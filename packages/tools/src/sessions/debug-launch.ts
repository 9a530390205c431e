import { dirname, extname, isAbsolute, resolve } from 'node:path'
import { surface, toolError, type LaunchSpec } from '@dapplex/protocol'
import type { z } from 'zod'
import { implementFitting } from '../digest/implement-fitting.js'
import type { LaunchRequest } from '../port/dap-session.js'
import { present } from '../result/present.js'
import { breakpointSpec, type BreakpointPlace } from '../breakpoints/breakpoint-spec.js'
import { startResult } from './start-result.js'

type Params = z.output<typeof surface.debug_launch.params>

export const debugLaunch = implementFitting(surface.debug_launch, async (params, call) => {
  const session = await call.sessions.launch(await launchRequest(params), call.rest())
  return startResult(call.using(session), { ...params, sinceSeq: 0 })
})

async function launchRequest(params: Params): Promise<LaunchRequest> {
  const spec = launchSpec(params)
  const { adapter, configuration } = params
  const places = params.breakpoints.map((place: BreakpointPlace, index) =>
    breakpointSpec(inProgram(place, spec.program), { cwd: spec.cwd, field: `breakpoints.${index}.` }),
  )
  const { path_mappings: mappings, on_abandon: onAbandon, break_on: breakOn } = params
  const pathMappings = mappings.length === 0 ? undefined : mappings
  return present({
    adapter,
    configuration,
    spec,
    breakpoints: await Promise.all(places),
    pathMappings,
    onAbandon,
    breakOn,
  })
}

/** How the names of programs end that are built, beside those of scripts without an ending, which may be either. */
const BUILT: ReadonlySet<string> = new Set(['', '.dll', '.exe'])

/** A line without a file is one of the program, if that is a source file. */
function inProgram(place: BreakpointPlace, program: string): BreakpointPlace {
  const isLine = place.file === undefined && place.function === undefined && (place.line ?? place.text) !== undefined
  return isLine && !BUILT.has(extname(program)) ? { ...place, file: program } : place
}

/** @throws ToolError INVALID_PATH for a relative path: the daemon does not know which folder it starts from */
export function launchSpec({
  program,
  cwd,
  args,
  env,
  stop_at_entry: stopAtEntry,
  adapter_args: adapterArgs,
}: Pick<Params, 'program' | 'cwd' | 'args' | 'env' | 'stop_at_entry' | 'adapter_args'>): LaunchSpec {
  const absolute = cwd === undefined || program === '' ? program : resolve(cwd, program)
  const isGiven = program !== ''
  if ((isGiven && !isAbsolute(absolute)) || (cwd !== undefined && !isAbsolute(cwd))) {
    const path = isGiven && !isAbsolute(absolute) ? program : (cwd ?? '')
    throw toolError('INVALID_PATH', { path }, `'${path}' is relative: give an absolute path`)
  }
  const folder = cwd ?? (isGiven ? dirname(absolute) : '')
  return { program: absolute, args, cwd: folder, env, stopAtEntry, adapterArgs }
}
