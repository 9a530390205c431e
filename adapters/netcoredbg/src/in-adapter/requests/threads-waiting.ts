import { readFile } from 'node:fs/promises'
import type { JsonObject } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { Debuggee } from '../debuggee/debuggee.js'

/** What a thread waits for, told by the method of the runtime at the top of the stack. */
const WAITS: readonly (readonly [RegExp, string])[] = [
  [/System\.Threading\.Monitor\.(Reliable)?(Try)?Enter|Monitor\.Enter_Slowpath|Lock\.(Try)?Enter/, 'lock'],
  [/System\.Threading\.Monitor\.(Obj)?Wait/, 'monitor'],
  [/System\.Threading\.Thread\.(Sleep|SleepInternal)/, 'sleep'],
  [/System\.Threading\.Thread\.Join/, 'thread'],
  [/System\.Threading\.Tasks\.Task.*\.(Wait|InternalWait|SpinThenBlockingWait|GetResult)/, 'task'],
  [/System\.Threading\.SemaphoreSlim\.Wait/, 'semaphore'],
  [/System\.Threading\.(ManualResetEventSlim|CountdownEvent|Barrier)\./, 'event'],
  [/System\.Threading\.WaitHandle\.|WaitSubsystem/, 'handle'],
]

const FRAMES = 12

interface Waiting {
  readonly thread_id: number
  readonly name: string
  readonly waits_for: string
  readonly method: string
  /** The C# expression in the source: the argument of `lock`, or the receiver of `.WaitOne`. */
  readonly expression?: string
  readonly location?: { readonly file: string; readonly line: number; readonly function: string }
  /** The holder, if exactly one other thread can hold it. */
  readonly held_by?: { readonly thread_id: number; readonly name: string }
}

/** `dapplex_threadsWaiting`: which threads wait, for what, and where in the program. */
export async function threadsWaiting(_args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const { threads } = await debuggee.channel.body<Dap.ThreadsResponse['body']>('threads')
  const stacks = []
  for (const thread of threads.filter(isProgram)) {
    const frames = await debuggee.framesOf(thread.id, FRAMES).catch(() => [])
    stacks.push({ thread, frames })
  }
  const rows: Waiting[] = []
  for (const { thread, frames } of stacks) {
    const row = await waitOf(thread, frames)
    if (row === undefined) continue
    const holder = row.waits_for === 'lock' ? await holderOf(row, stacks) : undefined
    rows.push(holder === undefined ? row : { ...row, held_by: { thread_id: holder.id, name: holder.name } })
  }
  return { threads: rows }
}

/** False for a thread of the inspector. One may still wait for a lock after its evaluation was aborted. */
export const isProgram = (thread: Dap.Thread): boolean => thread.name !== 'dapplex'

async function waitOf(thread: Dap.Thread, frames: readonly Dap.StackFrame[]): Promise<Waiting | undefined> {
  const programFrame = frames.findIndex((frame) => frame.source !== undefined)
  const runtime = frames.slice(0, programFrame === -1 ? frames.length : programFrame)
  const found = runtime.flatMap((frame) =>
    WAITS.filter(([pattern]) => pattern.test(frame.name)).map(([, kind]) => ({ kind, method: frame.name })),
  )
  const wait = found[0]
  if (wait === undefined) return undefined
  const frame = programFrame === -1 ? undefined : frames[programFrame]
  const path = frame?.source?.path
  const base = {
    thread_id: thread.id,
    name: thread.name,
    waits_for: wait.kind,
    method: wait.method.replace(/\(.*$/, ''),
  }
  if (frame === undefined || path === undefined) return base
  const location = { file: path, line: frame.line, function: frame.name }
  const expression = waitedFor(await lineOf(path, frame.line))
  return { ...base, location, ...(expression === undefined ? {} : { expression }) }
}

/** The thread that is inside a `lock` on the same expression and does not wait for it. */
async function holderOf(
  row: Waiting,
  stacks: readonly { readonly thread: Dap.Thread; readonly frames: readonly Dap.StackFrame[] }[],
): Promise<Dap.Thread | undefined> {
  if (row.expression === undefined) return undefined
  const holders: Dap.Thread[] = []
  for (const { thread, frames } of stacks) {
    if (thread.id === row.thread_id) continue
    for (const { source, line } of frames) {
      if (source?.path === undefined) continue
      if (await standsInLock(source.path, { line, expression: row.expression })) {
        holders.push(thread)
        break
      }
    }
  }
  return holders.length === 1 ? holders[0] : undefined
}

async function standsInLock(
  path: string,
  { line, expression }: { line: number; expression: string },
): Promise<boolean> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  let depth = 0
  for (let at = line - 2; at >= 0; at--) {
    const text = lines[at] ?? ''
    depth += count(text, '{') - count(text, '}')
    const locked = /\block\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(text)?.[1]?.trim()
    if (locked === expression && depth > 0) return true
  }
  return false
}

const count = (text: string, character: string) => text.split(character).length - 1

async function lineOf(path: string, line: number): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n')[line - 1] ?? ''
}

function waitedFor(line: string): string | undefined {
  return (
    /\block\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(line)?.[1]?.trim() ??
    /([\p{L}\p{Nd}_.@[\]]+)\.(?:WaitOne|Wait|Join|WaitAsync|Result|GetAwaiter)\b/u.exec(line)?.[1] ??
    /Monitor\.(?:Enter|Wait|TryEnter)\(([\p{L}\p{Nd}_.@]+)/u.exec(line)?.[1]
  )
}
