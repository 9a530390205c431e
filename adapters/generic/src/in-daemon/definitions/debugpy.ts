import type { AdapterDefinitionInput } from '@dapplex/protocol'
import { pythonArguments } from './python-arguments.js'
import { pythonChildExits } from './python-child-exits.js'
import { pythonDescribe } from './python-describe.js'
import { pythonGuard } from './python-guard.js'
import { pythonInterrupt } from './python-interrupt.js'
import { pythonPassing } from './python-passing.js'
import { pythonPlainReads } from './plain-reads/index.js'
import { pythonRecording } from './python-recording.js'
import { pythonWatching } from './python-watching.js'

/** Python. Run against debugpy 1.6.3 (Debian's 1.6.6+ds); recorded in `fixtures/transcripts/debugpy`. */
export const debugpy: AdapterDefinitionInput = {
  id: 'debugpy',
  title: 'debugpy (Python)',
  languages: ['python'],
  launchTypes: ['debugpy', 'python'],
  programs: ['.py', '.pyw'],
  find: [
    {
      kind: 'python-module',
      module: 'debugpy.adapter',
      interpreters: ['python3', 'python', '/usr/bin/python3'],
      runner: pythonGuard,
    },
  ],
  start: { kind: 'stdio', args: [] },
  install:
    'Install debugpy for the Python on PATH: `python3 -m pip install debugpy`, or the python3-debugpy package of the system.',
  unguardedPorts: 'every account of this machine can use its ports, and run code as you while the session lives',
  launch: {
    program: 'program',
    args: 'args',
    cwd: 'cwd',
    env: { name: 'env', form: 'object' },
    stopAtEntry: 'stopOnEntry',
    // Its default console asks the client to open a terminal (`runInTerminal`), whose output it never sees.
    fixed: { console: 'internalConsole', redirectOutput: true, justMyCode: true },
    // The daemon as the terminal holds the program's standard input. The adapter still tells the output.
    inTerminal: { console: 'integratedTerminal' },
    tellsOutput: 'redirectOutput',
    // A terminal that is asked for shows the output itself: every line would come twice.
    byArgument: [
      { argument: 'console', values: ['integratedTerminal', 'externalTerminal'], fixed: { redirectOutput: false } },
    ],
  },
  attach: {
    pid: 'processId',
    host: 'host',
    port: 'port',
    under: 'connect',
    // `python -m debugpy --listen HOST:PORT` starts an adapter inside the program: DAP is spoken on that port.
    address: 'adapter',
    // It has gdb or lldb load itself into the process.
    by: 'ptrace',
    // What it loads waits for an interpreter. A program that has one built in has mapped files of the standard library.
    runs: { called: 'Python', files: '/(?:lib)?(?:python|pypy)\\d?[^/]*$|/(?:python|pypy)\\d[^/]*/' },
    fixed: { justMyCode: true },
  },
  traits: {
    conditions: { open: '(', or: ' or ', close: ')' },
    // It answers requests outside the standard with a failure. `loadedSources`, `cancel` and `restart`, which it does not
    // announce, make it hang.
    unknown: 'pass',
    hitBreakpointIds: false,
    // Its adapter gives a program that it has launched 5 s to end after a disconnect, then kills it (`sessions.py`, `_finalize`).
    letsLaunchedGo: false,
    // `pydevd_process_net_command_json.py`, `on_setbreakpoints_request` reads the line alone.
    ignoresBreakpointColumns: true,
    // Its adapter handles one message at a time and waits for the answer to `continue`, which the program gives when it has stood
    // and goes on (`continue_request`, `add_on_resumed_callback`): while it runs, the adapter neither tells the next stop nor answers
    // anything any more. A step waits in the program, and is done at its next stop.
    moveWhileRunning: 'harms',
    // Seen in 1.6.3: with the next request for the thread, even if a resume is behind it.
    pauseTellsStopAgain: true,
    confirmsAnyPlace: {
      // Blank lines, comments and the text that describes the module.
      beforeStatement:
        '^(?:[ \\t]*(?:#.*)?\\r?\\n)*(?:[rRuU]?(?:"""[^]*?"""|\'\'\'[^]*?\'\'\'|"[^"\\n]*"|\'[^\'\\n]*\')[ \\t]*(?:#.*)?\\r?\\n)?(?:[ \\t]*(?:#.*)?\\r?\\n)*',
      definition: '^[ \\t]*(?:async[ \\t]+)?def[ \\t]+{{name}}\\b',
    },
    changedSources: 'time',
    // `debugpy/launcher/debuggee.py`, `wait_for_exit`: `code &= 0xFF`.
    exitSignal: 'low-byte',
    exceptions: {
      firstChance: { filter: 'raised' },
      secondChance: { filter: 'uncaught' },
      exits: ['SystemExit'],
      // `pydevd_comm.py`, `build_exception_info_response`: where the program is not stopped in the frame that has thrown it.
      idNote: ' +\\(note: full exception trace is shown but execution is paused at: .*\\)$',
      // The filter `raised` stops in each frame of the user's code (`pydevd_frame.py`; debugpy offers no other way).
      passing: { expression: pythonPassing },
      causesInStack: {
        separator:
          '\\n(?:The above exception was the direct cause of the following exception|During handling of the above exception, another exception occurred):\\n\\n',
        exception: '(?:^|\\n)(?<type>[A-Za-z_][\\w.]*)(?:: (?<message>.*))?\\s*$',
      },
      types: {
        from: 'expression',
        expression: "' '.join(c.__module__ + '.' + c.__qualname__ for c in type(__exception__[1]).__mro__)",
      },
    },
    presentation: {
      literals: { null: 'None', true: 'True', false: 'False' },
      receiver: 'self',
      // The context in which debugpy cuts no text.
      argumentNames: { from: 'expression', context: 'clipboard', expression: pythonArguments },
      debuggerLines: [
        '^ *File "[^"]*/(debugpy|_pydevd_bundle|pydevd|runpy)[^"]*", line ',
        '^ *File "<frozen runpy>", line ',
      ],
      integerBits: { int: 'unlimited' },
      familiarTypes: '^(method|function|builtin_function_or_method|method-wrapper|module)$',
      plainTypes: '^(int|float|complex|bool|str|bytes|NoneType|list|tuple|set|dict|function|module)$',
      opaqueValues: '^<[\\w.<>]+ object at 0x[0-9a-f]+>$',
      groupRows: ['special variables', 'function variables', 'class variables', 'protected variables'],
      // pytest rewrites assertions, and keeps the parts of an expression in variables of the frame.
      madeByTools: '^@py_',
      evaluateNames: {
        group: '^(special|function|class|protected) variables$',
        // A slot without a value: the text of the error stands in its place.
        unreadable: "^'Traceback \\(most recent call last\\)",
      },
      // debugpy 1.6.3 ignores `start`. It lists 100 elements of a list, then the others in parts of up to 1,000.
      unpagedListings: {
        notVariables: ['special variables', 'function variables', 'class variables', 'protected variables', 'len()'],
        length: 'len()',
        partType: '^MoreItems',
        // Of a dict or a set it lists 500 elements (pydevd, `PYDEVD_CONTAINER_RANDOM_ACCESS_MAX_ITEMS`).
        end: {
          row: 'Unable to handle:',
          instead:
            'evaluate a part of it, such as `dict(list(d.items())[500:600])` or `list(s)[500:600]`, with `count`',
        },
      },
    },
    evaluation: {
      // It answers with the value that it reads after the write, even where a setter ignores it.
      writesAreSure: true,
      describe: pythonDescribe,
      interrupt: pythonInterrupt,
      recording: pythonRecording,
      watching: pythonWatching,
      plainReads: pythonPlainReads,
      // A built-in name is known in every frame. The dictionary is written, so that no code of the program runs.
      holding: {
        keep: "__import__('builtins').__dict__.__setitem__('__dapplex_held__', {{object}})",
        name: '__dapplex_held__{{rest}}',
        release: "__import__('builtins').__dict__.pop('__dapplex_held__', None)",
      },
      // The last line of the traceback names the exception.
      failures: [
        { pattern: '(^|\\n)(SyntaxError|IndentationError): [^\\n]*$', kind: 'syntax' },
        { pattern: '^Reading it would run code of the program', kind: 'side_effects' },
      ],
      thrown: '(?:^|\\n)(?<type>[A-Za-z_][\\w.]*)(?:: (?<message>.*))?$',
    },
    // A process that the program starts waits for a client: the event's body is the attach configuration for it.
    childEvent: 'debugpyAttach',
    childExits: pythonChildExits,
  },
}
