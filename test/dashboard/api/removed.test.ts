/** When "not found" means "removed": an id says when its record was made. Over a real socket. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createClient } from '../../../dashboard/src/api/client.ts';
import { ApiFailure } from '../../../dashboard/src/api/failure.ts';
import { goneWhenRemoved, madeAtMs } from '../../../dashboard/src/api/removed.ts';
import { formatId } from '../../../src/core/id.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 0, 31);
const idOf = (daysAgo: number): string => formatId('dlv', NOW_MS - daysAgo * DAY_MS, 7);

async function clientOf(t: TestContext) {
  const server = createServer((_, response) => {
    response.setHeader('connection', 'close');
    response.setHeader('content-type', 'application/json');
    const retention = { deliveredDays: 10, notDeliveredDays: 20, excerptDays: 5 };
    response.end(JSON.stringify({ retention }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return createClient({ base: `http://127.0.0.1:${port}/`, project: 'prj_1' });
}

const refused = (status: number) => async (): Promise<never> => {
  throw new ApiFailure({ status, code: 'X', message: 'No.', requestId: 'req_1' });
};

const statusIs = (status: number) => (error: unknown) =>
  error instanceof ApiFailure && error.status === status && error.requestId === 'req_1';

test('an id says when its record was made; other texts do not', () => {
  assert.equal(madeAtMs(idOf(3)), NOW_MS - 3 * DAY_MS);
  for (const text of ['', 'dlv_', 'dlv_short', `${idOf(3)}0`, idOf(3).replace(/.$/, '-')]) {
    assert.equal(madeAtMs(text), null, text);
  }
  assert.equal(madeAtMs('dlv_IIIIIIIIII000000000'), null, 'no letter of an id');
});

test("a record not found is gone if it would be older than the project's retention", async (t) => {
  const client = await clientOf(t);
  const answered = (id: string, status: number) =>
    goneWhenRemoved(client, id, NOW_MS, refused(status));
  await assert.rejects(answered(idOf(11), 404), statusIs(410));
  await assert.rejects(answered(idOf(9), 404), statusIs(404));
  await assert.rejects(answered('dlv_none', 404), statusIs(404));
  await assert.rejects(answered(idOf(11), 403), statusIs(403));
  assert.equal(await goneWhenRemoved(client, idOf(11), NOW_MS, async () => 'here'), 'here');
});
