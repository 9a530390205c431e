import { Script } from 'node:vm'

/** `{a: 1}` at the start of a line is a block of statements, but a user who types it means an object. */
export function asExpression(text: string): string {
  if (!/^\s*\{[^]*\}\s*$/.test(text)) return text
  const wrapped = `(${text}\n)`
  return isScript(wrapped) ? wrapped : text
}

/** Whether a text is a program that can be compiled. It is not run. */
export function isScript(text: string): boolean {
  try {
    return new Script(text) instanceof Script
  } catch {
    return false
  }
}
