/**
 * Failed tries in the audit trail: the first at once, the others counted, however many there are.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey, type UserKey } from '../../../src/core/id.ts';
import {
  createFailureLog,
  FAILURE_WINDOW_MS,
  FAILURES_APART_MAX,
  FIRST_ENTRIES_MAX,
} from '../../../src/engine/people/failure-log.ts';
import type { AuditEntry } from '../../../src/engine/ports/manage-store.ts';
import { createSteppedClock } from '../../channel/stepped-clock.ts';

const OLDEST = asKey<ProjectKey>(1);
const OWN = asKey<ProjectKey>(2);
const KIM = { id: 'usr_kim', userKey: asKey<UserKey>(1), name: 'kim@example.com' };

function given() {
  const written: { project: ProjectKey; entry: AuditEntry }[] = [];
  const troubles: string[] = [];
  const clock = createSteppedClock();
  const place = {
    ...({ projectId: 'prj', projectName: 'p', role: 'owner' } as const),
    maskForViewers: false,
    requireSecondFactor: false,
  };
  const log = createFailureLog({
    clock,
    store: {
      membershipsOf: async () => [
        { ...place, projectKey: OLDEST },
        { ...place, projectKey: OWN },
      ],
      noteAudit: async ({ projectKey: project, audit: entry }) => {
        written.push({ project, entry });
      },
    },
    firstProject: async () => OLDEST,
    onTrouble: (message) => troubles.push(message),
  });
  return { log, clock, written, troubles };
}

const afterOf = ({ entry }: { entry: AuditEntry }) => Object(entry.after);

test('the first is written at once, the others as a number when the window ends', async () => {
  const { log, clock, written } = given();
  const failure = { kind: 'sign-in', about: KIM, address: '198.51.100.7' } as const;
  log.note(failure);
  await log.flush();
  assert.deepEqual(
    written.map(({ project, entry }) => [project, entry.action, entry.target, entry.address]),
    [OLDEST, OWN].map((project) => [project, 'sign-in.failed', KIM.id, '198.51.100.7']),
  );
  written.length = 0;
  for (let n = 0; n < 5; n += 1) log.note(failure);
  for (let n = 0; n < 400; n += 1) log.refused('sign-in', KIM.name, '198.51.100.7');
  clock.advance(FAILURE_WINDOW_MS);
  await log.flush();
  assert.equal(written.length, 4);
  const last = written.at(-1) ?? assert.fail();
  assert.deepEqual([afterOf(last).tries, afterOf(last).refused], [4, 400]);
  clock.advance(FAILURE_WINDOW_MS);
  await log.flush();
  assert.equal(written.length, 4, 'nothing is written of nothing');
});

test('an unknown account is noted in the oldest project, a revoked key in its own', async () => {
  const { log, written } = given();
  log.note({ kind: 'sign-in', about: null, address: '2001:db8:1:2:3::4' });
  const key = { id: 'key_1', projectKey: OWN };
  log.note({ kind: 'api-key', about: key, address: '198.51.100.7', hint: 'rp_4fJ0' });
  await log.flush();
  assert.deepEqual(
    written.map(({ project, entry }) => [project, entry.action, entry.target, entry.address]),
    [
      [OLDEST, 'sign-in.failed', null, '2001:db8:1:2::/64'],
      [OWN, 'api-key.refused', 'key_1', '198.51.100.7'],
    ],
  );
  assert.deepEqual(afterOf(written[1] ?? assert.fail()).keys, ['rp_4fJ0']);
});

test('a hundred thousand tries from as many networks write a few hundred rows', async () => {
  const { log, clock, written } = given();
  for (let n = 0; n < 100_000; n += 1) {
    const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    log.note({ kind: n % 2 === 0 ? 'sign-in' : 'api-key', about: null, address });
  }
  clock.advance(FAILURE_WINDOW_MS);
  await log.flush();
  const most = FIRST_ENTRIES_MAX + FAILURES_APART_MAX + 2;
  assert.ok(written.length <= most, `${written.length} rows`);
  const tries = written.map((each) => Number(afterOf(each).tries));
  assert.equal(
    tries.reduce((sum, each) => sum + each, 0),
    100_000,
    'none is left out',
  );
  assert.equal(written.filter((each) => afterOf(each).folded === true).length, 2);
});

test('a store that cannot write causes a message and stops no try', async () => {
  const { log, written, troubles } = given();
  const broken = createFailureLog({
    clock: createSteppedClock(),
    store: { membershipsOf: async () => [], noteAudit: () => Promise.reject(new Error('full')) },
    firstProject: async () => OLDEST,
    onTrouble: (message) => troubles.push(message),
  });
  broken.note({ kind: 'api-key', about: null, address: '198.51.100.7' });
  await broken.flush();
  assert.match(troubles[0] ?? '', /full/);
  await log.flush();
  assert.deepEqual(written, []);
});
