import { Argument, Command, Option } from 'commander'
import { describe, expect, test } from 'vitest'
import { candidates } from './candidates.js'

const program = new Command('dapplex')
program
  .command('launch')
  .description('start')
  .option('--adapter <id>', 'which')
  .option('--detach', 'leave')
  .addOption(new Option('--format <value>', 'how').choices(['hex', 'binary']))
program.command('schema').addArgument(new Argument('<kind>').choices(['openrpc', 'anthropic']))
program.command('complete', { hidden: true })

describe('what may stand in the place of the last word', () => {
  test.each([
    { words: [''], want: ['launch', 'schema', 'help'], why: 'the commands, but for hidden ones' },
    { words: ['la'], want: ['launch'], why: 'the commands that start so' },
    { words: ['launch', '--d'], want: ['--detach'], why: 'options of the command' },
    { words: ['launch', '--detach', '--f'], want: ['--format'], why: 'options after a flag' },
    { words: ['launch', '--format', ''], want: ['hex', 'binary'], why: 'values of an option' },
    { words: ['launch', '--format', 'b'], want: ['binary'], why: 'values that start so' },
    { words: ['launch', '--format', 'hex', '--a'], want: ['--adapter'], why: 'options after a value' },
    { words: ['launch', '--adapter', 'no'], want: [], why: 'nothing for free text' },
    { words: ['schema', ''], want: ['openrpc', 'anthropic'], why: 'values of an argument' },
    { words: ['launch', 'app'], want: [], why: 'nothing for a file: the shell has those' },
  ])('$why', ({ words, want }) => {
    expect(candidates(program, words).map(({ value }) => value)).toEqual(want)
  })
})
