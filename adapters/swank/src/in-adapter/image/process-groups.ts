import { readdirSync, readFileSync } from 'node:fs'

interface Row {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

/**
 * The process groups of a process and of all that it has started (Linux; elsewhere its own alone). RUN-PROGRAM of SBCL puts
 * each program into a session of its own, out of reach of the image's group.
 */
export function groupsBelow(pid: number): number[] {
  const rows = processes()
  const family = new Set([pid])
  // A parent may have a higher number than its child, so one pass is not enough.
  for (let size = 0; size !== family.size;) {
    size = family.size
    for (const row of rows) if (family.has(row.parent)) family.add(row.pid)
  }
  return [...new Set([pid, ...rows.filter((row) => family.has(row.pid)).map(({ group }) => group)])]
}

function processes(): Row[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => rowOf(Number(name)))
  } catch {
    return []
  }
}

/** proc(5), /proc/PID/stat: parent and group stand at fields 4 and 5, behind the name in parentheses. */
function rowOf(pid: number): Row[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid, parent: Number(parent), group: Number(group) }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
