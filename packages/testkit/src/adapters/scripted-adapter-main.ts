/**
 * The process behind `scriptedProcess`: plays `script.json` of the folder given as argument on its stdin and stdout, notes
 * what it receives in `received.ndjson`, and takes each file `told-<word>` as that word.
 */
import { appendFileSync, readdirSync, readFileSync, watch, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ownStdioPort } from '@dapplex/transport'
import type { Script } from './script.js'
import { ScriptedAdapter } from './scripted-adapter.js'

const TOLD = 'told-'
const STDOUT = 1
const STDERR = 2

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('the folder of the script must be given')
const script = JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8')) as Script

const port = ownStdioPort()
const adapter = new ScriptedAdapter(port, script, {
  processStep: (step) => {
    switch (step.kind) {
      case 'garbage':
        return void writeSync(STDOUT, step.text)
      case 'stderr':
        return void writeSync(STDERR, step.text.endsWith('\n') ? step.text : `${step.text}\n`)
      case 'die':
        // In the next turn: messages that were sent before are still written in this one.
        return void setImmediate(() => {
          if (step.signal === undefined) process.exit(step.code ?? 1)
          process.kill(process.pid, step.signal)
        })
    }
  },
})
adapter.timeline.onEntry(({ dir, message }) => {
  if (dir === 'out') appendFileSync(join(folder, 'received.ndjson'), `${JSON.stringify(message)}\n`)
})
port.onClose(() => process.exit(0))

const hear = (name: string) => {
  if (name.startsWith(TOLD)) adapter.tell(decodeURIComponent(name.slice(TOLD.length)))
}
watch(folder, (_change, name) => hear(name ?? ''))
readdirSync(folder).forEach(hear)
