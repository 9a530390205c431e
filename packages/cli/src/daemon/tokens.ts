import {
  addPrincipal,
  makeStateFolders,
  readPrincipals,
  removePrincipal,
  ROLES,
  stateFolder,
  statePaths,
} from '@dapplex/daemon/files'
import { CommandError } from '../exit/command-error.js'
import { printTable } from '../output/print-table.js'
import { print, printJson } from '../output/print.js'

/** Errors: CommandError for a name that is taken or not allowed. */
export function addToken({ name, role, json }: { name: string; role: string; json: boolean }): void {
  const known = ROLES.find((one) => one === role)
  if (known === undefined) throw new CommandError(`"${role}" is not a role; the roles are ${ROLES.join(', ')}`)
  const paths = statePaths(stateFolder(process.env))
  makeStateFolders(paths)
  const token = attempt(() => addPrincipal(paths.principals, { name, role: known }))
  if (json) printJson({ name, role: known, token }, 'line')
  else print(token)
}

export function listTokens({ json }: { json: boolean }): void {
  const principals = attempt(() => readPrincipals(statePaths(stateFolder(process.env)).principals))
  const rows = principals.map(({ name, role, added }) => ({ name, role, added }))
  if (json) printJson(rows, 'line')
  else
    printTable({
      head: ['name', 'role', 'added'],
      rows: rows.map(({ name, role, added }) => [name, role, added]),
      none: 'Only you have a token. `dapplex token add NAME --role ROLE` makes one for somebody else.',
    })
}

/** Errors: CommandError when nobody has that name. */
export function removeToken(name: string): void {
  const { principals } = statePaths(stateFolder(process.env))
  if (!attempt(() => removePrincipal(principals, name)))
    throw new CommandError(`nobody called ${name} has a token; \`dapplex token list\` shows who has one`)
  print(`${name} can no longer connect.`)
}

function attempt<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}
