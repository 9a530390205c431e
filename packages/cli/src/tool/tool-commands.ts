import { Command } from 'commander'
import { paramsSchema, toolRegistry, type ToolDefinition } from '@dapplex/protocol'
import { runCall } from './run-call.js'
import { toSeconds } from '../arguments/option-values.js'
import { toTerminal } from '../output/print.js'
import { kebab } from './kebab.js'
import { toolOptions } from './tool-options.js'

/** A command for each tool of the registry: `stacktrace_get` is called `stacktrace-get`, and by its own name too. */
export function buildToolCommands(): Command {
  const program = new Command('dapplex tool')
    .description('The tools. Each prints its result as JSON.')
    .exitOverride()
    .configureOutput(toTerminal)
    .showHelpAfterError('(--help shows the options)')
    .addHelpText('after', '\nExample:\n  $ dapplex tool variables-get --scope locals\n')
  for (const tool of toolRegistry.values()) program.addCommand(buildToolCommand(tool))
  return program
}

function buildToolCommand(tool: ToolDefinition): Command {
  const schema = paramsSchema(tool.params)
  const needless = Object.values(tool.implies ?? {}).flatMap((implied) => Object.keys(implied))
  const options = toolOptions(schema, needless)
  const command = new Command(kebab(tool.name))
    .summary(tool.title)
    .description([tool.description, tool.notes].filter((text) => text !== undefined).join('\n'))
    .exitOverride()
    .configureOutput(toTerminal)
    .showHelpAfterError('(--help shows the options)')
    .addHelpText('after', exampleText(tool))
  if (kebab(tool.name) !== tool.name) command.alias(tool.name)
  for (const { option } of options) command.addOption(option)
  return command
    .option('--compact', 'print the JSON on one line')
    .option('--timeout <seconds>', 'give up after this long', toSeconds)
    .action(async () => {
      const given = command.opts<Record<string, unknown>>()
      const params = options.flatMap(({ name, option }) => {
        const value = given[option.attributeName()]
        return value === undefined ? [] : [[name, value] as const]
      })
      const { compact, timeout } = given as { readonly compact?: boolean; readonly timeout?: number }
      process.exitCode = await runCall({
        method: tool.name,
        params: Object.fromEntries(params),
        ...(compact === undefined ? {} : { compact }),
        ...(timeout === undefined ? {} : { timeout }),
      })
    })
}

function exampleText({ name, examples }: ToolDefinition): string {
  const lines = examples.map(({ why, params }) => {
    const words = Object.entries(params).map(([key, value]) => `--${kebab(key)} ${quote(value)}`)
    return `  # ${why}\n  $ dapplex tool ${[kebab(name), ...words].join(' ')}`
  })
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}\n`
}

/** A value as a shell takes it. */
function quote(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.map(quote).join(' ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w./:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
