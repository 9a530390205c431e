import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'

export const objectsRelease = implement(surface.objects_release, async (params, call) => {
  const released = params.ids.filter((id) => call.sessions.releaseObject(id))
  return Promise.resolve({ released, unknown: params.ids.filter((id) => !released.includes(id)) })
})
