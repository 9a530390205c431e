import type { AdapterTraits } from '@dapplex/protocol'

/** A new value as the language writes it. A string is already an expression. */
export function literal(value: string | number | boolean | null, traits: AdapterTraits): string {
  const { literals } = traits.presentation
  if (value === null) return literals.null
  if (typeof value === 'boolean') return value ? literals.true : literals.false
  return String(value)
}
