/**
 * Whether printed JSON may hold something that the redactor hides by name or form. False is certain. One search over the text
 * costs far less than a walk through the value, and most messages hold no secret.
 */
export const mayHoldSecret = (json: string): boolean => SUSPECT.test(json) || SHAPES.test(json)

/** Part of every sensitive name, in any spelling of its words. */
const SUSPECT = /passw|secret|credential|apis?[^a-z0-9]*key|private|token|connection|authorization|cookie|bearer|\bpwd/i
/** Part of every sensitive form. */
const SHAPES = /eyJ|gh[pousr]_|github_pat|\bsk-|AKIA|ASIA|xox|[rsp]k_|AIza|glpat-|npm_|:\/\/[^\s/:@]+:/i
