/**
 * Whether printed JSON may hold something that the redactor hides by name or form. False is certain. A search over the text
 * costs far less than a walk through the value, and most messages hold no secret.
 */
export const mayHoldSecret = (json: string): boolean =>
  SUSPECT.test(json) || FORMS.some((pattern) => pattern.test(json))

/** Part of every sensitive name, in any spelling of its words. */
const SUSPECT = /passw|secret|credential|apis?[^a-z0-9]*key|private|token|connection|authorization|cookie|bearer|\bpwd/i

/**
 * Part of every sensitive form. Each group has a rare letter at the same distance from its start, which the search leaps to:
 * together they would take twice the time, and without regard to case three times.
 */
const FORMS = [/eyJ|AKIA|ASIA|AIza/, /(?:gh[pousr]|[rsp]k|npm|github_pat)_/, /\bsk-|xox|glpat-|:\/\/[^\s/:@]*:/]
