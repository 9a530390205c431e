import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { must, parseJson, z } from '@dapplex/testkit'

/** What the script in the editor tells. `failed`: the code that the test has sent has failed. */
const told = z.object({
  kind: z.enum(['ready', 'answer', 'shown', 'left', 'failed']),
  text: z.string().optional(),
  file: z.string().optional(),
  line: z.number().optional(),
  marked: z.number().optional(),
})
type Told = z.infer<typeof told>

interface Wait {
  readonly kind: Told['kind']
  readonly resolve: (one: Told) => void
  readonly reject: (error: Error) => void
}

export interface EditorSpec {
  /** The editor with its arguments. Its script connects to the socket that TEST_LINK names. */
  readonly command: readonly [string, ...string[]]
  readonly env: NodeJS.ProcessEnv
}

/**
 * A real editor that a test drives: code in the editor's own language goes in, and the editor tells what a person would see.
 * Its HOME is an empty folder.
 */
export class DrivenEditor {
  readonly #heard: Told[] = []
  readonly #waits: Wait[] = []
  readonly #process: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #home: string
  #output = ''
  #link: Socket | undefined

  private constructor({ command: [program, ...args], env }: EditorSpec, home: string) {
    this.#home = home
    this.#process = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk) => (this.#output += String(chunk)))
    this.#exited = once(this.#process, 'close').then(() => this.#fail('the editor has ended'))
  }

  static async open({ command, env }: EditorSpec): Promise<DrivenEditor> {
    const home = await mkdtemp(join(tmpdir(), 'dapplex-editor-'))
    const server = createServer()
    server.listen(join(home, 'link'))
    await once(server, 'listening')
    const folders = { HOME: home, XDG_CONFIG_HOME: undefined, XDG_CACHE_HOME: undefined, XDG_DATA_HOME: undefined }
    const editor = new DrivenEditor({ command, env: { ...env, ...folders, TEST_LINK: join(home, 'link') } }, home)
    server.once('connection', (link) => {
      editor.#link = link
      createInterface({ input: link }).on('line', (line) => editor.#take(parseJson(told, line)))
    })
    await editor.next('ready')
    server.close()
    return editor
  }

  /** Evaluates code. @throws Error if it fails */
  async run(code: string): Promise<string> {
    const answer = this.next('answer')
    must(this.#link).write(`${JSON.stringify(code)}\n`)
    return must((await answer).text)
  }

  /** The next of this kind that the editor tells, or has told while nobody waited. */
  next(kind: Told['kind']): Promise<Told> {
    const at = this.#heard.findIndex((one) => one.kind === kind)
    const [found] = at === -1 ? [] : this.#heard.splice(at, 1)
    if (found !== undefined) return Promise.resolve(found)
    return new Promise((resolve, reject) => this.#waits.push({ kind, resolve, reject }))
  }

  /** Resolves when its process has ended. */
  async exited(): Promise<void> {
    await this.#exited
  }

  async close(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#exited
    await rm(this.#home, { recursive: true, force: true })
  }

  #take(one: Told): void {
    if (one.kind === 'failed') return this.#fail(must(one.text))
    const at = this.#waits.findIndex(({ kind }) => kind === one.kind)
    const [wait] = at === -1 ? [] : this.#waits.splice(at, 1)
    if (wait === undefined) this.#heard.push(one)
    else wait.resolve(one)
  }

  #fail(why: string): void {
    for (const { reject } of this.#waits.splice(0))
      reject(new Error(`${why}; the editor has printed:\n${this.#output}`))
  }
}
