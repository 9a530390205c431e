import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTestList, toolError, type LaunchSpec, type TestCase, type TestLimits } from '@dapplex/protocol'

/** The Python programs that run the tests stand beside `src` and `dist`. */
const folder = fileURLToPath(new URL('../../../python/', import.meta.url))

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** One of the programs that run tests, and what it is told. */
export interface PythonTests {
  /** Name of the framework, for errors. */
  readonly framework: string
  /** The module that the interpreter must have. */
  readonly module: string
  readonly runner: string
  readonly root: string
  /** Folders where a virtual environment may be, the nearest first. */
  readonly folders: readonly string[]
}

/** Asks for the tests. @throws ToolError TESTS_UNREADABLE */
export async function listPython(tests: PythonTests, asked: object, limits: TestLimits): Promise<readonly TestCase[]> {
  const python = await interpreterWith(tests, limits)
  const { code, stdout, stderr } = await run(python, [join(folder, tests.runner), JSON.stringify(asked)], {
    ...limits,
    cwd: tests.root,
  })
  const fail = (reason: string) => toolError('TESTS_UNREADABLE', { framework: tests.framework, reason })
  const list = readTestList(stdout)
  if (list === undefined) throw fail(lastLines(`${stdout}\n${stderr}`, 5) || `it ended with exit code ${code}`)
  const { tests: cases, problems } = list
  if (cases.length === 0 && problems.length > 0) throw fail(problems.slice(0, 5).join('\n'))
  return cases
}

const lastLines = (text: string, count: number): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
    .join('\n')

/** The launch of a run. The frames of the runner are not the user's code. @throws ToolError TESTS_UNREADABLE */
export async function launchPython(tests: PythonTests, asked: object, limits: TestLimits): Promise<LaunchSpec> {
  const python = await interpreterWith(tests, limits)
  return {
    program: join(folder, tests.runner),
    args: [JSON.stringify(asked)],
    cwd: tests.root,
    env: {},
    stopAtEntry: false,
    adapterArgs: { python: [python], rules: [{ path: join(folder, '**'), include: false }] },
  }
}

const MACHINE = ['python3', 'python', '/usr/bin/python3']

/**
 * The first interpreter that has the framework: that of a virtual environment, then one of the machine that has debugpy too,
 * because the debugger of a distribution has parts that only its own Python finds (Debian: python3-bytecode).
 */
async function interpreterWith({ framework, module, folders, root }: PythonTests, limits: TestLimits): Promise<string> {
  const roots = [process.env['VIRTUAL_ENV'], ...folders.flatMap((one) => [join(one, '.venv'), join(one, 'venv')])]
  const own = roots
    .flatMap((one) => (one === undefined ? [] : [join(one, 'bin', 'python'), join(one, 'Scripts', 'python.exe')]))
    .filter((path) => existsSync(path))
  const tried = [
    ...own.map((python) => ({ python, modules: module })),
    ...MACHINE.map((python) => ({ python, modules: `${module}, debugpy` })),
    ...MACHINE.map((python) => ({ python, modules: module })),
  ]
  for (const { python, modules } of tried) {
    const code = `import ${modules}, sys; print(sys.executable)`
    const { stdout, code: exit } = await run(python, ['-c', code], { ...limits, cwd: root })
    if (exit === 0) return stdout.trim()
  }
  const looked = [...own, ...MACHINE].join(', ')
  const reason = `no Python has the module ${module}: ${looked}; install it with \`python3 -m pip install ${module}\``
  throw toolError('TESTS_UNREADABLE', { framework, reason })
}

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(command: string, args: readonly string[], { cwd, timeoutMs }: TestLimits & { readonly cwd: string }) {
  const settings = { cwd, timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES }
  return new Promise<Ran>((resolve) => {
    const child = execFile(command, args, settings, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
    child.stdin?.end()
  })
}
