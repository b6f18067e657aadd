/**
 * Services of a test file below one temporary folder, each stopped at the end of the file, also if
 * a test failed in the middle.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import {
  type ServiceOptions,
  type ServiceProcess,
  startService,
} from '../support/service-process.ts';

/** Call it at the beginning of the file. */
export function startedServices() {
  let directory = '';
  const started: ServiceProcess[] = [];
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ringpost-start-'));
  });
  after(async () => {
    for (const service of started) await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    start: async (options: ServiceOptions): Promise<ServiceProcess> => {
      const service = await startService(options);
      started.push(service);
      return service;
    },
    /** A path below the folder. */
    below: (...names: readonly string[]) => join(directory, ...names),
  };
}
