import { describe, expect, test } from 'vitest'
import { must } from '@dapplex/testkit'
import { adapterModules } from '../adapters/modules.js'
import { hasOtherPeople, portWarning } from './port-warning.js'

const definition = (id: string) => must(adapterModules.find((one) => one.definition.id === id)).definition

describe('ports that cannot be guarded', () => {
  test.each([
    { tellsOwners: false, hasOthers: true, warns: true },
    { tellsOwners: true, hasOthers: true, warns: false },
    { tellsOwners: false, hasOthers: false, warns: false },
  ])('owners of connections are told: $tellsOwners, other people: $hasOthers', ({ warns, ...machine }) => {
    for (const id of ['debugpy', 'delve'])
      expect(portWarning(definition(id), machine)?.includes('docs/security.md') ?? false, id).toBe(warns)
    for (const id of ['node', 'lldb', 'gdb', 'swank', 'netcoredbg'])
      expect(portWarning(definition(id), machine), id).toBeUndefined()
  })
})

describe('other people on the machine', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/usr/sbin:/usr/sbin/nologin\n'
  const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'
  const ann = 'ann:x:1000:1000:Ann:/home/ann:/bin/zsh\n'
  test.each([
    { why: 'the system alone', passwd: root + nobody, own: 1000, others: false },
    { why: 'oneself', passwd: root + ann, own: 1000, others: false },
    { why: 'another person', passwd: root + ann, own: 1001, others: true },
    { why: 'a person beside root', passwd: root + ann, own: 0, others: true },
    { why: 'a service that cannot log in', passwd: 'app:x:1500:1500::/srv:/bin/false\n', own: 0, others: false },
  ])('$why', ({ passwd, own, others }) => expect(hasOtherPeople(passwd, own)).toBe(others))
})
