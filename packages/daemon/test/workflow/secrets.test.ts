import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeAdapter } from '@dapplex/adapter-node'
import { expect, test } from 'vitest'
import { untilGone } from '@dapplex/testkit'
import { tagProcesses } from '../support/tagged-processes.js'
import { testDaemon } from '../support/test-daemon.js'

const { processes } = tagProcesses()

/** Each secret stands in the program under a name, in a text, or in the environment; none is a literal of the source. */
const planted = {
  password: 'planted-hunter-1',
  apiKey: 'planted-key-2',
  deploy: 'planted-deploy-3',
  own: 'planted-own-4',
  url: 'planted-url-5',
  bearer: 'planted.bearer.token.6',
  recorded: 'planted-recorded-7',
  result: 'planted-result-8',
  name: 'planted-name-9',
  typed: 'planted-typed-10',
}
const source = `
const part = (...parts) => parts.join('-')
const password = part('planted', 'hunter', '1')
const settings = { apiKey: part('planted', 'key', '2'), url: 'postgres://admin:' + part('planted', 'url', '5') + '@db/x' }
const header = 'Bearer ' + ['planted', 'bearer', 'token', '6'].join('.')
console.log('deploying with ' + process.env.DEPLOY_TOKEN)
console.log(settings)
debugger
process.exit(0)
`

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })

test('workflow 34, 35, 36, 37: nothing secret is in any file of the daemon, and live inspection shows what is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-secrets-'))
  const program = join(folder, 'service.js')
  writeFileSync(program, source)
  process.env['OWN_API_KEY'] = planted.own
  const host = await testDaemon({ modules: [nodeAdapter], logLevel: 'trace' })
  const agent = await host.agent('agent')
  await agent.call('workflow_enter', { name: 'look for secrets', description: `token ${planted.own} is refused` })
  await agent.call('debug_launch', { program, env: { DEPLOY_TOKEN: planted.deploy } })
  await agent.call('wait_for_stop')
  const { variables } = await agent.call('variables_get')
  expect(variables, 'live inspection is never hidden').toContainEqual(
    expect.objectContaining({ name: 'password', value: expect.stringContaining(planted.password) }),
  )
  for (const expression of [
    'password',
    'settings',
    'settings.apiKey',
    'header',
    'process.env',
    'JSON.stringify(settings)',
  ])
    await agent.call('evaluate', { expression })
  await agent.call('evaluate', { expression: 'process.env.DEPLOY_TOKEN + "!"' })
  await agent.call('object_inspect', { object_ref: 'settings', depth: 2 })
  await agent.call('variables_get', { expand: 'settings' })
  await agent.call('dap_request', { command: 'evaluate', arguments: { expression: 'password' } })
  await agent.call('evaluate', { expression: '(() => { throw new Error("no access for " + header) })()' })
  await agent.failure('set_variable', { name: 'password', value: `'${planted.typed}'`, frame_index: 99 })
  await agent.failure('debug_launch', { program: join(folder, 'nowhere.js'), env: { OTHER_SECRET: planted.name } })
  await agent.call('output_record', {
    kind: 'finding',
    value: { db: { password: planted.recorded }, ok: 'kept-finding' },
  })
  await agent.call('output_record', { kind: 'note', value: `named ${planted.name}` })
  await agent.call('cache_put', { prompt: 'p', value: { secret: planted.result } })
  await agent.call('output_get')
  const { outputs } = await agent.call('inspect_prior_outputs', { count: 100 })
  for (const value of Object.values(planted)) expect(JSON.stringify(outputs)).not.toContain(value)
  expect(JSON.stringify(outputs)).toContain('[REDACTED]')
  expect(JSON.stringify(outputs)).toContain('kept-finding')
  await agent.call('debug_continue')
  await agent.call('wait_for_stop', { since_stop_id: 99 })
  await agent.call('workflow_finish', { status: 'completed', result: { apiKey: planted.result }, message: planted.own })
  await agent.close()
  await host.daemon.stop('the test is over')

  const found = filesIn(host.home).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const own = path === join(host.home, 'token') ? [] : [host.daemon.token]
    return [...Object.values(planted), ...own].flatMap((value) => (text.includes(value) ? [`${value} in ${path}`] : []))
  })
  const written = filesIn(host.home).map((path) => path.slice(host.home.length + 1))
  expect(written).toEqual(expect.arrayContaining(['journal/workflow.ndjson', 'log/daemon.log']))
  expect(found).toEqual([])
  expect(readFileSync(join(host.home, 'journal', 'workflow.ndjson'), 'utf8')).toContain('kept-finding')
  delete process.env['OWN_API_KEY']
  await untilGone(processes)
  rmSync(host.home, { recursive: true })
  rmSync(folder, { recursive: true })
})
