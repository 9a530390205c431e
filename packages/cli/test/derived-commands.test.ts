import { parseJson, z } from '@dapplex/testkit'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDaemonHome, type DaemonHome } from './daemon-home.js'

const started = z.object({ session_id: z.string() })
const listed = z.array(
  z.looseObject({ name: z.string(), session_id: z.string(), bytes: z.number(), live: z.boolean() }),
)
const finding = z.object({ what: z.string(), verdict: z.string(), is: z.string() })
const report = z.object({ findings: z.array(finding) })

const run = promisify(execFile)
const orders = fileURLToPath(new URL('../../../fixtures/programs/node/orders.js', import.meta.url))

let daemon: DaemonHome
let env: NodeJS.ProcessEnv
let session: string
beforeAll(async () => {
  daemon = await makeDaemonHome()
  // As installed: `dapplex` on PATH.
  const bin = join(daemon.home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'dapplex'), `#!/bin/sh\nexec "${daemon.command[0]}" "${daemon.command[1]}" "$@"\n`, {
    mode: 0o755,
  })
  env = { ...daemon.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
  const launched = await daemon.dapplex('tool', 'debug-launch', '--program', orders, '--stop-at-entry', '--compact')
  session = parseJson(started, launched.stdout).session_id
})
afterAll(() => daemon.end())

describe('dapplex tool', () => {
  test('runs a tool with options of its own', async () => {
    const { stdout } = await daemon.dapplex('tool', 'stacktrace-get', '--max-frames', '1', '--session-id', session)
    expect(JSON.parse(stdout)).toMatchObject({ frames: [{ index: 0 }] })
    const evaluated = await daemon.dapplex('tool', 'evaluate', '--expression', '6 * 7', '--allow-side-effects')
    expect(JSON.parse(evaluated.stdout)).toMatchObject({ result: '42' })
  })
  test.each([
    { words: ['stacktrace-get', '--max-frames', 'few'], says: 'give a number', why: 'no number' },
    {
      words: ['debug-step', '--action', 'sideways'],
      says: 'Allowed choices are over, into, out',
      why: 'no such value',
    },
    { words: ['inspect-object'], says: "required option '--id <number>' not specified", why: 'one is missing' },
    { words: ['no-such-tool'], says: "unknown command 'no-such-tool'", why: 'no such tool' },
  ])('a usage mistake is told, exit code 2: $why', async ({ words, says }) => {
    const { exitCode, stderr } = await daemon.dapplex('tool', ...words)
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(says) })
  })
})

const isThere = (shell: string): Promise<boolean> =>
  run(shell, ['--version']).then(
    () => true,
    () => false,
  )

describe('completion, asked as each shell asks', () => {
  const scripts = [
    {
      shell: 'bash',
      args: [
        '-c',
        'source <(dapplex completion bash); COMP_WORDS=(dapplex "$@"); COMP_CWORD=$#; _dapplex; printf "%s\\n" "${COMPREPLY[@]}"',
        'bash',
      ],
    },
    {
      shell: 'zsh',
      args: [
        '-c',
        'compdef() { :; }; source <(dapplex completion zsh); _describe() { print -l -- "${found[@]%%:*}"; }; _files() { :; }; words=(dapplex "$@"); CURRENT=$#words; _dapplex',
        'zsh',
      ],
    },
    {
      shell: 'fish',
      args: ['-c', 'dapplex completion fish | source; complete -C "dapplex $argv" | string replace -r "\\t.*" ""'],
    },
  ]
  test.for(scripts)('$shell', async ({ shell, args }, context) => {
    if (!(await isThere(shell))) context.skip(`${shell} is not installed`)
    const ask = async (...words: string[]) => {
      const { stdout } = await run(shell, [...args, ...words], { env })
      return stdout.split('\n').filter((line) => line !== '')
    }
    expect(await ask('sta')).toContain('status')
    expect(await ask('call', 'stack')).toContain('stacktrace_get')
    expect(await ask('tool', 'variables-get', '--sc')).toContain('--scope')
    expect(await ask('attach', session.slice(0, 1))).toContain(session)
  })
})

