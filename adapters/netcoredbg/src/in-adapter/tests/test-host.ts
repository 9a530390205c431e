import { appendFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { isJsonObject, textIn, type JsonObject, type TestEvent } from '@dapplex/protocol'
import { frameMessage, MessageFrames } from './message-frames.js'
import { begunIn, endedIn, messageIn } from './test-results.js'

/** The launch argument `tests`: the program is an assembly with tests, and its test host runs them. */
export interface TestRequest {
  /** A filter as `dotnet test --filter` takes it; undefined: all tests. */
  readonly filter?: string
  /** The file to which a `TestEvent` a line is written. */
  readonly progress: string
}

/** The protocol of the test platform that is spoken, and the first one with plain members. */
const VERSION = 7
const OLDEST = 4

/**
 * Stands in for the runner of the .NET test platform. It listens, the test host connects to it, and is told which tests to run
 * (the platform's own protocol: `ProtocolVersion`, `TestExecution.*`, `TestSession.*`). So the debugger starts the test host
 * itself, and no process has to wait until somebody attaches.
 */
export class TestHost {
  readonly #server: Server
  readonly #assembly: string
  readonly #request: TestRequest
  readonly #tell: (text: string) => void
  #begun = new Set<string>()

  constructor(assembly: string, request: TestRequest, tell: (text: string) => void) {
    this.#assembly = assembly
    this.#request = request
    this.#tell = tell
    this.#server = createServer((socket) => this.#serve(socket))
  }

  /** Resolves with the program and arguments of the test host. Rejects where no port can be had. */
  async listen(): Promise<{ readonly program: string; readonly args: string[] }> {
    writeFileSync(this.#request.progress, '')
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(0, '127.0.0.1', resolve)
    })
    const address = this.#server.address()
    const port = typeof address === 'object' && address !== null ? String(address.port) : ''
    const base = this.#assembly.replace(/\.dll$/i, '')
    const runtime = ['--runtimeconfig', `${base}.runtimeconfig.json`, '--depsfile', `${base}.deps.json`]
    const connection = ['--port', port, '--endpoint', `127.0.0.1:${port}`, '--role', 'client']
    const watched = ['--parentprocessid', String(process.pid), '--telemetryoptedin', 'false']
    const host = join(dirname(this.#assembly), 'testhost.dll')
    return { program: 'dotnet', args: ['exec', ...runtime, host, ...connection, ...watched] }
  }

  close(): void {
    this.#server.close()
  }

  #serve(socket: Socket): void {
    const frames = new MessageFrames()
    const send = (type: string, payload: unknown, version: object = { Version: VERSION }) =>
      socket.write(frameMessage({ ...version, MessageType: type, Payload: payload }))
    // One test host connects; it may be gone at any time.
    this.#server.close()
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      try {
        for (const message of frames.add(chunk)) if (isJsonObject(message)) this.#take(message, send)
      } catch (error) {
        this.#tell(`The test host sent what cannot be read: ${String(error)}\n`)
        socket.destroy()
      }
    })
    send('ProtocolVersion', VERSION, {})
  }

  #take(message: JsonObject, send: (type: string, payload: unknown) => void): void {
    const payload = message['Payload']
    switch (textIn(message, 'MessageType')) {
      case 'ProtocolVersion':
        if (typeof payload === 'number' && payload >= OLDEST) return this.#run(send)
        this.#tell('This test host is too old: update Microsoft.NET.Test.Sdk to version 16.9 or later.\n')
        return send('TestSession.Terminate', null)
      case 'TestSession.Message': {
        const said = messageIn(payload)
        if (said?.isError === true && !said.text.startsWith('[xUnit.net ')) this.#tell(`${said.text}\n`)
        return undefined
      }
      case 'TestExecution.StatsChange':
        return this.#note(payload)
      case 'TestExecution.Completed':
        this.#note(payload)
        return send('TestSession.Terminate', null)
      default:
        return undefined
    }
  }

  #run(send: (type: string, payload: unknown) => void): void {
    const adapters = testAdapters(dirname(this.#assembly))
    send('TestExecution.Initialize', adapters)
    send('TestExecution.StartWithSources', {
      AdapterSourceMap: Object.fromEntries(adapters.map((adapter) => [adapter, [this.#assembly]])),
      Package: null,
      // One test at a time: a stop then belongs to one test.
      RunSettings:
        '<RunSettings><RunConfiguration><CollectSourceInformation>true</CollectSourceInformation><MaxCpuCount>1</MaxCpuCount><DisableParallelization>true</DisableParallelization></RunConfiguration></RunSettings>',
      TestExecutionContext: {
        FrequencyOfRunStatsChangeEvent: 1,
        RunStatsChangeEventTimeout: '00:00:01',
        InIsolation: false,
        KeepAlive: false,
        AreTestCaseLevelEventsRequired: false,
        IsDebug: false,
        TestCaseFilter: this.#request.filter ?? null,
        FilterOptions: null,
      },
    })
  }

  #note(payload: unknown): void {
    if (!isJsonObject(payload)) return
    const begun = begunIn(payload).filter(({ name }) => !this.#begun.has(name))
    const events: TestEvent[] = [...endedIn(payload), ...begun.map((one) => ({ event: 'begin' as const, ...one }))]
    for (const { name } of begun) this.#begun.add(name)
    appendFileSync(this.#request.progress, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }
}

/** The adapters of test frameworks, which a build puts beside the assembly. */
const testAdapters = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /\.testadapter\.dll$/i.test(name))
    .map((name) => join(folder, name))
