import type { Fields } from '@dapplex/protocol/dap'
import { LONGEST_TEXT, TEXT_LIMIT } from '../variables/preview.js'

/** How many characters of a string the client wants to see (`presentation.textArgument` of the definition). DAP has no argument for it. */
export const textLimitOf = (args: Fields): number =>
  Math.min(LONGEST_TEXT, Math.max(TEXT_LIMIT, Math.floor(args.numberOr('dapplexTextLimit') ?? TEXT_LIMIT)))
