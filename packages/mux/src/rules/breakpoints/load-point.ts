import { hasImplicit, type BreakpointList, type BreakpointSpec } from '../../state/program/breakpoints.js'

/** No program prints this by chance. */
const MARK = 'dapplex-load-point '

/** What the adapter prints when it passes a load point. */
export const loadMark = (id: number): string => `${MARK}${id}`

/**
 * A log point that nobody has set, at the first statement of a file: it tells that the file was loaded, where the adapter confirms
 * breakpoints in any file (`traits.confirmsAnyPlace`).
 */
export const isLoadPoint = ({ kind }: BreakpointList, { isImplicit }: BreakpointSpec): boolean =>
  kind === 'source' && isImplicit === true

/** A load point is needed until it has told. */
export const neededLoadPoints = (list: BreakpointList): readonly BreakpointSpec[] =>
  list.isLoaded ? [] : [...list.owners.values()].flatMap(({ specs }) => specs.filter((spec) => isLoadPoint(list, spec)))

/** Whether a source is loaded; undefined where no load point tells it. */
export function isSourceLoaded(list: BreakpointList): boolean | undefined {
  if (list.kind !== 'source') return undefined
  for (const { specs } of list.owners.values()) if (hasImplicit(specs)) return list.isLoaded
  return undefined
}

/** The id of the load point that printed this; undefined for any other output. */
export function loadPointIn(text: string): number | undefined {
  const id = text.startsWith(MARK) ? Number(text.slice(MARK.length)) : Number.NaN
  return Number.isInteger(id) ? id : undefined
}
