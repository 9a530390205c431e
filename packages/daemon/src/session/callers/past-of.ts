import type { AdapterTraits } from '@dapplex/protocol'
import { framesOfStop, StopAnswers, type PastStop as Recorded, type Recording } from '@dapplex/recording'
import type { Past, PastStop } from '@dapplex/tools'

/** The stops of a session as the tools read them. */
export function pastOf(recording: Recording, { presentation }: AdapterTraits): Past {
  return {
    stopIds: recording.stopIds,
    dropped: recording.dropped.stops,
    get damage() {
      return recording.damage
    },
    stop: (stopId) => {
      const stop = recording.stop(stopId)
      return stop === undefined ? undefined : pastStop(stop, new StopAnswers(stop, presentation.names))
    },
  }
}

function pastStop(stop: Recorded, answers: StopAnswers): PastStop {
  const { stopId, at, reason, threadId, description, text, breakpointIds, by, cut, stacks } = stop.record
  const frames = framesOfStop(stop).filter(({ scopes }) => scopes.some(({ rows }) => rows !== undefined))
  const known = new Map(stop.threads.map((thread) => [thread.id, thread]))
  for (const stack of stacks) if (!known.has(stack.threadId)) known.set(stack.threadId, unnamed(stack.threadId))
  if (threadId !== undefined && !known.has(threadId)) known.set(threadId, unnamed(threadId))
  return {
    stopId,
    at,
    reason,
    breakpointIds,
    threads: [...known.values()],
    frames: frames.map(({ index }) => index),
    recorded: stacks.length === 0 ? 'place' : cut === undefined ? 'all' : 'part',
    answer: (command, args) => answers.answer(command, args),
    ...(threadId === undefined ? {} : { threadId }),
    ...(description === undefined ? {} : { description }),
    ...(text === undefined ? {} : { text }),
    ...(by === undefined ? {} : { by: by.name }),
  }
}

const unnamed = (id: number) => ({ id, name: `Thread ${id}`, stopped: true })
