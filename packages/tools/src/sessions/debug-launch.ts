import { dirname, isAbsolute, resolve } from 'node:path'
import { surface, toolError, type LaunchWish } from '@dapplex/protocol'
import type { z } from 'zod'
import type { SessionCall } from '../call/session-call.js'
import { implement } from '../call/tool.js'
import type { LaunchRequest } from '../port/dap-session.js'
import { present } from '../present.js'
import { breakpointWish, type BreakpointPlace } from '../breakpoints/breakpoint-wish.js'
import { showStop, type StopReport } from '../stop/describe-stop.js'
import { stateOf } from './session-state.js'

type Params = z.output<typeof surface.debug_launch.params>

export const debugLaunch = implement(surface.debug_launch, async (params, call) => {
  const session = await call.sessions.launch(await launchRequest(params), call.rest())
  const on = call.using(session)
  const view = session.view()
  const stop = stateOf(view) === 'stopped' && view.stop !== undefined ? await showStop(on, view.stop) : undefined
  return present({
    success: true as const,
    session_id: session.id,
    pid: view.process?.systemProcessId,
    state: stateOf(view),
    message: launchMessage(on, stop),
    ...stop,
  })
})

async function launchRequest(params: Params): Promise<LaunchRequest> {
  const wish = launchWish(params)
  const { adapter, configuration } = params
  const places = params.breakpoints.map((place: BreakpointPlace, index) =>
    breakpointWish(place, { cwd: wish.cwd, field: `breakpoints.${index}.` }),
  )
  return present({ adapter, configuration, wish, breakpoints: await Promise.all(places) })
}

/** @throws ToolError INVALID_PATH for a relative path: the daemon does not know from where it is meant */
function launchWish({
  program,
  cwd,
  args,
  env,
  stop_at_entry: stopAtEntry,
  adapter_args: adapterArgs,
}: Params): LaunchWish {
  const absolute = cwd === undefined || program === '' ? program : resolve(cwd, program)
  const isGiven = program !== ''
  if ((isGiven && !isAbsolute(absolute)) || (cwd !== undefined && !isAbsolute(cwd))) {
    const path = isGiven && !isAbsolute(absolute) ? program : (cwd ?? '')
    throw toolError('INVALID_PATH', { path }, `'${path}' is relative: give an absolute path`)
  }
  const folder = cwd ?? (isGiven ? dirname(absolute) : '')
  return { program: absolute, args, cwd: folder, env, stopAtEntry, adapterArgs }
}

function launchMessage({ session, view }: SessionCall, stop: StopReport | undefined): string {
  const what = `${session.program ?? 'The program'} (${session.adapter.title})`
  switch (stateOf(view)) {
    case 'running':
      return `${what} is running`
    case 'exited':
      return `${what} has ended${view.exitCode === undefined ? '' : ` with exit code ${view.exitCode}`}`
    case 'stopped': {
      const { file, line } = stop?.location ?? {}
      return `${what} is stopped (${view.stop?.reason ?? 'unknown'})${file === undefined ? '' : ` at ${file}:${line ?? '?'}`}`
    }
  }
}
