/** The guide to the inbox: its commands do what it says, on a service as it starts by itself. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DELAY_MS_MAX } from '../../src/http/schema/inbox.ts';
import { HANG_MS_MAX } from '../../src/inbox/desk.ts';
import { AGE_MS_MAX, ITEMS_MAX, KEPT_BYTES_MAX } from '../../src/inbox/kept.ts';
import { BURST } from '../../src/inbox/slack-answer.ts';
import { MAIL_BYTES_MAX } from '../../src/inbox/smtp-receiver.ts';
import { BODY_BYTES_MAX } from '../../src/inbox/teams-answer.ts';
import { askUntil } from '../support/ask-until.ts';
import { API_KEY, callApi, startService } from '../support/service-process.ts';
import { blocksOf, runBlock } from './shell-block.ts';

const GUIDE = 'docs/guides/local-inbox.md';

test('its commands show three kinds arriving, a failure, and an empty inbox', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  const service = await startService({ directory });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  const [address, endpoints, mail, look, one, fail, clear, ...rest] = blocksOf(GUIDE);
  assert.deepEqual(rest, []);
  const run = (...blocks: readonly (string | undefined)[]) =>
    runBlock(blocks.join('\n'), { directory, variables: { URL: service.url, KEY: API_KEY } });

  assert.match(await run(address, 'echo $CRM'), /^http:\/\/127\.0\.0\.1:\d+\/prj_\w+\/http\/crm$/m);
  const made = await run(address, endpoints, mail);
  assert.match(made, /"warnings":\["No mail server is set: mail goes to the local inbox\."\]/);
  const seen = await run(look, one);
  assert.deepEqual([...new Set(seen.match(/"channel":"\w+"/g))].sort(), [
    '"channel":"email"',
    '"channel":"http"',
    '"channel":"slack"',
  ]);
  assert.match(seen, /"verdict":"valid"/);
  assert.match(seen, /"json":\{"text":"\[Ringpost\] OUTBOUND_CALL_COMPLETED/);

  await run(fail, look?.replaceAll('inbox-1', 'inbox-2').replace('sleep 2', ''));
  const statuses = async () => {
    const { body } = await callApi(service, 'GET', '/v1/inbox?channel=http&callId=inbox-2');
    const data: { answer: { status: number } }[] = Object(body).data;
    return data.map(({ answer }) => answer.status).reverse();
  };
  const four = await askUntil('four items', statuses, (all) => all.length >= 4);
  assert.deepEqual(four, [503, 503, 200, 200]);

  assert.match(await run(clear), /"removed":[1-9]/);
  assert.deepEqual(await statuses(), []);
});

test('the numbers in it are those of the code', () => {
  const text = readFileSync(new URL(`../../${GUIDE}`, import.meta.url), 'utf8');
  const mebibytes = KEPT_BYTES_MAX / 1_024 / 1_024;
  assert.equal(AGE_MS_MAX, 24 * 3_600_000);
  assert.equal(HANG_MS_MAX, 2 * 60_000);
  for (const fact of [
    `the last ${ITEMS_MAX} items, for a day, at most ${mebibytes} MiB`,
    `a burst of ${BURST}`,
    `413 beyond ${BODY_BYTES_MAX / 1_024} KiB`,
    `552 beyond ${MAIL_BYTES_MAX / 1_024} KiB`,
    `at most ${DELAY_MS_MAX.toLocaleString('en')}`,
  ]) {
    assert.ok(text.includes(fact), fact);
  }
});
