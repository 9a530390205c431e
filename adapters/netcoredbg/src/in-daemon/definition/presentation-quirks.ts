import type { AdapterDefinitionInput } from '@dapplex/protocol'

type Traits = NonNullable<AdapterDefinitionInput['traits']['presentation']>

/** Methods in which a thread waits for another thread, a lock, a handle or a time. */
const WAITS = [
  'Thread\\.(Sleep|Join|SleepInternal|JoinInternal)',
  'Monitor\\.(Wait|Enter|TryEnter|ReliableEnter|Enter_Slowpath|ObjWait)',
  'WaitHandle\\.Wait\\w*',
  'ManualResetEventSlim\\.Wait',
  'SemaphoreSlim\\.Wait\\w*',
  'LowLevelLifoSemaphore\\.Wait\\w*',
  'Tasks\\.Task\\.(Wait\\w*|InternalWait\\w*|SpinThenBlockingWait)',
]

/** How netcoredbg writes names, types and values. */
export const presentationQuirks = {
  /** `Shop.OrderService.Sum()`, with the parameters left out. */
  functionNames: 'dotted',
  /** `Shop.Program.<Main>d__3.MoveNext()` is `Main`. */
  stateMachineFrames: true,
  /** `{Shop.Customer}` for every object. */
  objectValues: 'type-in-braces',
  typeNames: 'csharp',
  plainTypes: '^(int|string|bool|char)$',
  /** Delegates and what threads wait for. */
  familiarTypes: '^System\\.(Action|Func|Threading|Reflection|Runtime)\\b',
  receiver: 'this',
  /** The shim shows this scope for every frame whose symbols it can read. */
  argumentsScope: 'listed',
  /** The exception of a stop, which the debugger lists among the locals. */
  madeByTools: '^\\$exception$',
  groupRows: ['Static members'],
  waitFrames: WAITS.map((call) => `^System\\.Threading\\.${call}\\(`),
} satisfies Traits
