import { findCommand } from '../in-both/find-command.js'
import { findSwank } from '../in-both/find-swank.js'

/** What a launch needs and this machine lacks. An attach needs neither: its image is running and has Swank in it. */
export function missingProgram(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (findCommand('sbcl', env) === undefined) return 'sbcl is not on PATH'
  const swank = findSwank(undefined, env)
  return 'problem' in swank ? swank.problem : undefined
}
