import type { AdapterTraits } from '@dapplex/protocol'

type Presentation = AdapterTraits['presentation']

/** The short name of a frame. `raw` is the adapter's own text, if it differs. */
export interface FunctionName {
  readonly name: string
  readonly raw?: string
  readonly isAsync?: true
}

/** `<Main>d__3.MoveNext` of an async method or an iterator, `<>c.<Main>b__0_1` of a lambda, `<Main>g__Local|2_0` of a local function. */
const STATE_MACHINE = /<([^<>]+)>d(?:__\d+)?(?:<[^()]*>)?\.MoveNext$/
const COMPILED = /<([^<>]+)>(?:b|g)__([^|]*)\|?[\d_]*$/

/** The bare name of a function. `traits.presentation` says how the adapter writes frame names. */
export function functionName(raw: string, presentation: Presentation): FunctionName {
  if (presentation.stateMachineFrames) {
    const plain = withoutParameters(raw)
    const machine = STATE_MACHINE.exec(plain)?.[1]
    if (machine !== undefined) return { name: machine, raw, isAsync: true }
    const [, outer, local] = COMPILED.exec(plain) ?? []
    if (outer !== undefined) return { name: local === undefined || /^[\d_]*$/.test(local) ? outer : local, raw }
  }
  const name = bareName(raw, presentation.functionNames)
  return name === raw || name === '' ? { name: raw } : { name, raw }
}

function bareName(raw: string, form: Presentation['functionNames']): string {
  switch (form) {
    case 'bare':
      return raw
    case 'dotted':
      return lastPart(withoutParameters(raw), '.')
    case 'colons':
      return lastPart(withoutParameters(raw), '::')
  }
}

/** `Ns.Type<A.B>.Method<T>(int, B.C)` → `Ns.Type<A.B>.Method<T>`: cut at the first parenthesis outside angle brackets. */
function withoutParameters(text: string): string {
  const at = firstOutside(text, '(')
  return at <= 0 ? text : text.slice(0, at)
}

function lastPart(text: string, separator: '.' | '::'): string {
  let start = 0
  let rest = text
  for (;;) {
    const at = firstOutside(rest, separator)
    // A leading dot belongs to the name: `.ctor`.
    if (at <= 0) return text.slice(start)
    start += at + separator.length
    rest = text.slice(start)
  }
}

/** Position of `what` outside `<…>`, or -1. */
function firstOutside(text: string, what: string): number {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (depth === 0 && text.startsWith(what, index)) return index
    if (text[index] === '<') depth += 1
    if (text[index] === '>') depth -= 1
  }
  return -1
}
