import { constants } from 'node:os'

const names = new Map<number, string>()
// Of two names for one number, such as SIGABRT and SIGIOT, the first is the usual one.
for (const [name, number] of Object.entries(constants.signals)) if (!names.has(number)) names.set(number, name)

/** The name of a signal of this machine. */
export const signalName = (number: number): string | undefined => names.get(number)
