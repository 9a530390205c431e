import { surveyAdapters } from '@dapplex/daemon'
import { EXIT } from '../exit-codes.js'
import { printTable } from '../print-table.js'
import type { Finding } from './finding.js'
import { configFinding, daemonFinding, folderFinding, nodeFinding } from './own-findings.js'

/** Looks at everything and prints it; the exit code says whether something keeps dapplex from working. */
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
  if (json) process.stdout.write(`${JSON.stringify({ sound: isSound, findings }, null, 2)}\n`)
  else print(findings)
  return isSound ? EXIT.done : EXIT.failed
}

/** Adapters for a language of their own: the others are whatever command or address somebody names. */
async function adapterFindings(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const adapters = (await surveyAdapters(env)).filter(({ languages }) => languages.length > 0)
  return adapters.map(({ id, title, languages, found, path, version, install }) => {
    const what = `${id} (${languages.join(', ')})`
    if (!found) return { what, verdict: 'missing', is: `${title} is not here`, todo: install }
    return { what, verdict: 'good', is: [version, path].filter((part) => part !== undefined).join(', ') }
  })
}

const MARKS = { good: 'ok', missing: '-', bad: 'BAD' } as const

function print(findings: readonly Finding[]): void {
  const rows = findings.map(({ verdict, what, is, todo }) => [
    MARKS[verdict],
    what,
    todo === undefined ? is : `${is}; ${todo}`,
  ])
  printTable({ head: ['', 'what', 'how it is, and what to do'], rows, none: '' })
}
