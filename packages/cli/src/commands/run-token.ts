import {
  addPrincipal,
  makeStateFolders,
  readPrincipals,
  removePrincipal,
  ROLES,
  stateFolder,
  statePaths,
} from '@dapplex/daemon/files'
import { CommandError } from '../command-error.js'
import { printTable } from '../print-table.js'

/** Errors: CommandError for a name that is taken or is none. */
export function addToken({ name, role, json }: { name: string; role: string; json: boolean }): void {
  const known = ROLES.find((one) => one === role)
  if (known === undefined) throw new CommandError(`"${role}" is no role: ${ROLES.join(', ')}`)
  const paths = statePaths(stateFolder(process.env))
  makeStateFolders(paths)
  const token = attempt(() => addPrincipal(paths.principals, { name, role: known }))
  process.stdout.write(json ? `${JSON.stringify({ name, role: known, token })}\n` : `${token}\n`)
}

export function listTokens({ json }: { json: boolean }): void {
  const principals = attempt(() => readPrincipals(statePaths(stateFolder(process.env)).principals))
  const rows = principals.map(({ name, role, added }) => ({ name, role, added }))
  if (json) process.stdout.write(`${JSON.stringify(rows)}\n`)
  else
    printTable({
      head: ['name', 'role', 'added'],
      rows: rows.map(({ name, role, added }) => [name, role, added]),
      none: 'Nobody but this user has a token; `dapplex token add NAME --role ROLE` gives one.',
    })
}

/** Errors: CommandError when nobody has that name. */
export function removeToken(name: string): void {
  const { principals } = statePaths(stateFolder(process.env))
  if (!attempt(() => removePrincipal(principals, name)))
    throw new CommandError(`${name} has no token; \`dapplex token list\` shows who has one`)
  process.stdout.write(`${name} may not connect any more.\n`)
}

function attempt<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}
