import type { FuzzTarget } from '../target.js'

const QUOTES = ['{', '}', '{{', '}}', '"', "'", '\\', '\n', '(', ')', '$']

const logMessage: FuzzTarget = {
  name: 'log-message',
  files: ['/packages/protocol/dist/requests/log-message'],
  words: [...QUOTES, '{x}', '{"}"}'],
  share: 1,
  load: async () => {
    const { readLogMessage } = await import('@dapplex/protocol')
    return (input) => {
      const text = input.toString('utf8')
      const parts = readLogMessage(text)
      if (parts.some((part) => typeof part.text !== 'string')) throw new Error('a part without text')
    }
  },
}

const hitCondition: FuzzTarget = {
  name: 'hit-condition',
  files: ['/packages/protocol/dist/requests/hit-condition'],
  words: ['>', '<', '=', '==', '>=', '%', ' ', '0', '9', '1e9', '99999999999999999999', '-'],
  share: 1,
  load: async () => {
    const { readHitCondition } = await import('@dapplex/protocol')
    return (input) => {
      const rule = readHitCondition(input.toString('utf8'))
      for (const hits of [0, 1, 2, 1000])
        if (typeof (rule?.(hits) ?? true) !== 'boolean') throw new Error('neither true nor false')
    }
  },
}

/** The conditions that are evaluated on a recording, in both of its languages. */
const pastCondition: FuzzTarget = {
  name: 'past-condition',
  files: ['/packages/recording/dist/conditions/'],
  words: [
    ...QUOTES,
    '==',
    '!=',
    '<=',
    '&&',
    '||',
    'and',
    'not',
    '.',
    '[',
    ']',
    '1',
    '0x',
    '1.5e3',
    '#xff',
    ':key',
    'nil',
    'true',
  ],
  share: 1,
  load: async () => {
    const { readCondition } = await import('@dapplex/recording')
    return (input) => {
      for (const names of ['common', 'c', 'lisp'] as const) readCondition(input.toString('utf8'), names)
    }
  },
}

/** What a Swank server sends: packets, forms, and messages of them. */
const swank: FuzzTarget = {
  name: 'swank',
  files: ['/adapters/swank/dist/in-adapter/sexp/', '/adapters/swank/dist/in-adapter/swank/'],
  words: [
    '00000a',
    'ffffff',
    '(',
    ')',
    ' . ',
    '"',
    '\\',
    '|',
    '#<',
    '>',
    '#\\',
    "'",
    ':return',
    ':ok',
    '(:debug 1 1 ',
    'nil',
    '1/2',
    '1.5d0',
  ],
  share: 1,
  load: async () => {
    const { PacketReader, encodePacket } = await import('../../../../../adapters/swank/src/in-adapter/swank/packets.js')
    const { decodeServerMessage } = await import('../../../../../adapters/swank/src/in-adapter/swank/server-message.js')
    const { FormSyntaxError, readForm } = await import('../../../../../adapters/swank/src/in-adapter/sexp/read.js')
    return (input) => {
      const text = input.toString('utf8')
      refusing(FormSyntaxError, () => decodeServerMessage(readForm(text)))
      const [body] = new PacketReader().take(encodePacket(text))
      if (body !== text) throw new Error('a packet that is read is not the one that was written')
      refusing(NoSwank, () => takeAll(new PacketReader(), input))
    }
    function takeAll(reader: { take(chunk: Buffer): string[] }, input: Buffer): void {
      try {
        for (let at = 0; at < input.length; at += 5) reader.take(input.subarray(at, at + 5))
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('This is no Swank server')) throw new NoSwank()
        throw error
      }
    }
  },
}

class NoSwank extends Error {}

type ErrorClass = new (...given: never[]) => Error

/** Runs it; what it documents that it throws is no fault. */
function refusing(documented: ErrorClass, act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof documented)) throw error
  }
}

export const wordTargets: readonly FuzzTarget[] = [logMessage, hitCondition, pastCondition, swank]
