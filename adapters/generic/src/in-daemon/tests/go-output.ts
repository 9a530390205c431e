import { join } from 'node:path'
import type { FailedTest, TestSummary } from '@dapplex/protocol'

/** What a test has logged: `file.go:12: text`, and the lines that belong to it. */
interface Log {
  readonly file: string
  readonly line: number
  readonly text: string
}

interface GoRun {
  /** Of the tests that are not part of another one. */
  readonly ended: { readonly name: string; readonly outcome: string }[]
  readonly logs: Map<string, Log[]>
  readonly panic: string | undefined
}

/** What became of the tests, from the output of `-test.v`. Parts of a test (`t.Run`) count as that test. */
export function readGoOutput(output: string, folder: string): TestSummary | undefined {
  const { ended, logs, panic } = parse(output)
  if (ended.length === 0) return undefined
  const failures = ended
    .filter(({ outcome }) => outcome === 'FAIL')
    .map(({ name }): FailedTest => {
      const said = logs.get(name)?.at(-1)
      if (said !== undefined) return { name, file: join(folder, said.file), line: said.line, message: said.text }
      return { name, ...panicPlace(output, folder), message: panic ?? 'it failed, and said nothing' }
    })
  const count = (wanted: string) => ended.filter(({ outcome }) => outcome === wanted).length
  return { passed: count('PASS'), failed: count('FAIL'), skipped: count('SKIP'), failures }
}

/** What the test that runs has said last. */
export function lastGoLog(output: string): string | undefined {
  const last = output.split('\n').findLastIndex((line) => LOG.test(line))
  if (last === -1) return undefined
  const [, , , text = ''] = LOG.exec(output.split('\n')[last] ?? '') ?? []
  const more = output.split('\n').slice(last + 1)
  const end = more.findIndex((line) => !MORE.test(line))
  return [text, ...more.slice(0, end === -1 ? more.length : end).map((line) => line.trim())].join('\n')
}

const LOG = /^ +([^\s:]+\.go):(\d+): (.*)$/
/** Further lines of a log are indented deeper. */
const MORE = /^ {8,}\S/
const BEGUN = /^=== (?:RUN|CONT|NAME) +(\S+)/
const ENDED = /^--- (PASS|FAIL|SKIP): (\S+) \(/
const PANIC = /^panic: (.*?)(?: \[recovered\])?$/

function parse(output: string): GoRun {
  const ended: GoRun['ended'] = []
  const logs: GoRun['logs'] = new Map()
  let current = ''
  let panic: string | undefined
  for (const line of output.split('\n')) {
    const [, begun] = BEGUN.exec(line) ?? []
    const [, outcome, name] = ENDED.exec(line) ?? []
    const [, file, number, text] = LOG.exec(line) ?? []
    if (begun !== undefined) current = begun.split('/')[0] ?? begun
    else if (outcome !== undefined && name !== undefined) ended.push({ name, outcome })
    else if (file !== undefined && text !== undefined)
      logs.set(current, [...(logs.get(current) ?? []), { file, line: Number(number), text }])
    else if (MORE.test(line)) addTo(logs.get(current), line.trim())
    else panic ??= PANIC.exec(line)?.[1]
  }
  return { ended, logs, panic }
}

function addTo(logs: Log[] | undefined, text: string): void {
  const last = logs?.pop()
  if (logs !== undefined && last !== undefined) logs.push({ ...last, text: `${last.text}\n${text}` })
}

/** The first line of the trace that stands in the folder of the test. */
function panicPlace(output: string, folder: string): { readonly file?: string; readonly line?: number } {
  for (const [, file = '', line] of output.matchAll(/^\t(\/.+\.go):(\d+)/gm))
    if (file.startsWith(join(folder, '/'))) return { file, line: Number(line) }
  return {}
}
