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

interface NewToken {
  readonly name: string
  readonly role: string
  readonly json: boolean
  /** How long it is good, in ms; undefined: until it is removed. */
  readonly lifetimeMs?: number
}

/** Errors: CommandError for a name that is taken or not allowed. */
export function addToken({ name, role, json, lifetimeMs }: NewToken): void {
  const known = ROLES.find((one) => one === role)
  if (known === undefined) throw new CommandError(`"${role}" is not a role; the roles are ${ROLES.join(', ')}`)
  const paths = statePaths(stateFolder(process.env))
  attempt(() => makeStateFolders(paths))
  const expires = lifetimeMs === undefined ? undefined : new Date(Date.now() + lifetimeMs)
  const ends = expires === undefined ? {} : { expires }
  const token = attempt(() => addPrincipal(paths.principals, { name, role: known, ...ends }))
  if (json)
    printJson(
      { name, role: known, token, ...(expires === undefined ? {} : { expires: expires.toISOString() }) },
      'line',
    )
  else print(token)
}

export function listTokens({ json }: { json: boolean }): void {
  const principals = attempt(() => readPrincipals(statePaths(stateFolder(process.env)).principals))
  const rows = principals.map(({ sha256: _secret, ...row }) => row)
  if (json) printJson(rows, 'line')
  else
    printTable({
      head: ['name', 'role', 'added', 'ends'],
      rows: rows.map(({ name, role, added, expires }) => [name, role, added, endOf(expires)]),
      none: 'Only you have a token. `dapplex token add NAME --role ROLE` makes one for somebody else.',
    })
}

/** Errors: CommandError when nobody has that name. */
export function removeToken(name: string): void {
  const { principals } = statePaths(stateFolder(process.env))
  if (!attempt(() => removePrincipal(principals, name)))
    throw new CommandError(`nobody called ${name} has a token; \`dapplex token list\` shows who has one`)
  print(`${name} can no longer connect, and its connections are closed.`)
}

function endOf(expires: string | undefined): string {
  if (expires === undefined) return 'never'
  return Date.parse(expires) <= Date.now() ? `${expires} (over)` : expires
}

function attempt<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}
