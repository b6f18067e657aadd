/**
 * J19: the programs of the page run, as they are copied, on a request that a real service signed:
 * they accept it, and refuse it with a byte flipped, an old time, another endpoint, another key.
 * Node.js and openssl must be installed; the others run if their language and its package are, and
 * a test of another name says which were not run.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fillSnippet } from '../../../../dashboard/src/page/signing/fill-snippet.ts';
import { PROGRAMS } from '../../../../dashboard/src/page/signing/signing-search.ts';
import { startReceiver } from '../../../journey/receiver.ts';
import { callApi, startService } from '../../../support/service-process.ts';

const SOURCE = new URL('../../../../dashboard/src/page/signing/snippet/', import.meta.url);
const TIMEOUT_MS = 60_000;

type Name = (typeof PROGRAMS)[number];

interface Command {
  readonly file: string;
  readonly command: readonly string[];
  /** Exits with 0 if the language and what the program needs are installed. */
  readonly probe: readonly string[];
  /** The test fails if it is not installed. */
  readonly needed: boolean;
}

const NODE = process.execPath;
const PYTHON = ['python3', '-c', 'import cryptography'];
const COMMANDS: Readonly<Record<Name, Command>> = {
  node: { file: 'verify.mjs', command: [NODE], probe: [NODE, '-v'], needed: true },
  python: { file: 'verify.py', command: ['python3'], probe: PYTHON, needed: false },
  go: { file: 'verify.go', command: ['go', 'run'], probe: ['go', 'version'], needed: false },
  php: { file: 'verify.php', command: ['php'], probe: ['php', '-v'], needed: false },
  openssl: { file: 'verify.sh', command: ['sh'], probe: ['openssl', 'version'], needed: true },
};

const directory = mkdtempSync(join(tmpdir(), 'ringpost-snippet-'));
const service = await startService({ directory: join(directory, 'data') });
const receiver = await startReceiver();
after(async () => {
  await service.kill();
  await receiver.close();
  rmSync(directory, { recursive: true, force: true });
});

const project = String(Object((await callApi(service, 'GET', '/v1/project')).body).id);
const endpointId = await makeEndpoint();
// A next key signs beside the first: both signatures must be understood.
await callApi(service, 'POST', '/v1/signing-keys');
const one = await recorded('call_one');
await callApi(service, 'POST', '/v1/signing-keys/rotate', { overlapDays: 1 });
const two = await recorded('call_two');

for (const name of PROGRAMS) {
  const { probe, needed } = COMMANDS[name];
  const [program = '', ...flags] = probe;
  const able = spawnSync(program, flags, { timeout: TIMEOUT_MS }).status === 0;
  if (able || needed) {
    test(`J19: the program in ${name} tells valid requests from others`, () => judge(name));
  } else {
    test(`the program in ${name} is whole; it was not run: ${program} is not here`, (t) => {
      const text = programIn(name, endpointId);
      assert.doesNotMatch(text, /__[A-Z_]+__/);
      for (const part of ['webhook-timestamp', 'webhook-id', 'webhook-sequence', 'v2rs256']) {
        assert.ok(text.includes(part), part);
      }
      t.diagnostic(`not run: ${probe.join(' ')} does not work on this machine`);
    });
  }
}

