import { PROBE_NAME } from './injected-names.js'

/** In the injected code: keeps the functions of `Object` and `Reflect` as they were when the program had not begun. */
export const KEEP_BUILT_IN = `
  const functionsOf = (of) => {
    const kept = Object.create(null)
    for (const name of Object.getOwnPropertyNames(of)) if (typeof of[name] === 'function') kept[name] = of[name]
    return kept
  }
  probe.Object = functionsOf(Object)
  probe.Reflect = functionsOf(Reflect)`

/** The first line of a function that runs in the program: `Object` and `Reflect` are the kept ones, where the context has them. */
export const BUILT_IN = `const { Object = globalThis.Object, Reflect = globalThis.Reflect } = globalThis.${PROBE_NAME} ?? {}`
