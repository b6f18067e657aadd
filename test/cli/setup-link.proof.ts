/** The link that makes the first owner: printed at each start, and by a command beside it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { complete, LINK, WITHOUT_KEY } from './setup-completion.ts';

test('each start prints a link until there is an owner, and the key as before', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-setup-'));
  t.after(() => rm(directory, { recursive: true }));
  const first = await startService({ directory, environment: WITHOUT_KEY });
  const [, page, token = ''] = LINK.exec(first.output()) ?? [];
  assert.equal(page, `${first.url}/setup`);
  assert.match(first.output(), /made the first API key; it is shown only now: rp_/);
  await first.stop();
  const second = await startService({ directory, environment: WITHOUT_KEY });
  const [, , another = ''] = LINK.exec(second.output()) ?? [];
  assert.notEqual(another, token);
  // The link of the former start still works.
  assert.equal((await complete(second.url, token)).status, 201);
  assert.equal((await complete(second.url, another)).status, 409);
  await second.stop();
  const third = await startService({ directory, environment: WITHOUT_KEY });
  assert.doesNotMatch(third.output(), /setup#token/);
  await third.stop();
});

test('setup-link prints a link beside a running service, and none once it was used', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-setup-'));
  t.after(() => rm(directory, { recursive: true }));
  const service = await startService({ directory });
  assert.doesNotMatch(
    service.output(),
    /setup#token/,
    'with a key of the operator none is printed',
  );
  const link = (...flags: string[]) => run(MAIN, ['setup-link', '--data-dir', directory, ...flags]);
  const printed = await link('--public-url', 'http://calls.example.com/x');
  assert.equal(printed.code, 0, printed.stderr);
  const [, page, token = ''] = LINK.exec(printed.stdout) ?? [];
  assert.equal(page, 'http://calls.example.com/x/setup');
  assert.equal((await complete(service.url, token)).status, 201);
  assert.match((await link()).stdout, /there is an owner already/);
  await service.stop();
  assert.match((await link()).stdout, /there is an owner already/);
});
