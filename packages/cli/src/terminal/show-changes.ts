import { formatChanges, type ShownValue } from './formats.js'
import type { ViewContext } from './view-context.js'

/** Prints what has changed at a stop, and remembers it, so that `locals` can mark it. */
export function showChanges(
  view: ViewContext,
  values: readonly ShownValue[] = [],
  print: (line: string) => void,
): void {
  view.changed = new Set(values.flatMap(({ name, changed }) => (changed === true ? [name] : [])))
  for (const line of formatChanges(values)) print(line)
}
