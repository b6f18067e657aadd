/**
 * The tests of `answer.test.ts` and `answer.proof.ts`: the API answers hostile names, header
 * values, tokens and queries with JSON under fixed headers: the exact value if it is accepted, a
 * problem if not, never another header or markup that a browser would run. Rules: S12.1.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Bundle, setup } from '../http/setup.ts';
import { isLine, NASTY } from './nasty.ts';

const TRIGGERS = ['OUTBOUND_CALL_COMPLETED'];
const AUTH = { method: 'bearer', token: 'abcdefghijkl' };
const TARGET = 'https://hooks.example.com/a';
/** A valid header value: visible ASCII, with spaces only inside. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
const HEADER_NAMES = [
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'location',
  'referrer-policy',
  'retry-after',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
  'allow',
  'transfer-encoding',
  'x-request-id',
];

/** Asserts that the answer is data under our own headers. */
function isData(answer: Answer, what: string): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.text}`);
  for (const [name, value] of answer.headers) {
    assert.ok(HEADER_NAMES.includes(name), `${what}: ${name}`);
    assert.match(value, /^[\x20-\x7e]*$/, name);
  }
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  if (answer.text === '') return;
  const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
  assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`, what);
  assert.equal(typeof answer.json, 'object');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
  assert.doesNotMatch(answer.text, /[\u0000-\u001f]/, 'one line, with every control escaped');
  assert.ok(answer.text.isWellFormed());
}

function isProblem(answer: Answer, what: string): void {
  isData(answer, what);
  const problem = answer.json as Readonly<Record<string, unknown>>; // isData saw an object
  for (const key of ['type', 'title', 'status', 'detail', 'code', 'requestId']) {
    assert.ok(key in problem, `${what}: no ${key}`);
  }
  // A problem repeats sent text only as the name of a field.
  const { errors: _, ...said } = problem;
  assert.doesNotMatch(JSON.stringify(said), /script|evil|<!|@everyone|x-injected/, what);
}

/** A kind of record with a name: where it is made and read, and with which body. */
interface Named {
  readonly path: string;
  readonly max: number;
  readonly body: (name: string) => object;
}

const NAMED: Readonly<Record<string, Named>> = {
  endpoint: {
    path: '/v1/endpoints',
    max: 120,
    body: (name) => ({ name, kind: 'custom', target: TARGET, triggers: TRIGGERS, auth: AUTH }),
  },
  'API key': {
    path: '/v1/api-keys',
    max: 120,
    body: (name) => ({ name, scopes: ['calls:read'] }),
  },
  source: {
    path: '/v1/sources',
    max: 120,
    body: (name) => ({ name, adapter: 'twilio', secret: 'synthetic-auth-token-0123456789ab' }),
  },
};

/** Which of these places try the value with this number. */
export type PlacesOf = <Place>(places: readonly Place[], value: number) => readonly Place[];

