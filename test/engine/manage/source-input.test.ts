/** Which values an ingest source may have. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseKeptSecrets, refuseSourceErrors } from '../../../src/engine/manage/source-input.ts';
import { failure } from './setup.ts';

const input = { name: 'Twilio', adapter: 'twilio', secret: 'auth-token-9f3c', publicUrl: null };

const NOW_MS = 1_000_000;
const secretFault = (): string | null => null;
const RULES = { adapters: [{ name: 'twilio', secretFault }], nowMs: NOW_MS };

test('a good source passes, also with a secret that is kept', () => {
  refuseSourceErrors(input, RULES);
  refuseSourceErrors({ ...input, secret: null, publicUrl: 'https://x.example/in?a=1' }, RULES);
});

test('every broken rule is named with its field', () => {
  const broken = { name: ' ', adapter: 'telnyx', secret: 'short', publicUrl: 'x' };
  assert.throws(
    () => refuseSourceErrors(broken, RULES),
    failure('INVALID_INPUT', ['/name', '/adapter', '/secret', '/publicUrl']),
  );
});

test('addresses that no platform could use are refused', () => {
  const wrong = [
    'ftp://x.example/',
    'https://user:pass@x.example/',
    'https://x.example/#part',
    `https://x.example/${'a'.repeat(2_048)}`,
    '/relative',
    'https://x.example/a\r\nb',
    'https://x.example/a\tb',
    'https://x.example/größe',
  ];
  for (const publicUrl of wrong) {
    assert.throws(
      () => refuseSourceErrors({ ...input, publicUrl }, RULES),
      failure('INVALID_INPUT', ['/publicUrl']),
      publicUrl,
    );
  }
});

test('a previous secret keeps the rules of secrets, and ends within 30 days', () => {
  const previousSecret = 'auth-token-old1';
  for (const ahead of [1, 30 * 86_400_000]) {
    const previousSecretEndsAtMs = NOW_MS + ahead;
    refuseSourceErrors({ ...input, previousSecret, previousSecretEndsAtMs }, RULES);
  }
  for (const ahead of [0, -1, 30 * 86_400_000 + 1]) {
    const wrong = { previousSecret: 'short', previousSecretEndsAtMs: NOW_MS + ahead };
    assert.throws(
      () => refuseSourceErrors({ ...input, ...wrong }, RULES),
      failure('INVALID_INPUT', ['/previousSecret', '/previousSecretEndsAt']),
    );
  }
});

test('the adapter checks each new secret, by the settings that the source gets', () => {
  const judged: unknown[] = [];
  const strict = {
    name: 'twilio',
    settingsFaults: () => [],
    secretFault: (secret: string, settings: object | null) => {
      judged.push([secret, settings]);
      return 'Send base64.';
    },
  };
  const rules = { adapters: [strict], nowMs: NOW_MS };
  const former = { previousSecret: 'auth-token-old1', previousSecretEndsAtMs: NOW_MS + 1 };
  const settings = { a: 1 };
  assert.throws(
    () => refuseSourceErrors({ ...input, ...former, settings }, rules),
    failure('INVALID_INPUT', ['/secret', '/previousSecret']),
  );
  assert.deepEqual(judged, [
    [input.secret, settings],
    [former.previousSecret, settings],
  ]);
  refuseSourceErrors({ ...input, secret: null }, rules);
});

test('settings are only for adapters that take some, which check them', () => {
  const settingsFaults = () => [{ field: '/a', message: 'Send a.' }];
  const adapters = [{ name: 'twilio', secretFault, settingsFaults }];
  const refuse = (settings: object | null, rules: Parameters<typeof refuseSourceErrors>[1]) =>
    assert.throws(() => refuseSourceErrors({ ...input, settings }, rules), Error);
  refuse({}, RULES);
  refuse(null, { ...RULES, adapters });
  refuse({ a: 'x'.repeat(40_000) }, { ...RULES, adapters });
  refuseSourceErrors(
    { ...input, settings: null },
    { ...RULES, adapters: [{ name: 'twilio', secretFault, settingsFaults: () => [] }] },
  );
  assert.throws(
    () => refuseSourceErrors({ ...input, settings: {} }, { ...RULES, adapters }),
    failure('INVALID_INPUT', ['/settings/a']),
  );
});

test('S12.27: kept secrets are checked by the new settings, and must open', () => {
  const [settings, former] = [{ scheme: 'new' }, { scheme: 'old' }];
  const asked: unknown[] = [];
  const adapter = {
    secretFault: (...given: readonly unknown[]) => {
      asked.push(given);
      return given[0] === 'good-secret' ? null : 'Send base64.';
    },
  };
  const both = { settings, former };
  refuseKeptSecrets({}, adapter, both);
  refuseKeptSecrets({ present: 'good-secret', previous: 'good-secret' }, adapter, both);
  assert.deepEqual(asked[0], ['good-secret', settings, former]);
  for (const kept of ['other-secret', null]) {
    assert.throws(
      () => refuseKeptSecrets({ present: kept, previous: kept }, adapter, both),
      failure('INVALID_INPUT', ['/secret', '/previousSecret']),
    );
  }
});
