import { surveyAdapters } from '@dapplex/daemon'
import { EXIT } from '../exit/exit-codes.js'
import { printTable } from '../output/print-table.js'
import { configFinding, daemonFinding, folderFinding, nodeFinding, type Finding } from './setup-findings.js'
import { printJson } from '../output/print.js'

/** Makes all checks and prints them; the exit code says whether something keeps dapplex from working. */
export async function runDoctor({ json }: { readonly json: boolean }): Promise<number> {
  const { env } = process
  const findings = [
    nodeFinding(process.versions.node),
    folderFinding(env),
    await daemonFinding(env),
    await configFinding(env, process.cwd()),
    ...(await adapterFindings(env)),
  ]
  const isSound = findings.every(({ verdict }) => verdict !== 'bad')
  if (json) printJson({ sound: isSound, findings })
  else printFindings(findings)
  return isSound ? EXIT.done : EXIT.failed
}

/** Only adapters for a language: the others run whatever command or address the user names. */
async function adapterFindings(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const adapters = (await surveyAdapters(env)).filter(({ languages }) => languages.length > 0)
  return adapters.map(({ id, title, languages, found, path, version, problem, install, warning }) => {
    const what = `${id} (${languages.join(', ')})`
    if (problem !== undefined) return { what, verdict: 'bad', is: `${title} could not be checked: ${problem}` }
    if (!found) return { what, verdict: 'missing', is: `${title} is not installed`, todo: install }
    const is = [version, path].filter((part) => part !== undefined).join(', ')
    return { what, verdict: 'good', is, ...(warning === undefined ? {} : { todo: warning }) }
  })
}

const MARKS = { good: 'ok', missing: '-', bad: 'BAD' } as const

function printFindings(findings: readonly Finding[]): void {
  const rows = findings.map(({ verdict, what, is, todo }) => [
    MARKS[verdict],
    what,
    todo === undefined ? is : `${is}; ${todo}`,
  ])
  printTable({ head: ['', 'what', 'what was found, and how to fix it'], rows, none: '' })
}
