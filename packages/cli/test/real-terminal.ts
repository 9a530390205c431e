import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { must } from '@dapplex/testkit'

const run = promisify(execFile)
let opened = 0

export interface RealTerminalSpec {
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly columns: number
  readonly rows: number
}

/** A command in a real terminal (tmux, each with a server of its own): typed keys go in, and the screen comes out. */
export class RealTerminal {
  /** Everything that the command has written, as bytes. */
  raw = ''
  private readonly changes = new EventEmitter()
  private constructor(
    private readonly server: string,
    private readonly control: ChildProcess,
  ) {
    createInterface({ input: must(control.stdout) }).on('line', (line) => this.notice(line))
  }

  static async open({ command, env, columns, rows }: RealTerminalSpec): Promise<RealTerminal> {
    const server = `dapplex-${process.pid}-${opened++}`
    const size = ['-x', String(columns), '-y', String(rows)]
    const options = ['set', '-g', 'window-size', 'manual']
    await run('tmux', ['-L', server, '-f', '/dev/null', 'new-session', '-d', ...size, 'cat', ';', ...options], { env })
    const terminal = new RealTerminal(server, spawn('tmux', ['-L', server, '-C', 'attach'], { env }))
    // The control client listens before the command begins: nothing that it writes is lost.
    await once(terminal.changes, 'begun')
    await terminal.tmux('respawn-pane', '-k', 'sh', '-c', '"$@"; echo "[exit code $?]"; exec cat', 'sh', ...command)
    return terminal
  }

  /** Types a text as it is. */
  async type(text: string): Promise<void> {
    await this.tmux('send-keys', '-l', text)
  }

  /** Presses keys by their names in tmux: `Enter`, `C-c`, `Up`. */
  async press(...keys: string[]): Promise<void> {
    await this.tmux('send-keys', ...keys)
  }

  async line(text: string): Promise<void> {
    await this.type(text)
    await this.press('Enter')
  }

  async paste(text: string): Promise<void> {
    await this.tmux('set-buffer', text)
    await this.tmux('paste-buffer')
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.tmux('resize-window', '-x', String(columns), '-y', String(rows))
  }

  /** The rows of the screen and what has scrolled away above them, without trailing blanks. */
  async screen(): Promise<string> {
    return (await this.tmux('capture-pane', '-p', '-S', '-')).trimEnd()
  }

  /** Waits until the screen fits, and gives it. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const change = once(this.changes, 'output')
      const screen = await this.screen()
      if (pattern.test(screen)) return screen
      await change
    }
  }

  /** Waits for the command's end, and gives its exit code. */
  async ended(): Promise<number> {
    const screen = await this.until(/\[exit code \d+\]/)
    return Number(/\[exit code (\d+)\]/.exec(screen)?.[1])
  }

  /** Closes the terminal as a window is closed: the command loses it. */
  async close(): Promise<void> {
    await this.tmux('kill-server').catch(() => undefined)
    this.control.kill()
  }

  private notice(line: string): void {
    if (line.startsWith('%session-changed')) this.changes.emit('begun')
    const [, text] = /^%output %\d+ (.*)$/s.exec(line) ?? []
    if (text === undefined) return
    this.raw += text.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
    this.changes.emit('output')
  }

  private async tmux(...args: string[]): Promise<string> {
    return (await run('tmux', ['-L', this.server, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout
  }
}
