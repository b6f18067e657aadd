/**
 * The vectors are what the product signs today, openssl agrees on each valid RSA signature, and
 * `@ringpost/receiver` judges each vector as expected. `languages.ts` beside this file runs the
 * other packages.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  createKeySet,
  createOrderGuard,
  hasErrors,
  readCallLog,
  verifyWebhook,
} from '../../receiver/src/index.ts';
import { CALL_LOG_CASES, type CallLogCase } from './vector/call-log-cases.ts';
import { VECTOR_FOLDER, vectorFiles } from './vector/file.ts';
import { KEY_SET_CASES, type KeySetCase } from './vector/key-set-cases.ts';
import { ORDER_CASES, type OrderCase } from './vector/order-cases.ts';
import { publicJwk } from './vector/request.ts';
import { type VerifyCase, verifyFiles } from './vector/verify-cases.ts';

const directory = mkdtempSync(join(tmpdir(), 'ringpost-vectors-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const made = await vectorFiles();
const verifyCases = Object.entries(await verifyFiles()).flatMap(([file, { cases }]) =>
  cases.map((each) => [`${file}: ${each.name}`, each] as const),
);

test('the committed vectors are what the product signs; if not, run vector/make.ts', () => {
  const committed = readdirSync(VECTOR_FOLDER).filter((name) => name.endsWith('.json'));
  assert.deepEqual(committed.sort(), Object.keys(made).sort());
  for (const [name, text] of Object.entries(made)) {
    // Compared as a boolean: the difference of two long files would fill the screen.
    assert.ok(readFileSync(new URL(name, VECTOR_FOLDER), 'utf8') === text, name);
  }
});

test('each vector has a name of its own in its file', () => {
  for (const [file, text] of Object.entries(made)) {
    const names: string[] = JSON.parse(text).cases.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
      file,
    );
  }
});

test('openssl verifies each RSA signature that must be valid, and no other text', () => {
  const pem = join(directory, 'key.pem');
  const key = createPublicKey({ key: publicJwk('first'), format: 'jwk' });
  writeFileSync(pem, key.export({ type: 'spki', format: 'pem' }));
  const checked = { simple: 0, message: 0 };
  const claims: (Claim & { readonly name: string; readonly right: boolean })[] = [];
  for (const [name, each] of verifyCases) {
    if (Object(each.expected).kind !== 'valid') continue;
    const headers = new Map(
      each.headers.map(([header, value]) => [header.toLowerCase(), value.trim()]),
    );
    const body = Buffer.from(each.body, 'base64');
    for (const form of ['simple', 'message'] as const) {
      const signed = form === 'simple' ? identityOf(headers, body) : messageOf(headers);
      if (signed === null) continue;
      const { text, signature } = signed;
      claims.push(
        { name, text, signature, right: true },
        { name, text: Buffer.concat([text, Buffer.from(' ')]), signature, right: false },
      );
      checked[form] += 1;
    }
  }
  const judged = areSigned(pem, claims);
  for (const [at, { name, right }] of claims.entries()) assert.equal(judged[at], right, name);
  assert.ok(checked.simple >= 25 && checked.message >= 7, JSON.stringify(checked));
});

for (const [name, each] of verifyCases) {
  test(`verify: ${name}`, async () => assert.deepEqual(await judgementOf(each), each.expected));
}

for (const each of ORDER_CASES) {
  test(`order: ${each.name}`, async () => {
    assert.deepEqual(
      await outcomesOf(each),
      each.steps.map(({ expected }) => expected),
    );
  });
}

for (const each of KEY_SET_CASES) {
  test(`key set: ${each.name}`, async () => {
    if (each.isMistake === true) {
      assert.throws(() => createKeySet(each.url), TypeError);
      return;
    }
    assert.deepEqual(
      await lookupsOf(each),
      each.steps.map(({ expected, fetches }) => ({ expected, fetches })),
    );
  });
}

for (const each of CALL_LOG_CASES) {
  test(`call log: ${each.name}`, async () => {
    const { result, asked, waits } = await readingOf(each);
    const { kind } = result;
    const shown = kind === 'log' ? result : { kind, reason: result.reason };
    assert.deepEqual(shown, each.expected);
    assert.deepEqual(waits, each.waits);
    assert.deepEqual(new Set(asked), new Set([`https://calls.example.com${each.path}`]));
    assert.equal(asked.length, each.waits.length + 1);
  });
}

async function judgementOf({ options, nowMs, headers, body, bodyTimes }: VerifyCase) {
  const pairs = new Map<string, string[]>();
  for (const [name, value] of headers) pairs.set(name, [...(pairs.get(name) ?? []), value]);
  const { keys, ...others } = options;
  try {
    const result = await verifyWebhook({
      ...others,
      ...(keys === undefined ? {} : { keys: keys.map(publicJwk) }),
      headers: Object.fromEntries(pairs),
      rawBody: Buffer.concat(Array(bodyTimes ?? 1).fill(Buffer.from(body, 'base64'))),
      now: () => nowMs,
    });
    if (result.kind === 'invalid') {
      const { kind, reason, answerStatus } = result;
      return { kind, reason, answerStatus };
    }
    const { kind, payload, ...facts } = result;
    const { event: _, ...parts } = payload;
    return { kind, event: { ...facts, hasErrors: hasErrors(payload), payload: parts } };
  } catch (error) {
    assert.ok(error instanceof TypeError, String(error));
    return { kind: 'mistake' };
  }
}

async function outcomesOf({ capacity, steps }: OrderCase) {
  let missed = 0;
  const guard = createOrderGuard({
    ...(capacity === undefined ? {} : { capacity }),
    onMissed: (_webhook, count) => {
      missed = count;
    },
  });
  const outcomes: object[] = [];
  for (const { callId, fails, expected: _, ...facts } of steps) {
    missed = 0;
    const failure = new Error('the work failed');
    const outcome = await guard
      .run({ ...facts, payload: { data: { callId } } }, () => {
        if (fails) throw failure;
      })
      .catch((error: unknown) => {
        assert.equal(error, failure);
        return 'failed';
      });
    outcomes.push({ outcome, missed: outcome === 'failed' ? 0 : missed });
  }
  return outcomes;
}

async function lookupsOf({ url, allowHttp = false, steps }: KeySetCase) {
  let nowMs = 0;
  let fetches = 0;
  let answer: KeySetCase['steps'][number]['answer'] = null;
  const keys = createKeySet(url, {
    allowHttp,
    now: () => nowMs,
    fetch: async (asked, init) => {
      fetches += 1;
      assert.equal(String(asked), url);
      assert.equal(init?.redirect, 'error');
      if (answer === null) throw new Error('nothing answers');
      const { status, body, padTo = 0 } = answer;
      return new Response(body.padEnd(padTo), { status });
    },
  });
  const found: object[] = [];
  for (const step of steps) {
    ({ atMs: nowMs, answer } = step);
    const { kind } = await keys.keyById(step.kid);
    found.push({ expected: kind, fetches });
  }
  return found;
}

async function readingOf({ callId, answers, attempts, seconds }: CallLogCase) {
  const asked: string[] = [];
  const waits: number[] = [];
  let nowMs = 0;
  const result = await readCallLog({
    url: 'https://calls.example.com/',
    apiKey: 'rp_key',
    callId,
    ...(attempts === undefined ? {} : { attempts }),
    ...(seconds === undefined ? {} : { seconds }),
    now: () => nowMs,
    sleep: async (ms) => {
      waits.push(ms / 1_000);
      nowMs += ms;
    },
    fetch: async (address, init) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(String(address));
      assert.equal(new Headers(init?.headers).get('authorization'), 'Bearer rp_key');
      if (answer === undefined || answer.status === 0) throw new Error('nothing answers');
      const { status, retryAfter, body } = answer;
      const headers: Record<string, string> =
        retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      return new Response(body ?? null, { status, headers });
    },
  });
  return { result, asked, waits };
}

test('every vector has its test', (t) => {
  const count = Object.values(made).reduce((sum, text) => sum + JSON.parse(text).cases.length, 0);
  const judged = [verifyCases, ORDER_CASES, KEY_SET_CASES, CALL_LOG_CASES];
  assert.equal(judged.flat().length, count);
  t.diagnostic(`ran ${count} vectors`);
});

interface Signed {
  readonly text: Buffer;
  readonly signature: Buffer;
}

/** The text that the first key signed in `webhook-identity-signature`; null if there is none. */
function identityOf(headers: ReadonlyMap<string, string>, body: Buffer): Signed | null {
  const listOf = (name: string) => (headers.get(name) ?? '').split(' ');
  const at = listOf('webhook-key-id').indexOf(publicJwk('first').kid);
  const entry = listOf('webhook-identity-signature')[at] ?? '';
  if (!entry.startsWith('v2rs256,')) return null;
  const names = ['id', 'timestamp', 'endpoint-id', 'event', 'sequence', 'payload-version'];
  const values = names.map((name) => headers.get(`webhook-${name}`));
  const run = headers.get('acw-run-id') ?? '';
  const prefix = Buffer.from(`v2rs256.${values.join('.')}.${run}.`);
  return {
    text: Buffer.concat([prefix, body]),
    signature: Buffer.from(entry.slice('v2rs256,'.length), 'base64'),
  };
}

