import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The TCP ports on which a process listens (Linux: `/proc`); those in its own network namespace only. */
export function listeningPorts(pid: number): number[] {
  const owned = socketInodes(pid)
  const tables = ['tcp', 'tcp6'].map((name) => readOrEmpty(`/proc/${pid}/net/${name}`))
  return [...new Set(tables.flatMap((table) => parseListening(table, owned)))]
}

const LISTEN = '0A'

/** The ports of the listening sockets in a table of `/proc/net/tcp` whose inode is wanted. */
export function parseListening(table: string, inodes: ReadonlySet<string>): number[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
      if (local === undefined || state !== LISTEN || inode === undefined || !inodes.has(inode)) return []
      return [parseInt(local.slice(local.lastIndexOf(':') + 1), 16)]
    })
}

function socketInodes(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`
  const links = readdirSync(folder).map((name) => linkOrEmpty(`${folder}/${name}`))
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
}

function linkOrEmpty(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since the folder was read.
    return ''
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // No IPv6 on this machine.
    return ''
  }
}
