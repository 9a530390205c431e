/** The `dapplex_*` requests that the shim answers. A session with `inspector: false` refuses all but the last. */
export const serves: string[] = [
  'dapplex_objectId',
  'dapplex_objectInspect',
  'dapplex_inspectObject',
  'dapplex_inspectSlot',
  'dapplex_objectsRelease',
  'dapplex_references',
  'dapplex_inspectClass',
  'dapplex_inspectFunction',
  'dapplex_inspectPackage',
  'dapplex_types',
  'dapplex_members',
  'dapplex_layout',
  'dapplex_instances',
  'dapplex_modulesSearch',
  'dapplex_threadsWaiting',
]
