/** One service for all tests of a `describe`, on a data directory of its own in a folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { API_KEY, type ServiceProcess, startService } from '../support/service-process.ts';
import { type Ended, MAIN, run } from './command.ts';

/** Call it in the `describe` of the tests. */
export function oneService() {
  let folder = '';
  let service: ServiceProcess;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ringpost-one-'));
    service = await startService({ directory: join(folder, 'data') });
  });
  after(async () => {
    await service.kill();
    await rm(folder, { recursive: true });
  });
  return {
    service: () => service,
    /** Runs a command that talks to the service. */
    command: (name: string, ...flags: readonly string[]): Promise<Ended> =>
      run(MAIN, [name, '--url', service.url, ...flags], { RINGPOST_API_KEY: API_KEY }),
    /** A path in the folder. */
    below: (name: string) => join(folder, name),
  };
}