export function testAnswers(placesOf: PlacesOf): void {
  for (const [what, { path, max, body }] of Object.entries(NAMED)) {
    const names = NASTY.filter((_, index) => placesOf(Object.keys(NAMED), index).includes(what));
    test(`the name of the ${what} comes back unchanged, or is refused`, async (t) => {
      const { call } = await setup(t);
      let taken = 0;
      for (const name of names) {
        const place = `${what} ${JSON.stringify(name)}`;
        const made = await call('POST', path, body(name));
        if (!isLine(name, { min: 1, max })) {
          assert.ok(made.status === 422 || made.status === 400, `${place}: ${made.text}`);
          isProblem(made, place);
          continue;
        }
        taken += 1;
        isData(made, place);
        assert.equal(made.status, 201, `${place}: ${made.text}`);
        assert.equal(made.at('/name') ?? made.at('/apiKey/name'), name);
        const listed = await call('GET', `${path}?limit=200`);
        isData(listed, place);
        assert.ok(listed.text.includes(JSON.stringify(name)), place);
        const audit = await call('GET', '/v1/audit?limit=1');
        isData(audit, place);
        assert.equal(audit.at('/data/0/after/name'), name, place);
        const removed = await call('DELETE', `${path}/${String(made.at('/id'))}`);
        assert.equal(removed.status, 204, removed.text);
      }
      const refused = names.length - taken;
      assert.ok(taken >= names.length * 0.6 && refused >= names.length * 0.15, `${taken} taken`);
    });
  }

  test('header values, tokens and content keys that could end a line are refused', async (t) => {
    const { call } = await setup(t);
    for (const [index, value] of NASTY.entries()) {
      const cases: readonly (readonly [what: string, more: object, good: boolean])[] = [
        ['value', { headers: [{ name: 'x-a', value }] }, HEADER_VALUE.test(value)],
        ['name', { headers: [{ name: value, value: 'a' }] }, isHeaderName(value)],
        ['token', { auth: { method: 'bearer', token: value } }, /^[\w.~+/-]+=*$/.test(value)],
        ['contentKey', { contentKey: value }, isContentKey(value)],
        ['target', { target: `https://hooks.example.com/${value}` }, isPath(value)],
      ];
      for (const [what, more, good] of placesOf(cases, index)) {
        const place = `${what} ${JSON.stringify(value)}`;
        const made = await call('POST', '/v1/endpoints', {
          name: 'a',
          kind: 'custom',
          target: TARGET,
          triggers: TRIGGERS,
          auth: AUTH,
          ...more,
        });
        const expected = good && value.length < 1_000 ? [201] : [400, 422];
        assert.ok(expected.includes(made.status), `${place}: ${made.text}`);
        if (made.status === 201) await call('DELETE', `/v1/endpoints/${String(made.at('/id'))}`);
        else isProblem(made, place);
      }
    }
  });

  test('values in a path or a query are answered with data or a problem', async (t) => {
    const { call } = await setup(t);
    const values = NASTY.filter((each) => each !== '' && each.isWellFormed());
    for (const [index, value] of values.entries()) {
      const text = encodeURIComponent(value);
      const paths = [`/v1/calls/${text}`, `/v1/calls/${text}/explain?endpointId=${text}`];
      paths.push(`/v1/deliveries?callId=${text}`, `/v1/deliveries?state=${text}`, `/v1/x${text}`);
      paths.push(`/v1/deliveries/${text}`, `/v1/endpoints/${text}`, `/v1/endpoints?cursor=${text}`);
      paths.push(`/v1/calls?${text}=1`, `/v1/stats?from=${text}`, `/v1/audit?limit=${text}`);
      for (const path of placesOf(paths, index)) {
        const answer = await call('GET', path);
        if (answer.status >= 400) isProblem(answer, path);
        else isData(answer, path);
      }
    }
  });

  test('unknown keys are named in a pointer and have no effect', async (t) => {
    const { call } = await setup(t);
    for (const value of NASTY.filter((each) => each.isWellFormed() && !each.includes('\0'))) {
      const raw = `{"status":"CALLING","direction":"OUTBOUND",${JSON.stringify(value)}:{"a":1}}`;
      const answer = await call('POST', '/v1/calls/c1/reports', undefined, { raw });
      assert.equal(answer.status, 422, `${raw}: ${answer.text}`);
      isProblem(answer, raw);
      assert.ok(String(answer.at('/errors/0/field')).startsWith('/'));
    }
    assert.equal(Reflect.get({}, 'a'), undefined, 'no prototype was changed');
  });

  test('the timeline shows every free text unchanged', async (t) => {
    const { call } = await setup(t);
    const texts = NASTY.filter((each) => each.isWellFormed() && !each.includes('\0'));
    for (const [index, message] of texts.entries()) {
      const errors = [{ code: 'CALL_INTERRUPTED', message }];
      const report = { direction: 'OUTBOUND', status: 'ERROR', errors };
      const path = `/v1/calls/c${index}`;
      const accepted = await call('POST', `${path}/reports`, report);
      assert.equal(accepted.status, 202, accepted.text);
      const shown = await call('GET', path);
      isData(shown, JSON.stringify(message));
      assert.deepEqual(messagesIn(shown.json), [message]);
    }
  });

  test('the OpenAPI document and its pages hold no text that a client sent', async (t) => {
    const { call, ...rest } = await setup(t);
    const before = await documents({ call });
    const marked = 'marked-<script>alert(1)</script>';
    await rest.endpoint(TRIGGERS, { name: marked });
    await call('PATCH', '/v1/project', { serviceName: marked, name: marked });
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'evil' };
    assert.deepEqual(await documents({ call }, headers), before);
    for (const text of before) {
      assert.ok(text.length > 500);
      assert.doesNotMatch(text, /evil|marked/);
    }
  });
}

function isHeaderName(value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value) && value !== '__proto__';
}

function isContentKey(value: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(value) && value !== '__proto__';
}

function isPath(value: string): boolean {
  return /^[\x21-\x7e]*$/.test(value) && !/[\\#]/.test(value);
}

/** The messages of all errors in a timeline. */
function messagesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(messagesIn);
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'message' ? [each] : messagesIn(each),
  );
}

async function documents({ call }: Pick<Bundle, 'call'>, headers = {}): Promise<readonly string[]> {
  const paths = ['/openapi.json', '/docs', '/docs/', '/docs/static/swagger-initializer.js'];
  const answers = await Promise.all(
    paths.map((path) => call('GET', path, undefined, { token: null, headers })),
  );
  return answers.map(({ text }) => text);
}
