/** The request of an attempt: the channel's headers, and commands that a shell reads correctly. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import {
  curlCommand,
  opensslCommand,
  requestHeaders,
} from '../../../dashboard/src/page/delivery/one/request-parts.ts';
import { webhookHeaders } from '../../../src/channel/custom/channel.ts';

const DELIVERY = {
  ...({
    messageId: 'msg_1',
    trigger: 'OUTBOUND_CALL_ERROR',
    endpointId: 'ep_1',
    sequence: 3,
  } as const),
  ...({ body: `{"message":"it's $HOME \`id\` \\"\\n"}`, attempts: 1 } as const),
} as const;
const ENDPOINT: Parameters<typeof curlCommand>[1] = {
  kind: 'custom',
  auth: { method: 'rsa-sha256' },
  signatureFormat: 'both',
  headers: [{ name: 'X-Tenant', value: '****acme' }],
  target: "https://a.example/it's",
};
const ATTEMPT = { number: 2, startedAt: '2026-11-20T12:00:01.900Z' };

test('the headers are those that the channel sends, in its order', () => {
  type Request = Parameters<typeof webhookHeaders>[0];
  const request = {
    ...({ webhookId: 'msg_1', trigger: 'OUTBOUND_CALL_ERROR', attempt: 2, sequence: 3 } as const),
    ...({ endpoint: { id: 'ep_1' }, atMs: Date.parse(ATTEMPT.startedAt) } as const),
    // Headers depend on nothing else of a request.
  } as unknown as Request;
  const sent = webhookHeaders(request, 'agent', []).filter((_, index) => index % 2 === 0);
  const shown = requestHeaders(DELIVERY, { ...ENDPOINT, auth: null, headers: [] }, ATTEMPT);
  assert.deepEqual(
    shown.map(({ name }) => name),
    sent.filter((name) => name !== 'user-agent'),
  );
});

test('credentials and signatures are named and never shown', () => {
  const hidden = requestHeaders(DELIVERY, ENDPOINT, ATTEMPT).filter(({ value }) => value === null);
  assert.deepEqual(
    hidden.map(({ name }) => name),
    [
      'webhook-key-id',
      'webhook-signature',
      'webhook-identity-signature',
      'content-digest',
      'signature-input',
      'signature',
    ],
  );
  const secret = { ...ENDPOINT, auth: { method: 'hmac-sha256', secret: '****abcd' } } as const;
  const named = requestHeaders(DELIVERY, secret, ATTEMPT).filter(({ value }) => value === null);
  assert.deepEqual(
    named.map(({ name }) => name),
    ['webhook-signature', 'webhook-identity-signature'],
  );
  const bearer = { ...ENDPOINT, auth: { method: 'bearer', token: '****abcd' } } as const;
  assert.match(curlCommand(DELIVERY, bearer), /-H "authorization: Bearer \$TOKEN"/);
  assert.doesNotMatch(curlCommand(DELIVERY, bearer), /abcd/);
});

test('a shell reads the command as it is meant: no value is executed', () => {
  const command = curlCommand(DELIVERY, ENDPOINT).replace(/^curl/, "printf '%s\\n'");
  const environment = { X_TENANT: 'acme', PATH: process.env.PATH ?? '' };
  const text = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8', env: environment });
  const words = text.split('\n');
  assert.ok(words.includes("https://a.example/it's"));
  assert.ok(words.includes('x-tenant: acme'));
  assert.ok(text.includes(DELIVERY.body));
});

test("the check by openssl has the attempt's id and time, and the address of the keys", () => {
  const place = { base: 'https://ringpost.example/', project: 'prj_1' };
  const command = opensslCommand(DELIVERY, ATTEMPT, place);
  assert.match(command, /SIGNED='v2rs256\.msg_1\.1795176001\.ep_1\.OUTBOUND_CALL_ERROR\.3\.1\.\.'/);
  assert.match(command, /https:\/\/ringpost\.example\/v1\/projects\/prj_1\/signing-keys\//);
  execFileSync('/bin/sh', ['-n', '-c', command]);
});
