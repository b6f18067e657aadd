/** How long a person stays signed in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  expiresAt,
  idleUntil,
  isOver,
  isUnseen,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSION_SEEN_EVERY_MS,
} from '../../../src/core/person/session.ts';

const created = { createdAtMs: 1_000, seenAtMs: 1_000 };

test('a session that is not used ends after 12 hours', () => {
  assert.equal(SESSION_IDLE_MS, 12 * 3_600_000);
  assert.equal(isOver(created, 1_000 + SESSION_IDLE_MS - 1), false);
  assert.equal(isOver(created, 1_000 + SESSION_IDLE_MS), true);
});

test('a session that is used ends 14 days after it began', () => {
  const used = { ...created, seenAtMs: 1_000 + SESSION_MAX_MS - 5 };
  assert.equal(expiresAt(used), 1_000 + 14 * 86_400_000);
  assert.equal(idleUntil(used), expiresAt(used));
  assert.equal(isOver(used, expiresAt(used) - 1), false);
  assert.equal(isOver(used, expiresAt(used)), true);
});

test('the time of its last use is written once a minute', () => {
  assert.equal(isUnseen(created, 1_000 + SESSION_SEEN_EVERY_MS - 1), false);
  assert.equal(isUnseen(created, 1_000 + SESSION_SEEN_EVERY_MS), true);
});
