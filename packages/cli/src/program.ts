import { Command } from 'commander'
import { addAdaptersCommand } from './commands/adapters.js'
import { addAttachCommand } from './commands/attach.js'
import { addCallCommand } from './commands/call.js'
import { addCompletionCommands } from './commands/completion.js'
import { addDaemonCommand } from './commands/daemon.js'
import { addDapCommand } from './commands/dap.js'
import { addDemoCommand } from './commands/demo.js'
import { addDoctorCommand } from './commands/doctor.js'
import { addEventsCommand } from './commands/events.js'
import { addExportCommand } from './commands/export.js'
import { addLaunchCommand } from './commands/launch.js'
import { addMcpCommand } from './commands/mcp.js'
import { addRecordCommand } from './commands/record.js'
import { addReplayCommand } from './commands/replay.js'
import { addSchemaCommand } from './commands/schema.js'
import { addClientsCommand, addSessionsCommand, addStatusCommand } from './commands/status.js'
import { addSkillCommand } from './commands/skill.js'
import { addTokenCommand } from './commands/token.js'
import { addToolCommand } from './commands/tool.js'
import { addTreeCommand } from './commands/tree.js'
import { toTerminal } from './output/print.js'
import { readVersion } from './daemon/version.js'

/**
 * The whole command line. Only commander is loaded here: each action imports its own modules, because agents
 * start this command hundreds of times.
 */
export function buildProgram(): Command {
  const program = new Command('dapplex')
    .description('One debug session, many clients: editors over DAP, agents over JSON-RPC, people at a terminal.')
    .version(readVersion())
    .exitOverride()
    .configureOutput(toTerminal)
    .enablePositionalOptions()
    .showHelpAfterError('(--help shows the usage)')
    .addHelpText('after', '\nStart with:\n  $ dapplex demo\n  $ dapplex launch app.js --break app.js:12 --attach\n')
  const add = [
    addDemoCommand,
    addLaunchCommand,
    addAttachCommand,
    addCallCommand,
    addToolCommand,
    addStatusCommand,
    addSessionsCommand,
    addClientsCommand,
    addEventsCommand,
    addTreeCommand,
    addDapCommand,
    addMcpCommand,
    addSkillCommand,
    addRecordCommand,
    addReplayCommand,
    addExportCommand,
    addAdaptersCommand,
    addDoctorCommand,
    addSchemaCommand,
    addDaemonCommand,
    addTokenCommand,
    addCompletionCommands,
  ]
  for (const one of add) one(program)
  return program
}
