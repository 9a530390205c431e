import type { AdapterModule } from '@dapplex/protocol'
import { Recording } from '@dapplex/recording'

/** The recording that a session shows. It is opened once: what it has then can be read though its file be removed. */
export class ShownRecording {
  readonly #module: AdapterModule
  #opened: Promise<Recording> | undefined

  constructor(module: AdapterModule) {
    this.#module = module
  }

  /** Undefined where the program is none. Rejects where it cannot be read. */
  of(program: string | undefined): Promise<Recording> | undefined {
    if (this.#opened === undefined && program !== undefined && this.#module.hooks?.showsRecording?.(program) === true)
      this.#opened = Recording.open(program)
    return this.#opened
  }

  /** The adapter has opened it by now. Who asks for it later is told what is wrong with it. */
  open(program: string | undefined): void {
    this.of(program)?.catch(() => undefined)
  }

  close(): void {
    this.#opened?.then((recording) => recording.close()).catch(() => undefined)
  }
}
