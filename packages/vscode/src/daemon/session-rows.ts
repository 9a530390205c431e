import type { ToolResult } from '@dapplex/protocol'

export type SessionRow = ToolResult<'sessions_list'>['sessions'][number]
export type ClientRow = SessionRow['clients'][number]

export const isLive = ({ state }: Pick<SessionRow, 'state'>): boolean => state !== 'exited'
