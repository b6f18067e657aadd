/**
 * The Python of the guide for receivers, as it stands there, on requests that a real service
 * signed: by hand with `cryptography`, with a shared secret and no package, and with
 * `http-message-signatures`. If Python or a package is not available, a test of another name says
 * so.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startReceiver } from '../journey/receiver.ts';
import { callApi, startService } from '../support/service-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const GUIDE = join(ROOT, 'docs/guides/receive-webhooks.md');
const PACKAGE = 'http-message-signatures==3.0.0';
const INSTALL_MS = 120_000;
const TIMEOUT_MS = 60_000;

type Headers = Readonly<Record<string, string>>;

const directory = mkdtempSync(join(tmpdir(), 'ringpost-python-'));
const [byHand = '', bySecret = '', byLibrary = ''] = [
  ...readFileSync(GUIDE, 'utf8').matchAll(/^```python\n(.*?)^```$/gms),
].map(([, code = '']) => code);
const service = await startService({ directory: join(directory, 'data') });
const receiver = await startReceiver();
after(async () => {
  await service.kill();
  await receiver.close();
  rmSync(directory, { recursive: true, force: true });
});
const project = String(Object((await callApi(service, 'GET', '/v1/project')).body).id);
await callApi(service, 'POST', '/v1/endpoints', {
  name: 'Python',
  kind: 'custom',
  target: `${receiver.url}/hook`,
  signatureFormat: 'both',
  auth: { method: 'rsa-sha256' },
  triggers: ['OUTBOUND_CALL_CALLING'],
});
const hmacMade = await callApi(service, 'POST', '/v1/endpoints', {
  name: 'Secret',
  kind: 'custom',
  target: `${receiver.url}/secret`,
  auth: { method: 'hmac-sha256' },
  triggers: ['OUTBOUND_CALL_CALLING'],
});
const secret = String(Object(hmacMade.body).newSecret);
// A second key signs beside the first: two signatures of the service.
await callApi(service, 'POST', '/v1/signing-keys');
await callApi(service, 'POST', '/v1/signing-keys/rotate', { overlapDays: 1 });
await callApi(service, 'POST', '/v1/calls/call_python/reports', {
  status: 'CALLING',
  direction: 'OUTBOUND',
  clientId: 'é漢字',
});
await receiver.until((received) => received.length > 1);
// The manual request is the last one to /secret.
const listed = await callApi(service, 'GET', '/v1/deliveries?state=delivered');
const ofSecret = Object(Object(listed.body).data).find(
  ({ endpointId }: { endpointId: string }) => endpointId === Object(hmacMade.body).id,
);
await callApi(service, 'POST', `/v1/deliveries/${ofSecret?.id}/retry`);
await receiver.until((received) => received.length > 2);
const { body, headers } = cameAt('/hook');

const bare = spawnSync('python3', ['--version'], { timeout: TIMEOUT_MS }).status === 0;
if (bare) {
  test('with a secret, by the standard library: a forged or changed request is not valid', () => {
    const { body: bytes, headers: signed } = cameAt('/secret');
    const text = bytes.toString();
    const reopened = cameAt('/secret', -1).headers;
    const { 'webhook-reopened-signature': _, ...withoutProof } = reopened;
    const cases: readonly (readonly [Headers, string, string])[] = [
      [signed, text, secret],
      [{ ...signed, 'webhook-event': 'OUTBOUND_CALL_ERROR' }, text, secret],
      [{ ...signed, 'webhook-timestamp': '1' }, text, secret],
      [signed, `${text} `, secret],
      [signed, text, `whsec_${Buffer.alloc(32).toString('base64')}`],
      [reopened, text, secret],
      [{ ...signed, 'webhook-reopened': 'true' }, text, secret],
      [withoutProof, text, secret],
    ];
    writeFileSync(join(directory, 'secret.json'), JSON.stringify(cases));
    const { stdout, stderr } = spawnSync('python3', ['-c', `${bySecret}${TRY_SECRET}`], {
      cwd: directory,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    });
    const refused = Array(4).fill('refused');
    const said = ['valid', ...refused, 'reopened', 'valid', 'valid'];
    assert.deepEqual(stdout.trim().split('\n'), said, stderr);
  });
}

const python = pythonWith('import cryptography, http_message_signatures');
if (python === null) {
  test(`the Python of the guide was not run: Python or ${PACKAGE} are not available here`, () => {
    assert.match(byHand, /WEBHOOK_IDENTITY_SIGNATURE/);
    assert.match(byLibrary, /expect_tag="call-event-webhook"/);
  });
} else {
  test('by hand: a request is valid, a forged or changed one is not', async () => {
    const kid = headers['webhook-key-id']?.split(' ')[0];
    const pem = await fetch(`${service.url}/v1/projects/${project}/signing-keys/${kid}.pem`);
    writeFileSync(join(directory, 'key.pem'), await pem.text());
    const run = (changed: Headers, bytes = body): number | null => {
      const lines = Object.entries(changed).map(
        ([name, value]) => `${name.toUpperCase().replaceAll('-', '_')}='${value}'\n`,
      );
      writeFileSync(join(directory, 'headers'), lines.join(''));
      writeFileSync(join(directory, 'body'), bytes);
      return spawnSync(python, ['-c', byHand], { cwd: directory, timeout: TIMEOUT_MS }).status;
    };
    assert.equal(run(headers), 0);
    assert.equal(run({ ...headers, 'webhook-sequence': '9' }), 1);
    assert.equal(run(headers, Buffer.concat([body, Buffer.from(' ')])), 1);
  });

  test('http-message-signatures: two signatures, a foreign one, a clock that is slow', () => {
    const foreign = {
      ...headers,
      'signature-input': `${headers['signature-input']}, proxy=("@method");created=1;keyid="p"`,
      signature: `${headers.signature}, proxy=:AAAA:`,
    };
    const forged = { ...headers, 'webhook-event': 'OUTBOUND_CALL_ERROR' };
    const cases: readonly (readonly [Headers, string, number])[] = [
      [headers, body.toString(), 0],
      [foreign, body.toString(), 0],
      [headers, body.toString(), 240],
      [headers, body.toString(), 400],
      [headers, body.toString(), -400],
      [forged, body.toString(), 0],
      [{ ...headers, 'webhook-sequence': '9' }, body.toString(), 0],
      [headers, `${body} `, 0],
    ];
    writeFileSync(join(directory, 'cases.json'), JSON.stringify(cases));
    const jwks = `${service.url}/v1/projects/${project}/.well-known/jwks.json`;
    const { stdout, stderr } = spawnSync(python, ['-c', `${byLibrary}${TRY}`, jwks], {
      cwd: directory,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    });
    const said = stdout.trim().split('\n');
    const refused = ['refused', 'refused', 'refused', 'refused', 'refused'];
    assert.deepEqual(said, ['valid', 'valid', 'valid', ...refused], stderr);
  });
}

function cameAt(path: string, at = 0): { readonly body: Buffer; readonly headers: Headers } {
  const came = receiver.received.filter((each) => each.path === path).at(at);
  assert.ok(came !== undefined, path);
  const entries = Object.entries(came.headers).map(([name, value]) => [name, String(value)]);
  return { body: Buffer.from(came.body), headers: Object.fromEntries(entries) };
}

const TRY_SECRET = `
import json
for headers, body, secret in json.load(open("secret.json")):
    try:
        print("reopened" if verify(headers, body.encode(), secret) else "valid")
    except ValueError:
        print("refused")
`;

/** Each case at its signing time, under a clock that is this many seconds slow. */
const TRY = `
import sys
from unittest import mock
import http_message_signatures.signatures as library

keys = Keys(sys.argv[1])
# As loaded long before a key began to sign: they are loaded anew.
keys._keys, keys._loaded = {}, float("-inf")
for headers, body, behind in json.load(open("cases.json")):
    class Late(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            signed = int(headers["webhook-timestamp"])
            return datetime.datetime.fromtimestamp(signed - behind, tz)

    changed = types.SimpleNamespace(**vars(datetime))
    changed.datetime = Late
    with mock.patch.object(library, "datetime", changed):
        try:
            verify(headers, body.encode(), keys)
            print("valid")
        except Exception as error:
            print("refused")
            print(error, file=sys.stderr)
`;

/** A Python with the imported packages, installed in a folder of its own if needed; or null. */
function pythonWith(imports: string): string | null {
  const works = (program: string) =>
    spawnSync(program, ['-c', imports], { timeout: TIMEOUT_MS }).status === 0;
  if (works('python3')) return 'python3';
  const folder = join(ROOT, 'node_modules/.cache/python');
  const own = join(folder, 'bin/python');
  if (works(own)) return own;
  mkdirSync(folder, { recursive: true });
  for (const [program, ...flags] of [
    ['python3', '-m', 'venv', folder],
    [own, '-m', 'pip', 'install', '--quiet', PACKAGE],
  ]) {
    const { status } = spawnSync(program ?? '', flags, { timeout: INSTALL_MS });
    if (status !== 0) return null;
  }
  return works(own) ? own : null;
}
