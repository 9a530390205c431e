import { adapterDefinition, type AdapterModule, type TestFramework } from '@dapplex/protocol'
import { command } from './definitions/command.js'
import { debugpy } from './definitions/debugpy.js'
import { delve } from './definitions/delve.js'
import { gdb } from './definitions/gdb.js'
import { hostPort } from './definitions/host-port.js'
import { jsDebug } from './definitions/js-debug.js'
import { lldb } from './definitions/lldb.js'
import { goTest } from './tests/go-test.js'
import { pytest } from './tests/pytest.js'
import { unittest } from './tests/unittest.js'

/** Test frameworks, by the adapter that debugs their programs. */
const frameworks: readonly TestFramework[] = [pytest, unittest, goTest]

/** Every adapter that needs no code of its own. For a language with two adapters, the first one found is preferred. */
export const genericAdapters: readonly AdapterModule[] = [debugpy, delve, lldb, gdb, jsDebug, command, hostPort].map(
  (definition) => ({
    definition: adapterDefinition.parse(definition),
    tests: frameworks.filter(({ adapter }) => adapter === definition.id),
  }),
)
