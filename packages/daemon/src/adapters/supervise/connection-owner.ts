import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'

/**
 * Whether one of these processes holds the other end of a loopback connection. Linux: /proc/net/tcp gives the inode of the
 * socket at that end, /proc/PID/fd who has it open. Elsewhere nobody tells: true.
 */
export function isHeldBy({ remotePort, localPort }: Socket, pids: readonly number[]): boolean {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined) return true
  const inode = inodeOf(remotePort, localPort)
  return inode !== undefined && pids.some((pid) => holds(pid, `socket:[${inode}]`))
}

/** proc(5), /proc/net/tcp: local and remote address in hexadecimal at fields 1 and 2, the inode at field 9. */
function inodeOf(local: number, remote: number): string | undefined {
  const port = (n: number) => n.toString(16).toUpperCase().padStart(4, '0')
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const row = readTable(table).find(
      (fields) => fields[1]?.endsWith(`:${port(local)}`) === true && fields[2]?.endsWith(`:${port(remote)}`) === true,
    )
    if (row !== undefined) return row[9]
  }
  return undefined
}

function readTable(path: string): string[][] {
  try {
    return readFileSync(path, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
  } catch {
    return []
  }
}

function holds(pid: number, socket: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === socket)
  } catch {
    return false
  }
}

/** A descriptor may be closed while the folder is read. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
