/**
 * The last owner, having lost the password, gets a link from the host beside a running service.
 * Without a service: `reset-password.proof.ts`.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { complete, EMAIL, LINK, PASSWORD } from './setup-completion.ts';

const NEW = 'another long enough password';
const TOKEN = /#token=([\w-]{43})/;

function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('reset-password prints a link that works once, and none without an account', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-reset-'));
  const service = await startService({ directory });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });
  const command = (...words: string[]) => run(MAIN, [...words, '--data-dir', directory]);
  const [, , token = ''] = LINK.exec((await command('setup-link')).stdout) ?? [];
  assert.equal((await complete(service.url, token)).status, 201);

  const printed = await command(
    'reset-password',
    ' KIM@example.com',
    '--public-url',
    'http://a.example/x',
  );
  assert.equal(printed.code, 0, printed.stderr);
  assert.match(printed.stdout, /^http:\/\/a\.example\/x\/reset#token=[\w-]{43}\n$/);
  const reset = { token: TOKEN.exec(printed.stdout)?.[1], password: NEW };
  const path = '/v1/password-resets/complete';
  assert.equal((await post(service.url, path, reset)).status, 204);
  assert.equal((await post(service.url, path, reset)).status, 404);
  assert.equal(
    (await post(service.url, '/v1/session', { email: EMAIL, password: PASSWORD })).status,
    401,
  );
  assert.equal(
    (await post(service.url, '/v1/session', { email: EMAIL, password: NEW })).status,
    200,
  );

  const nobody = await command('reset-password', 'nobody@example.com');
  assert.notEqual(nobody.code, 0);
  assert.match(nobody.stderr, /no account has the e-mail nobody@example\.com/);
  assert.equal((await command('reset-password')).code, 2);
});
