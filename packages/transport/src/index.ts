export type {
  CloseReason,
  Incoming,
  Malformed,
  MessagePort,
  Printed,
  Recognize,
  Unsubscribe,
} from './port/message-port.js'
export { TransportError, type TransportErrorCode } from './port/transport-error.js'
export { DEFAULT_FRAMING_LIMITS, type FramingLimits } from './framing/limits.js'
export { FramingReader, type Frame } from './framing/reader.js'
export { DEEPEST, isTooDeep } from './framing/nesting.js'
export { parseBody, type ParsedBody } from './framing/parse-body.js'
export { unreadableAnswer } from './framing/unreadable-answer.js'
export { encodeFrame, encodeMessage, printMessage } from './framing/writer.js'
export { StreamPort, type ByteStreams, type StreamPortOptions } from './stream-port.js'
export { childProcessPort, ownStdioPort, type PipedProcess } from './stdio.js'
export { socketPort, type ConnectOptions } from './socket-port.js'
export { connectTcp } from './tcp.js'
export { connectUnixSocket } from './unix-socket.js'
export {
  connectWebSocket,
  webSocketPort,
  type WebSocketConnectOptions,
  type WebSocketPortOptions,
} from './websocket.js'
export { memoryPair } from './memory-pair.js'
export { classifyFirstBytes, readFirstBytes, type FirstBytes } from './first-bytes.js'
