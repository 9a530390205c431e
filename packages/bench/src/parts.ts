import { measureOutput } from './compare-output.js'
import { measureRequests } from './compare-requests.js'
import { measureFlatness } from './flatness.js'
import { measureJournal } from './journal-cost.js'
import { measureClients } from './many-clients.js'
import type { Part } from './part.js'
import { measurePendingWaits } from './pending-waits.js'
import { measureRecorder } from './recorder-cost.js'
import { measureLaps } from './recorder-laps.js'
import { measureRequestCost } from './request-cost.js'
import { measureStalledClient } from './stalled-client.js'
import { measureStart } from './start-cost.js'
import { measureSteps } from './step-rate.js'

/** The parts of the benchmark, in the order in which they are measured. */
export const PARTS: readonly Part[] = [
  { name: 'start', says: 'commands and the daemon until they are ready', runs: 5, measure: measureStart },
  { name: 'waits', says: 'other calls beside 1,000 calls that wait', runs: 8, measure: measurePendingWaits },
  { name: 'cost', says: 'CPU time of the process in the middle, a request', runs: 15, measure: measureRequestCost },
  { name: 'journal', says: 'requests with journal and recorder, and without', runs: 5, measure: measureJournal },
  { name: 'recorder', says: 'a step with the recorder and without, by language', runs: 50, measure: measureRecorder },
  { name: 'laps', says: 'from one stop to the next, recorded and not', runs: 40, measure: measureLaps },
  { name: 'steps', says: 'steps a second, direct and through dapplex, by language', runs: 5, measure: measureSteps },
  {
    name: 'routes',
    says: 'requests on all routes: small and large answers, many at once',
    runs: 5,
    measure: measureRequests,
  },
  {
    name: 'output',
    says: '50,000 output events on all routes, to 1, 5 and 20 clients',
    runs: 5,
    measure: measureOutput,
  },
  {
    name: 'memory',
    says: 'memory of the daemon beside a client that does not read',
    runs: 3,
    measure: measureStalledClient,
  },
  { name: 'clients', says: 'the attach of the 1st, the 10th and the 100th client', runs: 5, measure: measureClients },
  {
    name: 'flat',
    says: 'requests beside many sessions and clients, and long lists',
    runs: 3,
    measure: measureFlatness,
  },
]
