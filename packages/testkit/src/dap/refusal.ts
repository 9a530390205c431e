import { isJsonObject, type JsonObject } from '@dapplex/protocol'

/** What a failed answer says beside its text (DAP, `ErrorResponse`: `body.error.variables`). Throws where it says nothing. */
export function errorVariables({ body }: { readonly body?: unknown }): JsonObject {
  const error = isJsonObject(body) ? body['error'] : undefined
  const variables = isJsonObject(error) ? error['variables'] : undefined
  if (isJsonObject(variables)) return variables
  throw new Error(`the answer has no error with variables: ${JSON.stringify(body)}`)
}
