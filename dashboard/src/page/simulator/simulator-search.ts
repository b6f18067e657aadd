/**
 * What the address of the simulator says: the scenario, how many calls, how fast, and their ids.
 * So a scenario can be sent to a colleague as a link.
 */
import type { RawSearch } from '../../search/query-text.ts';
import { compact, oneIn, textIn } from '../../search/read-search.ts';

export interface SimulatorSearch {
  readonly scenario?: string | undefined;
  readonly calls?: string | undefined;
  readonly speed?: 'fast' | 'faster' | 'instant' | undefined;
  readonly prefix?: string | undefined;
  readonly clientId?: string | undefined;
  readonly callSid?: string | undefined;
}

export function readSimulator(search: RawSearch): SimulatorSearch {
  return compact({
    scenario: textIn(search, 'scenario', (text) => /^[a-z-]{1,40}$/.test(text)),
    calls: textIn(search, 'calls', (text) => /^\d{1,4}$/.test(text)),
    speed: oneIn(search, 'speed', ['fast', 'faster', 'instant']),
    prefix: textIn(search, 'prefix'),
    clientId: textIn(search, 'clientId'),
    callSid: textIn(search, 'callSid'),
  });
}
