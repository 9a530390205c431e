import { statSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { toolError, type AdapterDefinition, type LaunchSpec } from '@dapplex/protocol'

/**
 * Writes a launch request in the adapter's argument names, as its definition says. `adapter_args` override everything.
 * @throws ToolError LAUNCH_FAILED when the adapter cannot launch, or has no argument for a part of the request
 */
export function writeLaunch(definition: AdapterDefinition, spec: LaunchSpec): Record<string, unknown> {
  const names = definition.launch
  if (names === undefined) throw refuse(definition, `${definition.title} only attaches; use debug_attach`)
  const args: Record<string, unknown> = {
    ...names.fixed,
    ...names.inTerminal,
    ...fixedByProgram(names, spec.program),
    ...fixedByArgument(names, spec.adapterArgs),
    [names.program]: spec.program,
  }
  const say = (name: string | undefined, value: unknown, what: string) => {
    if (name === undefined)
      throw refuse(definition, `${definition.title} has no launch argument for ${what}; leave it out`)
    args[name] = value
  }
  if (names.args !== undefined || spec.args.length > 0) say(names.args, [...spec.args], 'arguments of the program')
  if (names.cwd !== undefined) args[names.cwd] = spec.cwd
  if (names.programFolder !== undefined)
    args[names.programFolder] = isFolder(spec.program) ? spec.program : dirname(spec.program)
  if (Object.keys(spec.env).length > 0) say(names.env?.name, envInForm(spec.env, names.env?.form), 'the environment')
  if (names.stopAtEntry !== undefined || spec.stopAtEntry)
    say(names.stopAtEntry, spec.stopAtEntry, 'stopping at the entry')
  return { ...args, ...spec.adapterArgs }
}

function envInForm(env: Readonly<Record<string, string>>, form: 'object' | 'list' | undefined): unknown {
  return form === 'list' ? Object.entries(env).map(([name, value]) => `${name}=${value}`) : { ...env }
}

type LaunchNames = NonNullable<AdapterDefinition['launch']>

function fixedByProgram(names: LaunchNames, program: string): Readonly<Record<string, unknown>> {
  const kind = isFolder(program) ? 'folder' : extname(program).toLowerCase()
  return names.byProgram?.find(({ programs }) => programs.includes(kind))?.fixed ?? {}
}

function fixedByArgument(names: LaunchNames, given: LaunchSpec['adapterArgs']): Readonly<Record<string, unknown>> {
  const fitting = names.byArgument?.filter(({ argument, values }) => values.includes(given[argument])) ?? []
  return Object.assign({}, ...fitting.map(({ fixed }) => fixed)) as Record<string, unknown>
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const refuse = (definition: AdapterDefinition, reason: string): Error =>
  toolError('LAUNCH_FAILED', { reason, adapter: definition.id })