function judge(name: Name): void {
  assert.equal(one.headers['webhook-key-id']?.split(' ').length, 1);
  assert.equal(two.headers['webhook-key-id']?.split(' ').length, 2);
  assert.equal(run(name, one), 'valid');
  assert.equal(run(name, two), 'valid');
  const flipped = Buffer.from(two.body);
  flipped[20] = (flipped[20] ?? 0) ^ 1;
  const wrong = 'invalid: the signature is not of this request';
  assert.equal(run(name, { ...two, body: flipped }), wrong);
  const id = { ...two.headers, 'webhook-id': 'msg_other' };
  assert.equal(run(name, { ...two, headers: id }), wrong);
  for (const forged of [
    { 'webhook-event': 'OUTBOUND_CALL_ERROR' },
    { 'webhook-sequence': '999' },
    { 'acw-run-id': 'run_of_mine' },
  ]) {
    const headers = { ...two.headers, ...forged };
    assert.equal(run(name, { ...two, headers }), wrong, JSON.stringify(forged));
  }
  const late = String(Number(two.headers['webhook-timestamp']) - 301);
  const old = { ...two.headers, 'webhook-timestamp': late };
  assert.match(run(name, { ...two, headers: old }), /^invalid: webhook-timestamp is not within/);
  assert.match(run(name, two, 'ep_another'), /^invalid: it was sent to another endpoint/);
  const kids = { ...two.headers, 'webhook-key-id': `${'a'.repeat(43)} ${'b'.repeat(43)}` };
  assert.match(run(name, { ...two, headers: kids }), /^invalid: no key id is known/m);
  const halved = {
    ...two.headers,
    'webhook-identity-signature': two.headers['webhook-key-id'] ?? '',
  };
  assert.match(run(name, { ...two, headers: halved }), /^invalid: the signature has another/);
  const fewer = two.headers['webhook-identity-signature']?.split(' ')[0] ?? '';
  const lacking = { ...two.headers, 'webhook-identity-signature': fewer };
  assert.match(run(name, { ...two, headers: lacking }), /^invalid: there is not one signature/);
}

interface Recorded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The last line that the program printed; fails if its exit code disagrees. */
function run(name: Name, { headers, body }: Recorded, endpoint = endpointId): string {
  const { file, command } = COMMANDS[name];
  const [program = '', ...flags] = command;
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
  writeFileSync(join(directory, file), programIn(name, endpoint));
  writeFileSync(join(directory, 'headers.txt'), lines.join(''));
  writeFileSync(join(directory, 'body.json'), body);
  const { status, stdout, stderr } = spawnSync(
    program,
    [...flags, file, 'headers.txt', 'body.json'],
    { cwd: directory, encoding: 'utf8', timeout: TIMEOUT_MS },
  );
  const said = stdout.trim().split('\n').at(-1) ?? '';
  assert.equal(status, said === 'valid' ? 0 : 1, `${name}: ${stdout}${stderr}`);
  return said;
}

function programIn(name: Name, endpoint: string): string {
  const text = readFileSync(new URL(`${name}.txt`, SOURCE), 'utf8');
  return fillSnippet(text, { base: service.url, project, endpointId: endpoint });
}

async function makeEndpoint(): Promise<string> {
  const { body } = await callApi(service, 'POST', '/v1/endpoints', {
    name: 'Snippets',
    kind: 'custom',
    target: `${receiver.url}/hook`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
  });
  return String(Object(body).id);
}

async function recorded(callId: string): Promise<Recorded> {
  const before = receiver.received.length;
  const report = { status: 'CALLING', direction: 'OUTBOUND', clientId: 'é漢字' };
  await callApi(service, 'POST', `/v1/calls/${callId}/reports`, report);
  await receiver.until((received) => received.length > before);
  const request = receiver.received[before];
  assert.ok(request !== undefined);
  const headers = Object.entries(request.headers).filter(([key]) => key.startsWith('webhook-'));
  return {
    headers: Object.fromEntries(headers.map(([key, value]) => [key, String(value)])),
    body: Buffer.from(request.body),
  };
}

test('the programs name the address of the keys, and contain no hostile value', () => {
  const strange = { base: "https://x';rm -rf /", project: 'a"b', endpointId: '`id`' };
  for (const name of PROGRAMS) {
    const text = readFileSync(new URL(`${name}.txt`, SOURCE), 'utf8');
    const filled = fillSnippet(text, strange);
    assert.doesNotMatch(filled, /';rm|a"b|`id`/);
    assert.match(filled, /ep_your_endpoint/);
    assert.match(programIn(name, endpointId), new RegExp(service.url));
  }
  execFileSync('sh', ['-n', join(import.meta.dirname, '/../../../..', shellPath())]);
});

function shellPath(): string {
  return 'dashboard/src/page/signing/snippet/openssl.txt';
}
