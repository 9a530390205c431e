import { formatFrame, type FrameRow } from './formats.js'
import type { TerminalCommand } from './terminal-command.js'
import { wholeNumber } from './typed-number.js'
import { call, type ViewContext } from './view-context.js'
import { shown } from '../output/escape-text.js'

interface ThreadRow {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly is_current: boolean
}

const moveFrame = (by: 1 | -1) => async (view: ViewContext) => {
  const { frame_index: now } = await call<{ frame_index: number }>(view, 'frame_select', {})
  await selectFrame(view, Math.max(0, now + by))
}

async function selectFrame(view: ViewContext, index: number): Promise<void> {
  await call(view, 'frame_select', { frame_index: index })
  // What is marked are values of the frame in which the program stands.
  view.memory.changed = new Set()
  delete view.memory.nextLines
  const { frames } = await call<{ frames: FrameRow[] }>(view, 'stacktrace_get', { start_frame: index, max_frames: 1 })
  for (const frame of frames) view.print(formatFrame(frame, true))
}

/** Commands about the threads and their stacks. */
export const stackCommands: readonly TerminalCommand[] = [
  {
    names: ['bt', 'backtrace', 'where'],
    usage: 'bt',
    help: 'show the call stack',
    example: 'bt',
    run: async (view) => {
      const { frames, total_frames: total } = await call<{ frames: FrameRow[]; total_frames: number }>(
        view,
        'stacktrace_get',
      )
      for (const frame of frames) view.print(formatFrame(frame, false))
      if (total > frames.length) view.print(`  … ${total - frames.length} more`)
    },
  },
  {
    names: ['f', 'frame'],
    usage: 'f N',
    help: 'select frame N',
    example: 'f 2',
    run: (view, rest) => selectFrame(view, wholeNumber(rest, 'a frame')),
  },
  { names: ['up'], usage: 'up', help: 'select the caller', example: 'up', repeats: true, run: moveFrame(1) },
  {
    names: ['down'],
    usage: 'down',
    help: 'select the called frame',
    example: 'down',
    repeats: true,
    run: moveFrame(-1),
  },
  {
    names: ['t', 'threads'],
    usage: 't [N]',
    help: 'list the threads, or select thread N',
    example: 't 2',
    run: async (view, rest) => {
      if (rest !== '') await call(view, 'thread_select', { thread_id: wholeNumber(rest, 'a thread') })
      const { threads } = await call<{ threads: ThreadRow[] }>(view, 'threads_list')
      for (const one of threads) view.print(shown`${one.is_current ? '*' : ' '} ${one.id} ${one.name} (${one.state})`)
    },
  },
]
