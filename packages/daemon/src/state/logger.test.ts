import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from './logger.js'

test('the log keeps hostile texts as they are, and a terminal that shows it obeys nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-log-'))
  const hostile = '\u001b]52;c;QQ==\u0007\u009b2J\u007f\u202eend\u2028'
  const path = join(folder, 'log')
  openLog(path, 'info', (value) => value).info({ what: hostile }, hostile)
  const text = readFileSync(path, 'utf8')
  expect(text.match(/[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu)).toBeNull()
  expect(JSON.parse(text)).toMatchObject({ what: hostile, msg: hostile })
  rmSync(folder, { recursive: true })
})
