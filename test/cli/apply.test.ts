/**
 * `ringpost apply` on a running service: the records after it, a second run that changes nothing,
 * and what `--prune` removes. `apply.proof.ts` tests the difference that it shows first, and
 * faults.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applying, CRM, WHOLE } from './applying.ts';

describe('ringpost apply', () => {
  const { apply, api, endpoints } = applying();

  test('the command makes what the file says, and a second run changes nothing', async () => {
    const first = await apply(WHOLE);
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /6 created, 1 changed/);
    const made = await endpoints();
    const [crm, ops, , judge] = made;
    assert.deepEqual(crm?.headers, [{ name: 'x-tenant', value: '••••0042' }]);
    assert.equal(ops?.enabled, false);
    const { data } = await api('/v1/scorecards');
    const short = (data as Record<string, unknown>[]).find(({ name }) => name === 'Short');
    assert.deepEqual(judge?.agent, {
      engine: 'AUTO',
      callLogWaitMs: 600_000,
      scorecardId: short?.id,
    });
    assert.equal(
      ((await api('/v1/project')).retention as Record<string, unknown>).deliveredDays,
      7,
    );

    const trail = (await api('/v1/audit')).data as unknown[];
    const second = await apply(WHOLE);
    assert.equal(second.code, 0, second.stderr);
    assert.match(second.stdout, /0 created, 0 changed, 7 unchanged, 0 removed, 1 not in the file/);
    assert.deepEqual(await endpoints(), made);
    assert.equal(((await api('/v1/audit')).data as unknown[]).length, trail.length);
    const dry = await apply(WHOLE, '--dry-run');
    assert.equal(dry.code, 0, dry.stdout);
  });

  test('--prune removes what the file does not name, in the parts that it has', async () => {
    const { stdout, code } = await apply({ endpoints: [CRM] }, '--prune');
    assert.equal(code, 0);
    assert.match(stdout, /^- endpoint "Ops"$/m);
    assert.deepEqual(
      (await endpoints()).map(({ name }) => name),
      ['CRM'],
    );
    assert.equal(((await api('/v1/sources')).data as unknown[]).length, 1);
  });
});
