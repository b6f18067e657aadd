/** The guide to the inbox names the bounds of the code; `example.test.ts` runs its commands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DELAY_MS_MAX } from '../../src/http/schema/inbox.ts';
import { HANG_MS_MAX } from '../../src/inbox/desk.ts';
import { AGE_MS_MAX, ITEMS_MAX, KEPT_BYTES_MAX } from '../../src/inbox/kept.ts';
import { BURST } from '../../src/inbox/slack-answer.ts';
import { MAIL_BYTES_MAX } from '../../src/inbox/smtp-receiver.ts';
import { BODY_BYTES_MAX } from '../../src/inbox/teams-answer.ts';

const GUIDE = 'docs/guides/local-inbox.md';

test('the numbers in the guide are those of the code', () => {
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
