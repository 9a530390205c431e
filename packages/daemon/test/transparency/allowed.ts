import type { Digest } from './digest.js'

/** One difference between the adapter alone and through dapplex that a rule wants. */
export interface AllowedDifference {
  /** Number in docs/rules.md. */
  readonly rule: number
  readonly why: string
  /** What the client would see if the adapter alone did as the rule wants. */
  readonly apply: (direct: Digest) => Digest
}

const CAPABILITIES = /^(?:response initialize|event capabilities) /

/** All allowed differences, for every adapter. */
export const allowed: readonly AllowedDifference[] = [
  {
    rule: 9,
    why: 'configurationDone, restart and terminate are always offered, because dapplex can do them',
    apply: (direct) => mapLines(direct, (line) => (CAPABILITIES.test(line) ? withOwnCapabilities(line) : line)),
  },
]

const OWN = { supportsConfigurationDoneRequest: true, supportsRestartRequest: true, supportsTerminateRequest: true }

function withOwnCapabilities(line: string): string {
  const [head = '', json = ''] = splitLine(line)
  const message = JSON.parse(json) as { body?: { capabilities?: object } }
  const { body = {} } = message
  const merged =
    'capabilities' in body ? { ...body, capabilities: { ...body.capabilities, ...OWN } } : { ...body, ...OWN }
  return `${head}${JSON.stringify({ ...message, body: merged })}`
}

function splitLine(line: string): [string, string] {
  const at = line.indexOf('{')
  return [line.slice(0, at), line.slice(at)]
}

const mapLines = (digest: Digest, change: (line: string) => string): Digest => ({
  ...digest,
  responses: digest.responses.map(change),
  events: digest.events.map(change),
})
