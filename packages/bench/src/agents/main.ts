// `npm run bench:agents [-- --no-rival] [-- --only WORD]`: from a program with a planted bug to the facts that prove its cause, by
// dapplex and by another MCP server, in one run. The player follows a script; no model plays.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cases, type Case } from './cases.js'
import { McpPlayer, type Spent } from './mcp-player.js'
import { playDapplex } from './play-dapplex.js'
import { lineOf, programOf } from './programs.js'
import { isProved, type Proof } from './proof.js'
import { hasRival, playRival, RIVAL, startRival } from './rival.js'

interface Row {
  readonly name: string
  readonly dapplex: Result
  readonly rival: Result | undefined
}
interface Result extends Spent {
  readonly isProved: boolean
}

const only = process.argv[process.argv.indexOf('--only') + 1]
const isAsked = ({ language, kind }: Case) =>
  !process.argv.includes('--only') || `${language} ${kind}`.toLowerCase().includes((only ?? '').toLowerCase())

const home = mkdtempSync(join(tmpdir(), 'dapplex-bench-home-'))
const cli = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const env = { DAPPLEX_HOME: home }
const dapplex = await McpPlayer.start({ command: process.execPath, args: [cli, 'mcp'], env })
const rival = process.argv.includes('--no-rival') ? undefined : await startRival()
const rows: Row[] = []
try {
  for (const one of cases.filter(isAsked)) rows.push(await play(one))
  report(rows)
  print(
    `\nlist of tools: dapplex ${await dapplex.listBytes()} bytes, ${RIVAL} ${(await rival?.listBytes()) ?? '–'} bytes`,
  )
} finally {
  await dapplex.end()
  await rival?.end()
  // It outlives its clients, and writes into its folder until it ends.
  spawnSync(process.execPath, [cli, 'daemon', 'stop'], { env: { ...process.env, ...env } })
  rmSync(home, { recursive: true, force: true })
}
process.exitCode = rows.every((row) => row.dapplex.isProved) ? 0 : 1

async function play(one: Case): Promise<Row> {
  const program = await programOf(one.language, one.kind)
  const name = `${one.language} ${one.kind}`
  const own = resultOf(name, lineOf(program.source, one.cause.mark), await playDapplex(dapplex, one, program))
  if (rival === undefined || !hasRival(one.language)) return { name, dapplex: own, rival: undefined }
  const other = resultOf(
    `${name} (rival)`,
    lineOf(program.source, one.cause.mark),
    await playRival(rival, one, program),
  )
  return { name, dapplex: own, rival: other }
}

function resultOf(name: string, line: number, proof: Proof): Result {
  const proved = isProved(proof, line)
  if (!proved)
    print(`${name}: not proved; stops ${proof.lines.join(', ')}, cause ${line}, not seen ${proof.missing.join(' ')}`)
  return { ...(proof.spent ?? { calls: 0, bytes: 0, ms: 0 }), isProved: proved }
}

function report(all: readonly Row[]): void {
  print('| program | proved | calls | bytes | tokens | seconds | rival: proved | calls | bytes | tokens | seconds |')
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const row of all) print(`| ${row.name} | ${cells(row.dapplex)} | ${cells(row.rival)} |`)
  const both = all.flatMap((row) => (row.rival?.isProved === true ? [{ own: row.dapplex, other: row.rival }] : []))
  print(
    `\nmedian: ${median(all.map((row) => row.dapplex.calls))} calls, ${median(all.map((row) => row.dapplex.bytes))} bytes`,
  )
  if (both.length === 0) return
  const calls = median(both.map(({ own, other }) => own.calls / other.calls))
  const bytes = median(both.map(({ own, other }) => own.bytes / other.bytes))
  print(
    `where both prove it (${both.length}), median of dapplex / rival: calls ${calls.toFixed(2)}, bytes ${bytes.toFixed(2)}`,
  )
}

function cells(result: Result | undefined): string {
  if (result === undefined) return '– | – | – | – | –'
  const { calls, bytes, ms } = result
  return [result.isProved ? 'yes' : 'no', calls, bytes, Math.ceil(bytes / 4), (ms / 1000).toFixed(1)].join(' | ')
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
