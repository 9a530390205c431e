import { RequestFailure } from '../dap/failure.js'
import { keyword, list } from '../sexp/form.js'
import type { Form } from '../sexp/form.js'
import type { Core } from './core.js'

/** A question of the image: for a line of text, or for yes or no. */
interface Question {
  readonly kind: 'text' | 'yes-or-no'
  readonly thread: Form
  readonly tag: Form
}

/** Who waits for text: a restart that asks a question, or the program that reads standard input. */
export class Input {
  private questions: Question[] = []
  private programWaits = false
  private readonly watchers = new Map<number, (() => void)[]>()

  constructor(private readonly core: Core) {
    core.hear((notice) => {
      switch (notice.kind) {
        case 'read-string':
          return this.ask({ kind: 'text', thread: notice.thread, tag: notice.tag }, 'A restart asks for a value')
        case 'read-aborted':
          this.questions = this.questions.filter(({ tag }) => tag !== notice.tag)
          return
        case 'yes-or-no':
          return this.ask(
            { kind: 'yes-or-no', thread: notice.thread, tag: notice.tag },
            `${notice.question.trim()} (y or n)`,
          )
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
    const { client, target } = this.core.connection
    const question = this.questions.shift()
    if (question) {
      client.send(answerTo(question, text))
      return { to: 'debugger' }
    }
    if (target.kind !== 'launched')
      throw new RequestFailure('UNSUPPORTED', 'The standard input of an attached image is not ours', {
        capability: 'input',
      })
    if (target.image.stdin.writableEnded)
      throw new RequestFailure('UNSUPPORTED', 'The end of the standard input was sent: nothing can follow it', {
        capability: 'input',
      })
    target.image.stdin.write(text)
    return { to: 'program' }
  }

  /** Ends the program's standard input. Errors: UNSUPPORTED for an attached image, and while a question waits. */
  end(): { to: 'program' } {
    const { target } = this.core.connection
    if (target.kind !== 'launched' || this.questions.length > 0)
      throw new RequestFailure(
        'UNSUPPORTED',
        this.questions.length > 0
          ? 'A restart or the program asks a question: answer it, it has no end of input'
          : 'The standard input of an attached image is not ours',
        { capability: 'input' },
      )
    target.image.stdin.end()
    return { to: 'program' }
  }

  private program({ waiting }: { waiting: boolean }): void {
    this.programWaits = waiting
    if (waiting) this.announce('The program waits for input')
  }

  private ask(question: Question, why: string): void {
    this.questions.push(question)
    this.announce(why)
    if (typeof question.thread === 'number') this.wake(question.thread)
  }

  private announce(why: string): void {
    this.core.emit('dapplex_inputRequested', { reason: why })
    this.core.tell(`${why}: type it here, or send it with dapplex_input.`)
  }

  private wake(thread: number): void {
    for (const resolve of this.watchers.get(thread) ?? []) resolve()
    this.watchers.delete(thread)
  }
}

function answerTo({ kind, thread, tag }: Question, text: string): Form {
  switch (kind) {
    case 'text':
      return list(keyword('emacs-return-string'), thread, tag, text.endsWith('\n') ? text : `${text}\n`)
    case 'yes-or-no':
      return list(keyword('emacs-return'), thread, tag, /^\s*(y|yes|t)\s*$/i.test(text) || null)
  }
}
