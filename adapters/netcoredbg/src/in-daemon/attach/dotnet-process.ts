import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** What another process can see of this one. */
export type ProcessLook =
  | { readonly kind: 'gone' }
  /** It belongs to another user, so we cannot see whether it runs .NET. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'other' }
  | {
      readonly kind: 'dotnet'
      readonly name: string
      readonly runtime: string | undefined
      readonly isDebugger: boolean
      /** The file of the program contains the runtime. */
      readonly isSelfContainedFile: boolean
    }

/**
 * Looks at a process (Linux `/proc`). It runs .NET when it has mapped `libcoreclr.so` or has opened the runtime's diagnostics
 * socket; a self-contained single file has only the socket.
 */
export function lookAtProcess(pid: number): ProcessLook {
  if (readText(`/proc/${pid}/status`) === undefined) return { kind: 'gone' }
  const maps = readText(`/proc/${pid}/maps`)
  const runtimeFile = maps === undefined ? undefined : /\S*libcoreclr\.so/.exec(maps)?.[0]
  if (runtimeFile === undefined && !hasDiagnosticsSocket(pid)) return { kind: maps === undefined ? 'hidden' : 'other' }
  return {
    kind: 'dotnet',
    name: nameOf(pid),
    // netcoredbg runs a runtime of its own.
    isDebugger: maps?.includes('libdbgshim.so') === true,
    isSelfContainedFile: maps !== undefined && runtimeFile === undefined,
    runtime: runtimeFile === undefined ? undefined : /\/Microsoft\.NETCore\.App\/([^/]+)\//.exec(runtimeFile)?.[1],
  }
}

/**
 * The process that debugs a .NET process, as far as this user can see. A native debugger traces it. A managed debugger has
 * opened the pipes `clr-debug-pipe-PID-…` to the runtime. The process itself keeps these pipes open after a detach, so its own
 * descriptors prove nothing. A second netcoredbg waits 10 s and answers `0x80131c08`
 * (`fixtures/transcripts/netcoredbg/attach-second.ndjson`).
 */
export function debuggerOf(pid: number): number | undefined {
  const tracer = Number(/^TracerPid:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`) ?? '')?.[1] ?? 0)
  if (tracer > 0) return tracer
  const pipe = new RegExp(`/clr-debug-pipe-${pid}-`)
  return allPids().find((other) => other !== pid && hasOpen(other, pipe))
}

function hasOpen(pid: number, wanted: RegExp): boolean {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).some((descriptor) => wanted.test(linkTarget(`${folder}/${descriptor}`)))
  } catch {
    return false
  }
}

/** Returns an empty text when the descriptor was closed meanwhile. */
function linkTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** Every process that `/proc` shows. */
export function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** The name of the program for messages. For `dotnet app.dll` this is `app.dll`. */
export function nameOf(pid: number): string {
  const [command = '', ...args] = (readText(`/proc/${pid}/cmdline`) ?? '').split('\0')
  const assembly = /(^|\/)dotnet$/.test(command) ? args.find((arg) => /\.(dll|exe)$/i.test(arg)) : undefined
  const name = (assembly ?? command).split('/').at(-1)
  return name === undefined || name === '' ? `process ${pid}` : name
}

/**
 * `dotnet-diagnostic-PID-START-socket` in the temporary folder (.NET docs, "Diagnostic port"). START is when the process began, as
 * proc(5) tells it: a killed process leaves its socket, and its id is given to another process later.
 */
function hasDiagnosticsSocket(pid: number): boolean {
  const begun = startOf(pid)
  try {
    return readdirSync(tmpdir()).some((name) => name === `dotnet-diagnostic-${pid}-${begun}-socket`)
  } catch {
    return false
  }
}

/** `starttime` in `/proc/PID/stat`. The name of the program before it may have spaces. */
const startOf = (pid: number): string => readText(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19] ?? ''

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
