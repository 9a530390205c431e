import type { Command } from 'commander'

/** `dapplex record list|size|remove`: the recordings of this user. No daemon needs to run. */
export function addRecordCommand(program: Command): void {
  const record = program.command('record').description('list, measure or remove the recordings of earlier sessions')
  record
    .command('list', { isDefault: true })
    .option('--json', 'print JSON')
    .description('list the recordings, the newest first')
    .addHelpText('after', '\nExample:\n  $ dapplex record\n  $ dapplex replay NAME --attach\n')
    .action(async (options: { json?: boolean }) => {
      const { listRecordings } = await import('../recordings/run-record.js')
      await listRecordings({ json: options.json === true })
    })
  record
    .command('size')
    .option('--json', 'print JSON')
    .description('show how much room they take')
    .addHelpText('after', '\nExample:\n  $ dapplex record size\n')
    .action(async (options: { json?: boolean }) => {
      const { printRecordingSize } = await import('../recordings/run-record.js')
      printRecordingSize({ json: options.json === true })
    })
  record
    .command('remove')
    .argument('[name...]', 'names from the list, or how they begin')
    .option('--all', 'remove all but those of sessions that go on')
    .option('--json', 'print JSON')
    .description('remove recordings, with the journals of the same sessions')
    .addHelpText('after', '\nExample:\n  $ dapplex record remove 20260131T0915\n')
    .action(async (names: string[], options: { all?: boolean; json?: boolean }) => {
      const { removeRecordings } = await import('../recordings/run-record.js')
      await removeRecordings(names, { all: options.all === true, json: options.json === true })
    })
}
