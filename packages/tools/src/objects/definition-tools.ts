import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { describeDefinition } from './describe-definition.js'
import { classRow, functionRow, packageRow } from './definition-rows.js'

export const inspectClass = implement(surface.inspect_class, async (params, call) => {
  const on = call.on(params.session_id)
  const { class_name: name, package: packageName } = params
  const args = { class_name: name, package: packageName }
  return classRow(on, await describeDefinition(on, { command: 'dapplex_inspectClass', name, args }))
})

export const inspectFunction = implement(surface.inspect_function, async (params, call) => {
  const on = call.on(params.session_id)
  const { symbol: name, package: packageName } = params
  const args = { symbol: name, package: packageName }
  return functionRow(on, await describeDefinition(on, { command: 'dapplex_inspectFunction', name, args }))
})

export const inspectPackage = implement(surface.inspect_package, async (params, call) => {
  const on = call.on(params.session_id)
  const { package_name: name, start, count } = params
  const page = { start, count }
  const include = params.include === 'external' ? undefined : params.include
  const args = { package_name: name, include, ...page }
  return packageRow(on, await describeDefinition(on, { command: 'dapplex_inspectPackage', name, args, page }), page)
})
