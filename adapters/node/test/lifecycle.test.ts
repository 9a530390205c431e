import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstOf, isAlive, must } from '@dapplex/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listeningPorts } from '../src/in-both/listening-ports.js'
import { lineOf, NodeSession, PROGRAMS, TOUR, untilEnded, untilNoPort } from './node-session.js'

let session: NodeSession
beforeEach(async () => (session = await NodeSession.start()))
afterEach(async () => {
  await session.end()
  expect(session.client.violations).toEqual([])
})

const WAITING = `${PROGRAMS}waiting.js`
const programPid = async () => must((await session.client.waitForEvent('process')).body.systemProcessId)

describe('launch', () => {
  test('nothing runs before configurationDone', async () => {
    await session.client.expectSuccess('initialize', { adapterID: 'node' })
    await session.client.expectSuccess('launch', { program: TOUR })
    await session.client.waitForEvent('initialized')
    await session.client.expectSuccess('threads')
    expect(session.output('stdout')).toBe('')
    await session.client.expectSuccess('configurationDone')
    expect(await session.exitCode()).toBe(0)
    expect(session.output('stdout')).toContain('order 3')
  })

  test('stopOnEntry stops at the first line, of a CommonJS and an ES module', async () => {
    const file = `${PROGRAMS}stepping.cjs`
    await session.launch(file, { arguments: { stopOnEntry: true } })
    expect(await session.stop()).toMatchObject({ reason: 'entry' })
    expect(await session.topFrame()).toMatchObject({ name: '<module>', source: { path: file } })
    const other = await NodeSession.start()
    await other.launch(`${PROGRAMS}module-main.mjs`, { arguments: { stopOnEntry: true } })
    expect(await other.stop()).toMatchObject({ reason: 'entry' })
    expect(await other.topFrame()).toMatchObject({ name: '<module>', source: { path: `${PROGRAMS}module-main.mjs` } })
    await other.end()
  })

  test('a breakpoint on the first line is a breakpoint', async () => {
    const file = `${PROGRAMS}module-part.mjs`
    const folder = mkdtempSync(join(tmpdir(), 'dapplex-first-'))
    const program = join(folder, 'first.cjs')
    writeFileSync(program, 'const one = 1\nconsole.log(one)\n')
    const { breakpoints } = await session.launch(program, { breakpoints: { [program]: [1], [file]: [2] } })
    expect(await session.stop()).toMatchObject({
      reason: 'breakpoint',
      hitBreakpointIds: [firstOf(must(breakpoints[program])).id],
    })
    expect(await session.runToEnd()).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('arguments, environment, folder and options of the runtime arrive', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dapplex launch ü ')))
    const program = join(folder, 'say [it]~.cjs')
    const text = 'console.log(JSON.stringify([process.argv.slice(2), process.env.WORD, process.cwd(), process.title]))'
    writeFileSync(program, `${text} // BREAK: say\n`)
    await session.launch(program, {
      args: ['a b', '--x=ü'],
      breakpoints: { [program]: [1] },
      arguments: { cwd: folder, env: { WORD: 'žluťoučký' }, runtimeArgs: ['--title=shop'] },
    })
    await session.stop()
    expect(await session.topFrame()).toMatchObject({ source: { path: program } })
    expect(await session.runToEnd()).toBe(0)
    expect(JSON.parse(session.output('stdout'))).toEqual([['a b', '--x=ü'], 'žluťoučký', folder, 'shop'])
    rmSync(folder, { recursive: true })
  })

  test('breakpoints through a symbolic link stop', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dapplex-link-')))
    mkdirSync(join(folder, 'real'))
    writeFileSync(join(folder, 'real', 'm.cjs'), 'console.log(1)\nconsole.log(2)\n')
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    const program = join(folder, 'link', 'm.cjs')
    await session.launch(program, { breakpoints: { [program]: [2] } })
    expect(await session.stop()).toMatchObject({ reason: 'breakpoint' })
    rmSync(folder, { recursive: true })
  })

  test.each([
    { args: { program: '/no/such/program.js' }, says: 'launch: program /no/such/program.js does not exist' },
    { args: { program: TOUR, cwd: '/no/such/folder' }, says: 'launch: cwd /no/such/folder is not a folder' },
    { args: { program: TOUR, runtimeExecutable: '/no/such/node' }, says: 'launch: cannot start /no/such/node' },
    { args: { program: TOUR, runtimeArgs: ['--no-such-option'] }, says: 'the runtime ended with exit code 9' },
    { args: {}, says: 'launch: program is missing' },
  ])('that fails says why: $says', async ({ args, says }) => {
    await session.client.expectSuccess('initialize', { adapterID: 'node' })
    const { message } = await session.client.expectFailure('launch', args)
    expect(message).toContain(says)
    // Another attempt in the same session is fine.
    await session.client.expectSuccess('launch', { program: TOUR })
  })

  test('noDebug runs without a debugger', async () => {
    const { breakpoints } = await session.launch(TOUR, {
      args: ['--exit', '4'],
      breakpoints: { [TOUR]: [lineOf(TOUR, 'body')] },
      arguments: { noDebug: true },
    })
    expect(breakpoints[TOUR]).toMatchObject([{ verified: false }])
    expect(await session.exitCode()).toBe(4)
    expect(session.output('stdout')).toContain('order 3')
  })

  test('the address of its inspector is no answer to anybody who asks', async ({ skip }) => {
    skip(process.platform !== 'linux', 'ports are read from /proc')
    await session.launch(WAITING)
    const [port] = listeningPorts(await programPid())
    for (const path of ['json', 'json/list']) {
      const { status } = await fetch(`http://127.0.0.1:${port}/${path}`)
      expect(status).toBe(404)
    }
  })

  test.each(['launched and left running', 'released while it is stopped'])(
    'a program that was %s has no inspector any more',
    async (how) => {
      const stops = how.startsWith('released')
      await session.launch(WAITING, {
        args: ['--quick'],
        breakpoints: stops ? { [WAITING]: [lineOf(WAITING, 'tick')] } : {},
      })
      if (stops) await session.stop()
      const pid = await programPid()
      await session.client.expectSuccess('disconnect', { terminateDebuggee: false })
      await untilNoPort(pid)
      process.kill(pid, 'SIGKILL')
    },
  )

  test('a second launch in one session is refused', async () => {
    await session.launch(WAITING)
    const { message } = await session.client.expectFailure('launch', { program: TOUR })
    expect(message).toContain('already has a program')
  })

  test('a program that is forked is not held back by the debugger', async () => {
    const file = `${PROGRAMS}family.cjs`
    await session.launch(file, { breakpoints: { [file]: [lineOf(file, 'fork')] } })
    await session.stop()
    expect(await session.runToEnd()).toBe(0)
    expect(session.output('stdout')).toBe('child with 0 options\nchild ended with 0\n')
  })
})

