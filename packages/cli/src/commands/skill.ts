import { Option, type Command } from 'commander'
import { CLIENTS } from '../skill/clients.js'
import type { SkillOptions } from '../skill/run-skill.js'

/** `dapplex skill`: what an agent should know about debugging with dapplex, and its installation in an MCP client. */
export function addSkillCommand(program: Command): void {
  program
    .command('skill')
    .description('print a skill that teaches an agent to debug with dapplex, or install it in an MCP client')
    .addOption(new Option('--install <client>', 'write the skill and the MCP entry of a client').choices(CLIENTS))
    .addOption(
      new Option('--remove <client>', 'take away what --install has written').choices(CLIENTS).conflicts('install'),
    )
    .option('--subagent', 'a subagent that finds causes: print its definition, or install it too')
    .option('--project', 'in the files of the project in this folder; default: for you, in all projects')
    .addOption(
      new Option('--tools <choice>', 'which tools the MCP entry lists (dapplex mcp --tools)').choices([
        'core',
        'all',
        'router',
      ]),
    )
    .option('--print', 'show what would be written, and write nothing')
    .addHelpText(
      'after',
      '\nOther settings in the files stay as they are. A file that is broken, or was not written by dapplex, is not touched.\nExamples:\n  $ dapplex skill --install claude\n  $ dapplex skill --install codex --subagent --tools router\n  $ dapplex skill --install cursor --project --print\n  $ dapplex skill --remove claude\n',
    )
    .action(async (options: SkillOptions) => {
      const { runSkill } = await import('../skill/run-skill.js')
      runSkill(options)
    })
}