/** The text that the first key signed by RFC 9421; null if there is none. */
function messageOf(headers: ReadonlyMap<string, string>): Signed | null {
  const inputs = (headers.get('signature-input') ?? '').matchAll(
    /(sig\d)=(\(([^)]*)\);created=\d+;keyid="([^"]*)"[^,]*)/g,
  );
  for (const [, label = '', parameters = '', names = '', kid] of inputs) {
    if (kid !== publicJwk('first').kid) continue;
    const lines = names.split(' ').map((quoted) => {
      const name = quoted.slice(1, -1);
      return `${quoted}: ${name === '@method' ? 'POST' : headers.get(name)}`;
    });
    const base64 = new RegExp(`${label}=:([^:]*):`).exec(headers.get('signature') ?? '')?.[1];
    return {
      text: Buffer.from([...lines, `"@signature-params": ${parameters}`].join('\n')),
      signature: Buffer.from(base64 ?? '', 'base64'),
    };
  }
  return null;
}

interface Claim {
  readonly text: Buffer;
  readonly signature: Buffer;
}

/** The verdict of `openssl` on each. One shell asks for all: each process takes 60 ms to start. */
function areSigned(pem: string, claims: readonly Claim[]): readonly boolean[] {
  for (const [at, { text, signature }] of claims.entries()) {
    writeFileSync(join(directory, `text-${at}`), text);
    writeFileSync(join(directory, `signature-${at}`), signature);
  }
  const script = `for at in $(seq 0 ${claims.length - 1}); do
    openssl dgst -sha256 -verify "$0" -signature "signature-$at" "text-$at" || true
  done`;
  const said = execFileSync('sh', ['-c', script, pem], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = said.trim().split('\n');
  assert.equal(lines.length, claims.length, said);
  return lines.map((line) => line === 'Verified OK');
}
