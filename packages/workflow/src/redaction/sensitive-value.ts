import { isSensitiveKey } from './sensitive-key.js'

/**
 * Shapes of secrets that are known by their form (workflow 36). No generic hex rule: hashes and ids
 * must stay. Every repetition is bounded, since the texts come from programs that may be malicious. */
const SHAPES: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'PEM private key', pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/ },
  { what: 'JSON web token', pattern: /\beyJ[A-Za-z0-9_-]{8,512}\.[A-Za-z0-9_-]{8,4096}\./ },
  { what: 'bearer token', pattern: /\bBearer\s+[A-Za-z0-9._~+/=-]{8,}/i },
  { what: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/ },
  { what: 'OpenAI or Anthropic key', pattern: /\bsk-(?=[A-Za-z0-9_-]{0,60}\d)[A-Za-z0-9_-]{20,}/ },
  { what: 'AWS access key id', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { what: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/ },
  { what: 'Stripe key', pattern: /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{10,}/ },
  { what: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{30,}/ },
  { what: 'GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{15,}/ },
  { what: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/ },
  { what: 'URL with a password', pattern: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:[^\s/@]{1,500}@/i },
  { what: 'connection string', pattern: /\b(?:password|pwd)\s{0,4}=(?!=)\s{0,4}[^;\s=]/i },
]

/** Whether a text holds a secret of a known shape. */
export const hasSensitiveShape = (text: string): boolean =>
  SHAPES.some(({ pattern }) => pattern.test(text)) || holdsNamedSecret(text)

/** Longest name that is looked at, in characters. */
const NAME = 64

/** A value in quotes under a name that is sensitive, as in JSON, source text and the previews of debuggers: `{apiKey: 'x'}`. */
function holdsNamedSecret(text: string): boolean {
  for (const { index } of text.matchAll(/[:=]\s{0,3}["'`][^"'`]/g)) {
    const before = text.slice(Math.max(0, index - NAME), index)
    const name = /([A-Za-z_$][\w$-]*)["'`]?\s{0,3}$/.exec(before)?.[1]
    if (name !== undefined && isSensitiveKey(name)) return true
  }
  return false
}
