import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, type TestContext } from 'vitest'
import { findNeeds } from './needs.js'
import { absentFor, fillFolder, type FolderContent, type Language, type Orders } from './programs.js'
import { startServer, type Server, type ServerOptions } from './server.js'
import { Workbench } from './workbench.js'

/** A window of the workbench on the folder `shop`, which holds the programs. */
export interface Shop {
  readonly server: Server
  readonly window: Workbench
  readonly folder: string
  readonly programs: readonly Orders[]
}

export interface ShopOptions extends ServerOptions, FolderContent {
  readonly languages: readonly Language[]
  /** The languages without which no test of the file makes sense. */
  readonly needed?: readonly Language[]
}

const needs = await findNeeds()

/**
 * Opens the shop before the tests of a file, and closes it after them. A test that fails leaves a picture of the window.
 * @returns what gives a test the shop, or skips it with the reason: there is no workbench, no `needed` language, or what the test
 * says itself
 */
export function openedShop({
  languages,
  needed = [],
  own,
  others,
  ...options
}: ShopOptions): (context: TestContext, absent?: string) => Shop {
  const absent = needs.kind === 'absent' ? needs.reason : needed.map(absentFor).find((reason) => reason !== undefined)
  let shop: Shop | undefined
  beforeAll(async () => {
    if (needs.kind === 'absent' || absent !== undefined) return
    const server = await startServer(needs.server, options)
    const folder = join(server.scratch, 'shop')
    const programs = await fillFolder(folder, languages, { own, others })
    const window = await Workbench.open(needs.chromium, server.url(folder))
    shop = { server, window, folder, programs }
  })
  afterAll(async () => {
    await shop?.window.close()
    await shop?.server.stop()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await shop?.window.picture(`failed-${task.name.slice(0, 20)}`)
  })
  return (context, reason = absent) => {
    if (shop === undefined || reason !== undefined) return context.skip(reason ?? 'the shop was not opened')
    return shop
  }
}