describe('dapplex export', () => {
  test('writes the recording of a live session, which replay opens, and a page', async () => {
    const file = join(daemon.home, 'orders.recording')
    const page = join(daemon.home, 'orders.html')
    expect(await daemon.dapplex('export', session, '--out', file)).toMatchObject({ exitCode: 0, stdout: '' })
    const replayed = await daemon.dapplex('replay', file, '--json', '--detach')
    const { session_id } = parseJson(started, replayed.stdout)
    const { stdout } = await daemon.dapplex('call', 'stacktrace_get', `session_id=${session_id}`, 'max_frames=1')
    expect(JSON.parse(stdout)).toMatchObject({ frames: [{ file: orders }] })
    const written = await daemon.dapplex('export', session, '--html', '--out', page, '--json')
    expect(JSON.parse(written.stdout)).toEqual({ file: page, format: 'html', bytes: statSync(page).size })
    expect(statSync(page).mode & 0o777).toBe(0o600)
    expect(readFileSync(page, 'utf8')).toMatch(/<article id="stop-\d+"[^]*<mark><u>\d+<\/u>/)
    // The lines are those that the file brings along.
    expect(await daemon.dapplex('export', file, '--html', '--out', page)).toMatchObject({ exitCode: 0 })
    expect(readFileSync(page, 'utf8')).toContain('<mark>')
    expect(await daemon.dapplex('export', 'nonesuch', '--html')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('there is no session and no recording nonesuch'),
    })
  })

  test('what cannot be written whole leaves the file that was there, and no other; the error is in words', async () => {
    const folder = join(daemon.home, 'limited')
    mkdirSync(folder)
    const page = join(folder, 'orders.html')
    writeFileSync(page, 'good')
    // The system lets this process write no file beyond 512 or 1024 bytes (setrlimit, RLIMIT_FSIZE).
    const limited = ['-c', 'trap "" XFSZ; ulimit -f 1; cd "$1"; shift; exec "$@"', 'sh', folder, ...daemon.command]
    const over = run('sh', [...limited, 'export', session, '--out', page], { env: daemon.env })
    await expect(over).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('it would be larger than') })
    const named = run('sh', [...limited, 'export', session, '--html'], { env: daemon.env })
    await expect(named).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('it would be larger than') })
    expect(readdirSync(folder)).toEqual(['orders.html'])
    expect(readFileSync(page, 'utf8')).toBe('good')
  })

  test('an ending that names no format is refused with those that do', async () => {
    const file = join(daemon.home, 'orders.xyz')
    expect(await daemon.dapplex('export', session, '--out', file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('write .recording, .html or .ndjson, or say it with --format'),
    })
    expect(existsSync(file)).toBe(false)
  })

  test.skipIf(!existsSync('/dev/full'))('a full disk behind a device or standard output is told in words', async () => {
    const words = 'cannot be written: the disk is full; make room'
    expect(await daemon.dapplex('export', session, '--html', '--out', '/dev/full')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`/dev/full ${words}`),
    })
    const args = ['-c', 'exec "$@" > /dev/full', 'sh', ...daemon.command, 'export', session, '--format', 'ndjson']
    await expect(run('sh', args, { env: daemon.env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`standard output ${words}`),
    })
  })

  test('writes the messages with the adapter, which replay plays', async () => {
    const file = join(daemon.home, 'orders.ndjson')
    expect(await daemon.dapplex('export', session, '--out', file)).toMatchObject({ exitCode: 0, stdout: '' })
    const replayed = await daemon.dapplex('replay', file, '--json', '--detach')
    const { session_id } = parseJson(started, replayed.stdout)
    const { stdout } = await daemon.dapplex('call', 'stacktrace_get', `session_id=${session_id}`, 'max_frames=1')
    expect(JSON.parse(stdout)).toMatchObject({ frames: [{ file: orders }] })
  })
})

describe('dapplex record', () => {
  test('lists and measures the recordings, and removes them with their journals; a live session keeps its own', async () => {
    const list = async () => parseJson(listed, (await daemon.dapplex('record', '--json')).stdout)
    const live = (await list()).find((one) => one.session_id === session)
    expect(live).toMatchObject({ program: orders, adapter: 'node', stops: 1, live: true })
    const { name = '' } = live ?? {}
    expect((await daemon.dapplex('record')).stdout).toMatch(
      new RegExp(`${name} +\\S+ +orders\\.js +node +1 +\\S+ KiB +live`),
    )
    const size = await daemon.dapplex('record', 'size', '--json')
    expect(JSON.parse(size.stdout)).toMatchObject({ folder: join(daemon.home, 'recordings') })
    expect(await daemon.dapplex('record', 'remove', name)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`session ${session} goes on`),
    })
    await daemon.dapplex('call', 'debug_disconnect', `session_id=${session}`, 'terminate=true')
    const replayed = await daemon.dapplex('replay', name, '--json', '--detach')
    expect(parseJson(started, replayed.stdout).session_id).not.toBe(session)
    const removed = await daemon.dapplex('record', 'remove', name, '--json')
    expect(JSON.parse(removed.stdout)).toEqual({ removed: [name] })
    expect((await list()).map((one) => one.name)).not.toContain(name)
    const journals = readdirSync(join(daemon.home, 'sessions'))
    expect(journals.filter((file) => file.endsWith(`-${session}.ndjson`))).toEqual([])
  })
})

describe('dapplex doctor', () => {
  test('a machine that works', async () => {
    const { exitCode, stdout } = await daemon.dapplex('doctor', '--json')
    expect(exitCode).toBe(0)
    const { findings } = parseJson(report, stdout)
    expect(findings).toContainEqual(expect.objectContaining({ what: 'state folder', verdict: 'good', is: daemon.home }))
    expect(findings).toContainEqual(expect.objectContaining({ what: 'node (javascript)', verdict: 'good' }))
  })
  test('a state folder that cannot be one is bad, with what to do', async () => {
    const file = join(daemon.home, 'file')
    writeFileSync(file, '')
    const { command, env: clean } = daemon
    const failed = await run(command[0], [command[1], 'doctor'], {
      env: { ...clean, DAPPLEX_HOME: join(file, 'home') },
    }).catch((error: unknown) => error as { code: number; stdout: string })
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/BAD +state folder.*set DAPPLEX_HOME/) })
    const launched = await run(command[0], [command[1], 'launch', orders], {
      env: { ...clean, DAPPLEX_HOME: '/proc/nope' },
    }).catch((error: unknown) => error as { code: number; stderr: string })
    expect(launched).toMatchObject({ code: 1, stderr: expect.stringContaining('the folder /proc/nope cannot be made') })
  })
})
