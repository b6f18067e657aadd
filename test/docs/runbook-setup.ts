/** The page of runbooks by its headings, and a service that is broken as one of them describes. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { blocksIn } from './shell-block.ts';

export const PAGE = readFileSync(new URL('../../docs/guides/runbooks.md', import.meta.url), 'utf8');

export const HEADINGS = [
  'A customer got nothing',
  'An endpoint was down for two days',
  'A key leaked',
  'The disk is full',
  'The clock is wrong',
  'The database is away',
  'The master key is lost',
  'Move house',
] as const;

type Heading = (typeof HEADINGS)[number];

export function sectionOf(heading: Heading): string {
  return PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

export function blocksUnder(heading: Heading): readonly string[] {
  return blocksIn(sectionOf(heading));
}

/** A service on a directory of its own, and a port at which no receiver listens yet. */
export async function broken(t: TestContext): Promise<{
  readonly service: ServiceProcess;
  readonly directory: string;
  readonly port: number;
}> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-runbook-'));
  const service = await startService({ directory });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  return { service, directory, port: await freePort() };
}

export async function endpointAt(service: ServiceProcess, port: number): Promise<string> {
  const { body } = await callApi(service, 'POST', '/v1/endpoints', {
    name: 'CRM',
    kind: 'custom',
    target: `http://127.0.0.1:${port}/`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
    retryScheduleMs: [1_000],
  });
  return Object(body).id;
}

/** Accepts every webhook; returns the ids of those that came. */
export async function receiverAt(t: TestContext, port: number): Promise<readonly string[]> {
  const came: string[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      came.push(String(request.headers['webhook-id']));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return came;
}
