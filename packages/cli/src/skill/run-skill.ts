import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeFileSync } from 'atomically'
import { CommandError, UsageError } from '../exit/command-error.js'
import { escapeText } from '../output/escape-text.js'
import { print, printMessage } from '../output/print.js'
import { placesOf, type ClientName } from './clients.js'
import { planInstall, planRemoval, type Step } from './plan.js'
import { isOnPath, serverCommand } from './server-command.js'
import { skillFile, subagentFile } from './written-files.js'

export interface SkillOptions {
  readonly install?: ClientName
  readonly remove?: ClientName
  readonly subagent?: boolean
  readonly project?: boolean
  readonly print?: boolean
  readonly tools?: string
}

/** `dapplex skill`: prints the skill or the subagent, or plans what changes for a client and does it. */
export function runSkill(options: SkillOptions): void {
  const { install, remove, subagent = false } = options
  const client = install ?? remove
  if (client === undefined) {
    if (options.project === true || options.tools !== undefined)
      throw new UsageError('--project and --tools belong to --install CLIENT or --remove CLIENT')
    return print((subagent ? subagentFile('markdown') : skillFile()).trimEnd())
  }
  const project = options.project === true ? resolve('.') : undefined
  const places = placesOf(client, project, process.env)
  const server = serverCommand({ tools: options.tools, isShared: project !== undefined }, process.env)
  const steps =
    install === undefined
      ? planRemoval(places)
      : planInstall(places, { server, isChosen: options.tools !== undefined, subagent })
  if (options.print === true) return steps.forEach(show)
  for (const step of steps) {
    carryOut(step)
    print(`${outcomeOf(step)}: ${escapeText(step.path)}`)
  }
  if (steps.some(({ kind }) => kind !== 'keep')) printMessage(`Start ${places.title} again to load the changes.`)
  if (install !== undefined && project !== undefined && !isOnPath(process.env))
    printMessage(
      'The entry starts `dapplex`, which is not on PATH here: install it, or run `npm link --workspace dapplex` in the checkout.',
    )
}

function show(step: Step): void {
  print(`# ${outcomeOf(step)}: ${escapeText(step.path)}`)
  if (step.kind !== 'delete' && step.shown !== undefined) print(`${step.shown.trimEnd()}\n`)
}

function outcomeOf(step: Step): string {
  switch (step.kind) {
    case 'write':
      return step.isNew ? `adds ${step.what}` : `changes ${step.what}`
    case 'delete':
      return `removes ${step.what}`
    case 'keep':
      return `${step.what} ${step.why}`
  }
}

function carryOut(step: Step): void {
  try {
    switch (step.kind) {
      case 'write':
        mkdirSync(dirname(step.path), { recursive: true })
        return writeFileSync(step.path, step.text)
      case 'delete':
        rmSync(step.path)
        if (step.folder !== undefined && readdirSync(step.folder).length === 0) rmdirSync(step.folder)
        return
      case 'keep':
        return
    }
  } catch (error) {
    throw new CommandError(
      `${step.path} cannot be changed: ${error instanceof Error ? error.message : String(error)}; correct this, then run the command again`,
    )
  }
}
