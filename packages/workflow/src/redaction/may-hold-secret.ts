/**
 * Whether printed JSON may hold something that the redactor hides by name or form; false is certain. One look over the text is a
 * small part of what a walk through the value costs, and most messages hold nothing.
 */
export const mayHoldSecret = (json: string): boolean => SUSPECT.test(json) || SHAPES.test(json)

/** Part of every sensitive name, in any spelling of its words. */
const SUSPECT = /passw|secret|credential|apis?[^a-z0-9]*key|private|token|connection|authorization|cookie|bearer|\bpwd/i
/** Part of every sensitive form. */
const SHAPES = /eyJ|gh[pousr]_|github_pat|\bsk-|AKIA|ASIA|xox|[rsp]k_|AIza|glpat-|npm_|:\/\/[^\s/:@]+:/i
