/**
 * More of `ringpost apply`: the difference that it shows first, field by field and without a
 * secret, and faults with their place in the file.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { API_KEY } from '../support/service-process.ts';
import { applying, CRM, SECRETS, WHOLE } from './applying.ts';
import { MAIN, run } from './command.ts';

describe('ringpost apply', () => {
  const { apply, api, endpoints, service, below } = applying();

  test('a dry run shows what would be made, ends with 3, and makes nothing', async () => {
    const { code, stdout, stderr } = await apply(WHOLE, '--dry-run');
    assert.equal(code, 3, stderr);
    assert.match(stdout, /^~ project\n {4}serviceName: "Ringpost" -> "Acme"$/m);
    assert.match(stdout, /^\+ endpoint "CRM"$/m);
    assert.match(stdout, /6 created, 1 changed, .*nothing was changed/);
    assert.deepEqual(await endpoints(), []);
  });

  test('a change is shown field by field, and records not in the file stay', async () => {
    assert.equal((await apply(WHOLE)).code, 0);
    const file = { endpoints: [{ ...CRM, timeoutMs: 7_000, enabled: false }] };
    const dry = await apply(file, '--dry-run');
    assert.equal(dry.code, 3);
    assert.match(dry.stdout, /^~ endpoint "CRM"\n {4}timeoutMs: 5000 -> 7000\n {4}enabled: true/m);
    assert.match(dry.stdout, /^\? endpoint "Ops" \(not in the file; --prune removes it\)$/m);
    assert.equal((await apply(file)).code, 0);
    const [crm] = await endpoints();
    assert.deepEqual([crm?.timeoutMs, crm?.enabled], [7_000, false]);
    assert.equal((await endpoints()).length, 4);
    assert.equal(((await api('/v1/sources')).data as unknown[]).length, 1);
  });

  test('alert thresholds and receivers of alerts are applied once, in any order', async () => {
    const pager = {
      name: 'Pager',
      kind: 'slack',
      target: { env: 'SLACK_URL' },
      triggers: [],
      opsTriggers: ['OPS_DISK_LOW', 'OPS_ENDPOINT_HELD'],
    };
    const alerts = { laneAgeMs: 60_000, scoreBelow: null, mail: 'owners' };
    const file = { project: { alerts }, endpoints: [pager] };
    const dry = await apply(file, '--dry-run');
    assert.equal(dry.code, 3, dry.stderr);
    assert.match(dry.stdout, /^~ project\n {4}alerts\.laneAgeMs: 900000 -> 60000\n/m);
    assert.match(dry.stdout, /^ {4}alerts\.scoreBelow: 50 -> null\n {4}alerts\.mail: /m);
    const first = await apply(file);
    assert.match(first.stdout, /1 created, 1 changed/, first.stderr);
    const { alerts: stored } = await api('/v1/project');
    assert.deepEqual(stored, { ...Object(stored), ...alerts, failures: 3 });
    const made = (await endpoints()).find(({ name }) => name === 'Pager');
    assert.deepEqual(made?.opsTriggers, ['OPS_ENDPOINT_HELD', 'OPS_DISK_LOW']);
    assert.match((await apply(file)).stdout, /0 created, 0 changed, 2 unchanged/);

    const fewer = { endpoints: [{ ...pager, opsTriggers: ['OPS_DISK_LOW'] }] };
    assert.match((await apply(fewer)).stdout, /^ {4}opsTriggers: \[.*\] -> \["OPS_DISK_LOW"\]$/m);
    const wrong = await apply({ endpoints: [{ ...pager, opsTriggers: ['OPS_NOTHING'] }] });
    assert.match(wrong.stderr, /endpoints\[0\]\.opsTriggers\[0\]: /);
    const off = await apply({ project: { alerts: { failures: 0 } } });
    assert.match(off.stderr, /project\.alerts\.failures: Use a whole number from 1 to 1000/);
  });

  test('a previous secret of a source is applied once, masked, with its end', async () => {
    writeFileSync(below('former'), 'former-auth-token-66\n');
    const previousSecretEndsAt = new Date(Date.now() + 86_400_000).toISOString();
    const [twilio] = WHOLE.sources;
    const previous = { previousSecret: { file: 'former' }, previousSecretEndsAt };
    const file = { sources: [{ ...twilio, ...previous }] };
    const first = await apply(file);
    assert.match(first.stdout, /previousSecret: null -> "••••n-66"/);
    assert.ok(!first.stdout.includes('former-auth'));
    assert.match((await apply(file)).stdout, /0 created, 0 changed, 1 unchanged/);
  });

  test('another secret with the same end is written as well', async () => {
    const other = 'token-of-another-0001';
    const path = below('same-end.json');
    writeFileSync(path, JSON.stringify({ endpoints: [{ ...CRM, headers: [] }] }));
    const environment = { RINGPOST_API_KEY: API_KEY, CRM_TOKEN: other };
    await apply({ endpoints: [{ ...CRM, headers: [] }] });
    const again = await run(MAIN, ['apply', path, '--url', service().url], environment);
    assert.match(again.stdout, /~ endpoint "CRM"\n {4}a secret that ends as before/);
  });

  test('the target of a custom endpoint stays secret if the file names its variable', async () => {
    const target = (path: string) => `https://receiver.example/in/${path}`;
    for (const [last, secret] of [
      ['key-first-000001', target('key-first-000001')],
      ['key-second-00002', target('key-second-00002')],
      ['key-third-000003', target('key-third-000003')],
    ] as const) {
      const path = below('hidden.json');
      const endpoint = { ...CRM, name: 'Hidden', target: { env: 'HIDDEN_URL' } };
      writeFileSync(path, JSON.stringify({ endpoints: [endpoint] }));
      const environment = { RINGPOST_API_KEY: API_KEY, ...SECRETS, HIDDEN_URL: secret };
      const { code, stdout, stderr } = await run(
        MAIN,
        ['apply', path, '--url', service().url],
        environment,
      );
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(`${stdout}${stderr}`, /key-(?:first|second|third)/);
      const made = (await endpoints()).find(({ name }) => name === 'Hidden');
      assert.equal(made?.target, target(last));
      if (last !== 'key-first-000001') {
        assert.match(stdout, /target: "https:\/\/receiver\.example\/\S+" -> "https:/);
      }
    }
  });

  test('all faults are told at once, with line or path, before anything changes', async () => {
    const before_ = await endpoints();
    const broken = await apply('{\n  "endpoints": [,]\n}');
    assert.match(broken.stderr, /ringpost\.json is no JSON from line 2 column 17 on/);
    const { code, stderr } = await apply({
      endpoint: [],
      endpoints: [
        { ...CRM, auth: { method: 'bearer', token: 'in-the-file' } },
        { ...CRM, headers: [{ name: 'x', value: { env: 'NOT_SET' } }] },
      ],
      sources: [{ name: 'T', adapter: 'twilio', secret: { file: 'nowhere' } }],
    });
    assert.equal(code, 1);
    assert.match(stderr, /endpoint: is no part of this file; known are project, endpoints/);
    assert.match(stderr, /endpoints\[0\]\.auth\.token: is a secret: name where it is/);
    assert.match(stderr, /endpoints\[1\]: another record of endpoints has the name "CRM"/);
    assert.match(stderr, /endpoints\[1\]\.headers\[0\]\.value: the variable NOT_SET is not set/);
    assert.match(stderr, /sources\[0\]\.secret: the file nowhere cannot be read/);
    const refused = await apply({ endpoints: [{ ...CRM, timeoutMs: 5, kind: 'email' }] });
    assert.match(refused.stderr, /endpoints\[0\]\.kind: the kind of an endpoint cannot change/);
    const wrong = await apply({ endpoints: [{ ...CRM, timeoutMs: 5 }] }, '--dry-run');
    assert.match(wrong.stderr, /Nothing was changed[\s\S]*endpoints\[0\]\.timeoutMs: /);
    assert.deepEqual(await endpoints(), before_);
  });

  test('without a key or a service the command says so in one sentence', async () => {
    const path = below('ringpost.json');
    writeFileSync(path, JSON.stringify({ endpoints: [CRM] }));
    const none = await run(MAIN, ['apply', path, '--url', service().url], SECRETS);
    assert.match(none.stderr, /Set RINGPOST_API_KEY to a key of the project/);
    const nowhere = ['apply', path, '--url', 'http://127.0.0.1:9999'];
    const away = await run(MAIN, nowhere, { RINGPOST_API_KEY: API_KEY, ...SECRETS });
    assert.match(away.stderr, /The service at http:\/\/127\.0\.0\.1:9999 does not answer \(ECONN/);
    assert.deepEqual([none.code, away.code], [1, 1]);
  });
});