describe('input', () => {
  test.each([{ noDebug: false }, { noDebug: true }])('is read as it is sent, up to its end: $noDebug', async (args) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dapplex-input-')))
    const program = join(folder, 'echo.cjs')
    writeFileSync(
      program,
      "process.stdin.on('data', (text) => console.log(`got ${text}`)).on('end', () => process.exit(4))\n",
    )
    await session.launch(program, { arguments: args })
    const send = (input: object) => session.client.expectSuccess('dapplex_input', input)
    await send({ text: 'žluť\n' })
    await session.printed('stdout', 'got žluť\n')
    await send({ text: '', eof: true })
    expect(await session.exitCode()).toBe(4)
    rmSync(folder, { recursive: true })
  })
})

describe('output', () => {
  test("everything of the program, nothing of the inspector's", async () => {
    await session.launch(`${PROGRAMS}output.js`, { args: ['6'] })
    expect(await session.exitCode()).toBe(6)
    expect(session.output('stdout')).toBe(
      `no line end… and UTF-8: žluťoučký 🐎\n${'x'.repeat(200_000)}\n{ a: 1 } formatted %s here\n`,
    )
    expect(session.output('stderr')).toBe('to stderr\nDebugger attached.\n')
    const events = session.client.timeline.entries.flatMap(({ message }) => ('event' in message ? [message.event] : []))
    expect(events.slice(-2)).toEqual(['exited', 'terminated'])
  })
})

