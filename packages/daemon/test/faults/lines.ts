import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { openWait, parseJson, z } from '@dapplex/testkit'

const reply = z.looseObject({ id: z.number(), answer: z.unknown(), error: z.string().optional() })

/** Questions as lines of JSON to another process, each answered by one line. */
export class Lines {
  readonly #to: Writable
  readonly #waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  readonly #other: (line: string) => void
  #last = 0
  #gone: string | undefined

  /** @param other gets the lines that answer nothing */
  constructor(from: Readable, to: Writable, other: (line: string) => void = () => undefined) {
    this.#to = to
    this.#other = other
    to.on('error', () => undefined)
    createInterface({ input: from }).on('line', (line) => this.#take(line))
  }

  /** @throws Error that the other process answers, or when it has gone */
  ask(question: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (this.#gone !== undefined) return Promise.reject(new Error(this.#gone))
    const id = ++this.#last
    const forget = openWait(() => `no answer to ${JSON.stringify(question).slice(0, 200)}`)
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#to.write(`${JSON.stringify({ id, ...question })}\n`)
    return answer.finally(forget)
  }

  /** The other process has gone: it answers nothing any more. */
  gone(why: string): void {
    this.#gone = why
    for (const { reject } of this.#waiting.values()) reject(new Error(why))
    this.#waiting.clear()
  }

  #take(line: string): void {
    const parsed = reply.safeParse(parseJson(z.unknown(), line))
    const waiting = parsed.success ? this.#waiting.get(parsed.data.id) : undefined
    if (!parsed.success || waiting === undefined) return this.#other(line)
    const { id, answer, error } = parsed.data
    this.#waiting.delete(id)
    if (error === undefined) waiting.resolve(answer)
    else waiting.reject(new Error(error))
  }
}
