import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { AdapterDefinition } from '@dapplex/protocol'

/** What counts for the ports of adapters. */
export interface Machine {
  /** The system tells whose a local connection is (/proc/net/tcp), so that those of strangers are closed. */
  readonly tellsOwners: boolean
  /** Other people have an account. */
  readonly hasOthers: boolean
}

export const thisMachine = (): Machine => ({
  tellsOwners: process.platform === 'linux' && existsSync('/proc/net/tcp'),
  hasOthers: process.platform === 'darwin' ? othersOnMac() : othersInPasswd(),
})

/** Why an adapter's ports are not safe on this machine; undefined where they are. */
export function portWarning({ title, unguardedPorts }: AdapterDefinition, machine: Machine): string | undefined {
  if (unguardedPorts === undefined || machine.tellsOwners || !machine.hasOthers) return undefined
  return `${title}: ${unguardedPorts}, because this system does not tell whose a connection is; run it in a container (docs/security.md)`
}

/** Accounts of people begin at this number (login.defs(5), UID_MIN). */
const FIRST_PERSON = 1000
/** `nobody` (systemd, "Users, Groups, UIDs and GIDs"). */
const NOBODY = 65_534

function othersInPasswd(): boolean {
  try {
    return hasOtherPeople(readFileSync('/etc/passwd', 'utf8'), userInfo().uid)
  } catch {
    // Nobody says that there are none.
    return true
  }
}

/** Whether a passwd(5) file has people beside the one with this uid: accounts that can log in. */
export function hasOtherPeople(passwd: string, own: number): boolean {
  return passwd.split('\n').some((line) => {
    const [, , uid, , , , shell = ''] = line.split(':')
    const id = Number(uid)
    return uid !== undefined && id >= FIRST_PERSON && id !== NOBODY && id !== own && !/\/(nologin|false)$/.test(shell)
  })
}

/** macOS keeps people in a directory service; each has a folder in /Users. */
function othersOnMac(): boolean {
  try {
    const own = userInfo().username
    return readdirSync('/Users').some((name) => !name.startsWith('.') && !['Shared', 'Guest', own].includes(name))
  } catch {
    return true
  }
}
