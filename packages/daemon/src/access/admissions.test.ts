import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { must } from '@dapplex/testkit'
import { Admissions } from './admissions.js'
import { Gate, type Grant } from './gate.js'
import { addPrincipal, removePrincipal } from './principals.js'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dapplex-admissions-'))
  file = join(folder, 'principals.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const log = { warn: () => undefined, error: () => undefined }

function gateAndAdmissions() {
  const gate = new Gate({ localToken: 'own', principalFile: file, log })
  return { gate, admissions: new Admissions({ principalFile: file, check: () => gate.check() }) }
}

function grantOf(gate: Gate, token: string): Grant {
  const verdict = gate.find(token, '127.0.0.1')
  if (verdict.kind === 'refused') throw new Error(verdict.why)
  return verdict.grant
}

/** Resolves with the reason when the connection is closed. */
function opened(admissions: Admissions, grant: Grant) {
  let close: (why: string) => void = () => undefined
  const closed = new Promise<string>((resolve) => (close = resolve))
  return { closed, forget: admissions.add(grant, (why) => close(why)) }
}

describe('open connections of a token', () => {
  test('are closed when it is removed, also where another process does that; those of others stay', async () => {
    const { gate, admissions } = gateAndAdmissions()
    const [ann, bob] = ['ann', 'bob'].map((name) => addPrincipal(file, { name, role: 'owner' }))
    const first = opened(admissions, grantOf(gate, must(ann)))
    const second = opened(admissions, grantOf(gate, must(ann)))
    const other = opened(admissions, grantOf(gate, must(bob)))
    removePrincipal(file, 'ann')
    expect(await Promise.all([first.closed, second.closed])).toEqual(Array(2).fill(expect.stringContaining('of ann')))
    expect(await Promise.race([other.closed, Promise.resolve('open')])).toBe('open')
    other.forget()
  })

  test('are closed when its time is over, by itself', async () => {
    const { gate, admissions } = gateAndAdmissions()
    const entry = { name: 'ann', role: 'owner', sha256: '00', added: '' } as const
    const expires = new Date(Date.now() + 50).toISOString()
    const grant: Grant = { principal: entry, entry: { ...entry, expires } }
    const soon = new Admissions({ principalFile: file, check: () => () => Date.now() < Date.parse(expires) })
    await opened(soon, grant).closed
    expect(gate.check()(grant)).toBe(false)
    expect(await opened(admissions, grant).closed).toContain('its time is over')
  })

  test('are closed when the list of tokens is gone, or no list any more', async () => {
    const { gate, admissions } = gateAndAdmissions()
    const grant = grantOf(gate, addPrincipal(file, { name: 'ann', role: 'owner' }))
    const { closed } = opened(admissions, grant)
    rmSync(file)
    await closed
  })

  test('a token that was removed and made again under its name is another one', () => {
    const { gate } = gateAndAdmissions()
    const grant = grantOf(gate, addPrincipal(file, { name: 'ann', role: 'owner' }))
    removePrincipal(file, 'ann')
    addPrincipal(file, { name: 'ann', role: 'observer' })
    expect(gate.check()(grant)).toBe(false)
  })
})
