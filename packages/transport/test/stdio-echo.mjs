// Answers each message on its own stdin and stdout, until told to end.
import { ownStdioPort } from '@dapplex/transport'

const port = ownStdioPort()
port.onMalformed(({ reason }) => port.send({ malformed: reason }))
port.onMessage(({ value }) => {
  port.send({ echo: value })
  if (value === 'end') port.close()
})
port.onClose((reason) => {
  process.exitCode = reason.kind === 'closed' ? 3 : reason.kind === 'ended' ? 4 : 5
})
