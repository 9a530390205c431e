import { surface } from '@dapplex/protocol'
import { implement } from '../call/tool.js'
import { describeDefinition } from './describe-definition.js'
import { classRow, functionRow, packageRow } from './definition-rows.js'

/** `dapplex_inspectClass {class_name, package?, frameId?}`: the result of inspect_class. */
export const inspectClass = implement(surface.inspect_class, async (params, call) => {
  const on = call.on(params.session_id)
  const { class_name: name, package: packageName } = params
  return classRow(on, await describeDefinition(on, { what: 'class', name, packageName }), name)
})

/** `dapplex_inspectFunction {symbol, package?, frameId?}`: the result of inspect_function. */
export const inspectFunction = implement(surface.inspect_function, async (params, call) => {
  const on = call.on(params.session_id)
  const { symbol: name, package: packageName } = params
  return functionRow(on, await describeDefinition(on, { what: 'function', name, packageName }), name)
})

/** `dapplex_inspectPackage {package_name, start, count, include?, frameId?}`: the result of inspect_package. */
export const inspectPackage = implement(surface.inspect_package, async (params, call) => {
  const on = call.on(params.session_id)
  const { package_name: name, start, count } = params
  const include = params.include === 'external' ? undefined : params.include
  return packageRow(on, await describeDefinition(on, { what: 'package', name, page: { start, count, include } }), {
    name,
    start,
    count,
  })
})
