import { RequestFailure } from '../failure.js'
import { keyword, list } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import type { Handlers, Shim } from './shim.js'

interface Question {
  readonly thread: Form
  readonly tag: Form
}

/** What waits for text: a read request of the debugger, or the program at its standard input. */
export class Input {
  private questions: Question[] = []
  private programWaits = false
  private readonly watchers = new Map<number, (() => void)[]>()

  constructor(private readonly shim: Shim) {
    shim.hear((notice) => {
      switch (notice.kind) {
        case 'read-string':
          this.questions.push({ thread: notice.thread, tag: notice.tag })
          this.announce('A restart asks for a value')
          if (typeof notice.thread === 'number') this.wake(notice.thread)
          return
        case 'read-aborted':
          this.questions = this.questions.filter(({ tag }) => tag !== notice.tag)
          return
        case 'yes-or-no':
          this.shim.tell(`${notice.question} (answered yes)`)
          this.shim.connection.client.send(list(keyword('emacs-return'), notice.thread, notice.tag, true))
          return
        case 'helper':
          if (notice.name === 'input') this.program(notice.body as { waiting: boolean })
          return
        default:
          return
      }
    })
  }

  get waiting(): boolean {
    return this.programWaits || this.questions.length > 0
  }

  /** Settles when a thread asks the client for a value. */
  asked(thread: number): Promise<void> {
    return new Promise((resolve) => this.watchers.set(thread, [...(this.watchers.get(thread) ?? []), resolve]))
  }

  /** Gives text to whoever waits, else to the program's standard input. Errors: UNSUPPORTED where there is none. */
  give(text: string): { to: 'debugger' | 'program' } {
    const { client, target } = this.shim.connection
    const question = this.questions.shift()
    if (question) {
      client.send(
        list(keyword('emacs-return-string'), question.thread, question.tag, text.endsWith('\n') ? text : `${text}\n`),
      )
      return { to: 'debugger' }
    }
    if (target.kind !== 'launched')
      throw new RequestFailure('UNSUPPORTED', 'The standard input of an attached image is not ours', {
        capability: 'input',
      })
    target.image.stdin.write(text)
    return { to: 'program' }
  }

  private program({ waiting }: { waiting: boolean }): void {
    this.programWaits = waiting
    if (waiting) this.announce('The program waits for input')
  }

  private announce(why: string): void {
    this.shim.emit('dapplex_inputRequested', { reason: why })
    this.shim.tell(`${why}: type it here, or send it with dapplex_input.`)
  }

  private wake(thread: number): void {
    for (const resolve of this.watchers.get(thread) ?? []) resolve()
    this.watchers.delete(thread)
  }
}

export function inputHandlers(shim: Shim): Handlers {
  return {
    dapplex_input: (args) => ({ success: true, ...shim.input.give(args.text('text')) }),
  }
}
