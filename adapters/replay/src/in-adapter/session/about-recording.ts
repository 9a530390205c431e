import { countIn, isJsonObject, textIn, type JsonObject } from '@dapplex/protocol/dap'
import type { Said } from '../breakpoints/breakpoints.js'
import type { Recording, RecordedStop } from '../recording/recording.js'
import type { OutgoingEvent } from './replayed-events.js'

export const idOf = ({ stopId }: RecordedStop, index: number): number => stopId ?? index + 1

/** Which stop of the recording this is, by its recorded number. */
export function recordedPlace({ stops }: Recording, index: number, note: string | undefined): JsonObject {
  const [here, last] = [stops[index], stops.at(-1)]
  const place = { stopId: here && idOf(here, index), last: last && idOf(last, stops.length - 1) }
  return note === undefined ? place : { ...place, note }
}

/** What a file that was read only up to a tear leaves out. */
export const damageText = ({ damage }: Recording): string | undefined =>
  damage && `the recording is damaged (${damage}) and was read up to there: what came later is missing`

/** How the program ended after the last stop. An exit code that only stands for a signal, as 247 does for SIGKILL, tells nothing to people. */
export function endText({ ending }: Recording): string | undefined {
  const exit: unknown = ending.find(({ event }) => event === 'exited')?.body
  if (!isJsonObject(exit)) return undefined
  const [code, signal] = [countIn(exit, 'exitCode'), textIn(exit, 'signal')]
  if (signal !== undefined) return `after it the program was ended by ${signal}`
  return code === undefined ? undefined : `after it the program ended with exit code ${code}`
}

/** What is told where the replay has nothing more, although the file has. */
export const grownText = ({ hasGrown }: Recording): string | undefined =>
  hasGrown === true ? 'more was recorded since this replay began: start another one to see it' : undefined

export function damageEvents(recording: Recording): OutgoingEvent[] {
  const text = damageText(recording)
  if (text === undefined) return []
  return [{ event: 'output', body: { category: 'important', output: `${inSentence(text)}\n` } }]
}

export const inSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const saidEvent = ({ output, path, line }: Said): OutgoingEvent => ({
  event: 'output',
  body: { category: 'console', output, ...(path === undefined ? {} : { source: { path }, line }) },
})