describe('the end', () => {
  test('terminate lets the program end by itself', async () => {
    await session.launch(WAITING, { args: ['--polite'] })
    await session.printed('stdout', 'waiting')
    await session.client.expectSuccess('terminate')
    expect(await session.exitCode()).toBe(7)
  })

  test('terminate ends one that stands at a breakpoint', async () => {
    await session.launch(WAITING, {
      args: ['--polite', '--quick'],
      breakpoints: { [WAITING]: [lineOf(WAITING, 'tick')] },
    })
    await session.stop()
    await session.client.expectSuccess('terminate')
    expect(await session.exitCode()).toBe(7)
  })

  test('a signal is 128 and its number', async () => {
    await session.launch(WAITING)
    await session.printed('stdout', 'waiting')
    await session.client.expectSuccess('terminate')
    expect(await session.exitCode()).toBe(143)
  })

  test('disconnect ends the program and all its children, and the adapter', async () => {
    await session.launch(`${PROGRAMS}family.cjs`, { args: ['--stay'] })
    await session.printed('stdout', 'sleeper')
    const pids = [await programPid(), Number(/sleeper (\d+)/.exec(session.output('stdout'))?.[1])]
    expect(pids.map(isAlive)).toEqual([true, true])
    await session.client.expectSuccess('disconnect', {})
    for (const pid of pids) await untilEnded(pid)
    expect(await session.adapter.exited).toBe(0)
  })

  test('disconnect leaves the program alone where it is asked to', async () => {
    await session.launch(WAITING, { args: ['--quick'], breakpoints: { [WAITING]: [lineOf(WAITING, 'tick')] } })
    await session.stop()
    const pid = await programPid()
    await session.client.expectSuccess('disconnect', { terminateDebuggee: false })
    // Its output still needs somebody to take it, even when the client has gone.
    session.adapter.process.stdin?.end()
    session.adapter.process.stdout?.destroy()
    expect(isAlive(pid)).toBe(true)
    process.kill(pid, 'SIGTERM')
    await untilEnded(pid)
    expect(await session.adapter.exited).toBe(0)
  })

  test.each(['the client goes without a word', 'the adapter is killed'])('the program ends when %s', async (how) => {
    await session.launch(WAITING)
    await session.printed('stdout', 'waiting')
    const pid = await programPid()
    if (how.startsWith('the client')) session.adapter.process.stdin?.end()
    else session.adapter.process.kill('SIGKILL')
    await untilEnded(pid)
  })

  test('before a launch, disconnect just ends the adapter', async () => {
    await session.client.expectSuccess('initialize', { adapterID: 'node' })
    await session.client.expectSuccess('disconnect', {})
    expect(await session.adapter.exited).toBe(0)
  })

  test('afterwards requests say that it has ended', async () => {
    await session.launch(TOUR)
    await session.exitCode()
    expect((await session.client.expectFailure('stackTrace', { threadId: 1 })).message).toBe(
      'stackTrace: the program has ended',
    )
    expect(await session.client.expectSuccess('threads')).toEqual({ threads: [] })
    expect(
      await session.client.expectSuccess('setBreakpoints', { source: { path: TOUR }, breakpoints: [{ line: 1 }] }),
    ).toEqual({ breakpoints: [{ verified: false, message: 'the program has ended' }] })
  })
})

describe('requests', () => {
  test('one that is not supported is refused', async () => {
    await session.launch(TOUR, { arguments: { stopOnEntry: true } })
    await session.stop()
    expect((await session.client.expectFailure('gotoTargets', { source: {}, line: 1 })).message).toBe(
      'gotoTargets is not supported by the Node adapter',
    )
    expect((await session.client.expectFailure('noSuchThing', {})).message).toContain('not supported')
  })

  test('malformed ones are refused, and the session goes on', async () => {
    await session.launch(TOUR, { arguments: { stopOnEntry: true } })
    await session.stop()
    const { client } = session
    const wrong: unknown[] = [null, 'text', { variablesReference: 'x' }, {}]
    for (const args of wrong) {
      const seq = client.post('variables', args as { variablesReference: number })
      expect(await client.response(seq)).toMatchObject({ success: false })
    }
    expect((await client.expectFailure('scopes', { frameId: Number.NaN })).message).toContain('frameId')
    expect((await session.topFrame()).name).toBe('<module>')
  })

  test('Node’s own code can be read', async () => {
    await session.launch(`${PROGRAMS}stepping.cjs`, { arguments: { stopOnEntry: true } })
    await session.stop()
    const frames = await session.frames()
    const internal = must(frames.find(({ source }) => source?.name?.startsWith('node:')))
    expect(internal).toMatchObject({ presentationHint: 'subtle', source: { presentationHint: 'deemphasize' } })
    const { sourceReference = 0 } = must(internal.source)
    const { content } = await session.client.expectSuccess('source', { sourceReference })
    expect(content).toContain("'use strict'")
    expect(content.split('\n').length).toBeGreaterThan(internal.line)
  })

  test('a stack is read in pages', async () => {
    await session.launch(TOUR, { breakpoints: { [TOUR]: [lineOf(TOUR, 'body')] } })
    await session.stop()
    const all = await session.frames()
    const page = await session.client.expectSuccess('stackTrace', { threadId: 1, startFrame: 1, levels: 2 })
    expect(page.totalFrames).toBe(all.length)
    expect(page.stackFrames.map(({ name }) => name)).toEqual(all.slice(1, 3).map(({ name }) => name))
  })

  test('loaded sources, and a source map that is not read', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dapplex-map-')))
    const program = join(folder, 'mapped.cjs')
    writeFileSync(program, 'console.log(1)\n//# sourceMappingURL=mapped.cjs.map\n')
    await session.launch(program, { arguments: { stopOnEntry: true } })
    await session.stop()
    const { sources } = await session.client.expectSuccess('loadedSources')
    expect(sources).toEqual([{ name: 'mapped.cjs', path: program }])
    expect(session.output('console')).toContain(`${program} has a source map. Source maps are not read`)
    rmSync(folder, { recursive: true })
  })
})
