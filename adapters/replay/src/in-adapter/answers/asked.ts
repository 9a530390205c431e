import type { Exchange } from '../recording/recording.js'
import type { Question } from './answer.js'

/** The exchanges of a command at a stop: those after the last served change first, then those before it. */
export function asked({ command, stop, from }: Question): readonly Exchange[] {
  const fits = (exchange: Exchange) => exchange.command === command
  return [...stop.exchanges.slice(from).filter(fits), ...stop.exchanges.slice(0, from).filter(fits).reverse()]
}

export const succeeded = ({ answer }: Exchange): boolean => answer.success
