/**
 * What every ingest adapter must do, whatever its platform sends (engine/ports/ingest-adapter.ts):
 * make the same reports of the same request, refuse what the platform did not sign, ignore and name
 * what it does not know, and never throw; and the same through the API of a real service. Knows no
 * platform: each description says what its platform sends.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlatformScript, Sent, Signing } from '../../examples/demo/platforms/script.ts';
import { isForeign, isTerminal, meantStatus } from '../../src/core/call/status.ts';
import { moveCall } from '../../src/core/call/transition.ts';
import type {
  IngestAdapter,
  IngestRequest,
  IngestResult,
} from '../../src/engine/ports/ingest-adapter.ts';
import { type Answer, setup } from '../http/setup.ts';

/** What the platform sends, and what else the suite must know. */
export interface AdapterUnderTest<Event>
  extends Omit<PlatformScript<Event>, 'nameOf'>,
    Partial<Pick<PlatformScript<Event>, 'nameOf'>> {
  readonly adapter: IngestAdapter;
  /**
   * True if the signature covers the body (or the query of a GET), false if it only proves the
   * sender.
   */
  readonly covers: 'body' | 'sender';
  /** Where the signature or the secret is, if not in a header. */
  readonly proof?: 'body';
  /** Genuine requests with an event or word that the mapping does not know: counted and named. */
  readonly unknown: readonly Event[];
  /** Genuine signatures around bodies that the platform never sends. */
  readonly strange: readonly Event[];
}

const PUBLIC_URL = 'https://calls.example.com/callbacks';
/** The time of the clock in `setup`. */
const NOW_MS = Date.UTC(2026, 10, 20);

export function conform<Event>(given: AdapterUnderTest<Event>): void {
  const { adapter, secrets, covers, events, unknown, strange, settings = null } = given;
  const isInHeader = given.proof === undefined;
  const [first] = events;
  assert.ok(first !== undefined && first.becomes !== 'ignored', 'the first event says something');
  assert.ok(unknown.length > 0 && strange.length > 0, 'unknown and strange events are given');
  const [secret, previous, wrong] = secrets;
  const of = (event: Event, signing: Partial<Signing> = {}): IngestRequest => {
    const whole = { secret, atMs: NOW_MS, publicUrl: PUBLIC_URL, ...signing };
    return { ...requestOf(given.send(event, whole), secret), settings };
  };
  const genuine = of(first.event);
  const all = [...events.map(({ event }) => event), ...unknown, ...strange];

  describe(`${adapter.name}: the adapter`, () => {
    test('every event becomes the reports of its table, with statuses that core knows', () => {
      for (const { event, becomes } of events) {
        const result = adapter.read(of(event));
        assert.equal(shown(result), becomes, JSON.stringify(event));
        if (result.kind !== 'taken') continue;
        for (const { report, variants, callId } of result.reports) {
          const statuses = [report, ...variants].map(({ status }) => status ?? '');
          for (const status of statuses.filter((each) => each !== '')) {
            assert.ok(!isForeign(status) && meantStatus(status) === null, status);
          }
          for (const said of [report, ...variants]) {
            const direction = said.direction ?? report.direction ?? 'OUTBOUND';
            const { kind } = moveCall(null, callId, { ...report, ...said, direction }, NOW_MS);
            assert.notEqual(kind, 'refused', `${direction} ${said.status}`);
            const codes = said.errors.map(({ code }) => code);
            // A source with settings may choose another status (S1.12).
            if (said.status === 'ERROR') assert.equal(codes.length, 1, 'ERROR has its cause');
            else if (settings === null) assert.deepEqual(codes, [], `S2.18: ${said.status}`);
          }
          assert.notEqual(callId, '');
        }
        assert.equal(becomes === 'ignored', result.why !== null, 'why is said of what is ignored');
      }
    });

    test('a repeated request makes the same reports, another one makes others', () => {
      const ids = events.flatMap(({ event }) => {
        const [one, again] = [adapter.read(of(event)), adapter.read(of(event))];
        assert.deepEqual(one, again);
        return one.kind === 'taken' ? one.reports.map(({ report }) => report.reportId) : [];
      });
      assert.ok(!ids.includes(null), 'each report has an id');
      assert.equal(new Set(ids).size, ids.length, ids.join(' '));
    });

    test('the same event signed again makes the same reports, since platforms retry', () => {
      if (adapter.windowMs === null) return;
      const again = adapter.read({ ...of(first.event, { atMs: NOW_MS + 60_000 }) });
      assert.deepEqual(again, adapter.read(genuine));
    });

    test('an unsigned request is refused: changed, or without a header', () => {
      const changed = { ...genuine, body: genuine.body.replace(/[0-9]/, otherDigit) };
      const query = mapped(genuine.query, (value) => value.replace(/[0-9a-z]$/i, otherDigit));
      const names = Object.keys(genuine.headers).filter((name) => name !== 'content-type');
      const forged: readonly IngestRequest[] = [
        ...(covers === 'body'
          ? [
              genuine.method === 'GET'
                ? { ...genuine, query, publicUrl: addressOf(query) }
                : changed,
            ]
          : []),
        ...(isInHeader ? withOtherHeaders(genuine) : []),
      ];
      for (const request of forged) assertForged(adapter.read(request), request);
      const without = names.map((name) =>
        adapter.read({ ...genuine, headers: { ...genuine.headers, [name]: undefined } }),
      );
      assert.equal(without.some(isForged), isInHeader, 'where the signature is');
    });

    test('a genuine request has a proof in a header, and is refused without it', () => {
      const names = adapter.proofHeaders(settings);
      assert.equal(names.length > 0, isInHeader, names.join());
      if (!isInHeader) return;
      for (const event of all.map((each) => of(each))) {
        if (event.method !== 'POST') continue;
        assert.ok(
          names.some((name) => (event.headers[name] ?? '') !== ''),
          names.join(),
        );
        const entries = Object.entries(event.headers).filter(([name]) => !names.includes(name));
        assertForged(adapter.read({ ...event, headers: Object.fromEntries(entries) }), names);
      }
    });

    test('another secret is refused, the previous one counts while it is given', () => {
      assertForged(adapter.read(of(first.event, { secret: wrong })), 'wrong');
      const old = of(first.event, { secret: previous });
      assertForged(adapter.read(old), 'previous, after its end');
      const both = { ...old, secrets: [secret, previous] };
      assert.deepEqual(adapter.read(both), adapter.read(genuine));
      assert.deepEqual(
        adapter.read({ ...genuine, secrets: [secret, previous] }),
        adapter.read(genuine),
      );
      assertForged(
        adapter.read({ ...of(first.event, { secret: wrong }), secrets: both.secrets }),
        '',
      );
    });

    test('S12.27: a secret of a wrong form that was stored earlier proves nothing', () => {
      const { form } = adapter.about.secret;
      if (form !== 'text' && form !== 'user:password') return;
      const stored = form === 'text' ? '-----BEGIN-PUBLIC-KEY-----synthetic' : 'ringpost:';
      const claimed = { ...of(first.event, { secret: stored }), secrets: [stored] };
      assertForged(adapter.read(claimed), stored);
      const both = { ...claimed, secrets: [secret, stored] };
      assertForged(adapter.read(both), stored);
    });

    test('a signed time outside the window is refused, within it is taken', () => {
      const { windowMs } = adapter;
      if (windowMs === null) return;
      for (const away of [-windowMs - 2_000, windowMs + 2_000]) {
        const result = adapter.read(of(first.event, { atMs: NOW_MS + away }));
        assertForged(result, `${away} ms`);
        assert.match(result.kind === 'refused' ? result.detail : '', /\d+ s|expired/);
      }
      for (const away of [2_000 - windowMs, windowMs - 2_000]) {
        assert.equal(adapter.read(of(first.event, { atMs: NOW_MS + away })).kind, 'taken');
      }
    });

    test('the address counts only if the signature covers it', () => {
      const elsewhere = adapter.read({ ...genuine, publicUrl: 'https://other.example/x' });
      if (adapter.signsAddress) assertForged(elsewhere, 'elsewhere');
      else assert.deepEqual(elsewhere, adapter.read(genuine));
    });

    test('unknown words are named for the operator, and never guessed', () => {
      for (const event of unknown) {
        const result = adapter.read(of(event));
        if (result.kind !== 'taken') assert.fail(result.detail);
        assert.notEqual(result.unmapped.length, 0, JSON.stringify(event));
        for (const value of result.unmapped) assert.match(value, /^[\x21-\x7e ]{1,100}$/);
        for (const { report } of result.reports) {
          assert.deepEqual([report.status, report.errors[0]?.code], ['ERROR', 'UNKNOWN_ERROR']);
        }
      }
    });

    test('no body makes the adapter throw, and no garbage is a report', () => {
      const bodies = ['', ' ', '{', 'null', '[]', '0', '%', '=&=', '\u0000', 'a'.repeat(100_000)];
      const requests = [
        ...strange.map((event) => of(event)),
        ...(genuine.method === 'GET' ? [] : bodies.map((body) => ({ ...genuine, body }))),
      ];
      for (const request of requests) {
        const result = adapter.read(request);
        const { length } = result.kind === 'taken' ? result.reports : [];
        assert.equal(length, 0, request.body.slice(0, 100));
      }
    });

    test('no result repeats a secret', () => {
      for (const event of all) {
        for (const headers of [of(event).headers, {}]) {
          const result = JSON.stringify(adapter.read({ ...of(event), headers }));
          assert.ok(!result.includes(secret));
        }
      }
    });
  });

  describe(`${adapter.name}: through the API`, () => {
    const start = async (t: Parameters<typeof setup>[0]) => {
      const bundle = await setup(t);
      const { name } = adapter;
      const body = { name, adapter: name, secret, publicUrl: PUBLIC_URL, settings };
      const source = await bundle.call('POST', '/v1/sources', body);
      assert.equal(source.status, 201, source.text);
      const id = String(source.at('/id'));
      const post = (event: Event, more: Partial<Sent> = {}): Promise<Answer> => {
        const signing = { secret, atMs: bundle.clock.wallMs(), publicUrl: PUBLIC_URL };
        const sent = { ...given.send(event, signing), ...more };
        const search = new URLSearchParams(sent.query).toString();
        const path = `/v1/ingest/${name}/${id}${search === '' ? '' : `?${search}`}`;
        const isGet = sent.method === 'GET';
        return bundle.call(sent.method ?? 'POST', path, undefined, {
          token: null,
          ...(isGet ? {} : { raw: sent.body }),
          headers: { ...(isGet ? {} : { 'content-type': sent.contentType }), ...sent.headers },
        });
      };
      const notes = () => bundle.call('GET', `/v1/sources/${id}/requests`);
      const path = `/v1/ingest/${name}/${id}`;
      return { ...bundle, post, notes, path };
    };
    const callOf = (event: Event): string | null => {
      const result = adapter.read(of(event));
      return result.kind === 'taken' ? (result.reports[0]?.callId ?? null) : null;
    };

    test('events are answered as the platform expects, the same for a repeat', async (t) => {
      const { post, call, notes } = await start(t);
      for (const { event, becomes } of events) {
        const answer = await post(event);
        if (becomes !== 'ignored') assert.equal(answer.status, adapter.answer.status, answer.text);
        assert.ok(answer.status === 200 || answer.status === 204, answer.text);
      }
      const callId = callOf(first.event);
      const seen = async () =>
        callId === null
          ? null
          : (await call('GET', `/v1/calls/${encodeURIComponent(callId)}`)).json;
      const before = await seen();
      for (const { event } of events) assert.ok((await post(event)).status < 300);
      assert.deepEqual(await seen(), before);
      assert.ok(!(await notes()).text.includes(secret));
    });

    test('events in the wrong order are accepted, and an ended call stays ended', async (t) => {
      const { post, call, notes } = await start(t);
      for (const { event } of events.toReversed()) {
        const answer = await post(event);
        assert.ok(answer.status === 200 || answer.status === 204, answer.text);
      }
      const reports = events.flatMap(({ event }) => {
        const result = adapter.read(of(event));
        return result.kind === 'taken' ? result.reports : [];
      });
      const ended = [...Map.groupBy(reports, ({ callId }) => callId)].filter(
        ([, own]) =>
          own.some(({ report }) => isTerminal(report.status ?? '')) &&
          own.some(({ report }) => report.direction !== null),
      );
      assert.notEqual(ended.length, 0, 'the events begin and end a call');
      for (const [callId] of ended) {
        const { at, text } = await call('GET', `/v1/calls/${encodeURIComponent(callId)}`);
        assert.ok(isTerminal(String(at('/status'))), `${text} ${(await notes()).text}`);
      }
    });

    test('unmapped events are counted, and shown with the request', async (t) => {
      const { post, notes, events: emitted } = await start(t);
      for (const event of unknown) {
        assert.ok((await post(event)).status < 300);
        const counted = emitted.filter(({ name }) => name === 'ingest.unmapped').at(-1);
        const value = counted?.name === 'ingest.unmapped' ? counted.value : 'nothing';
        assert.ok((await notes()).text.includes(value), value);
      }
    });

    test('a forged, a huge or a foreign body, and the wrong method are refused', async (t) => {
      const { post, call, path } = await start(t);
      const headers = Object.keys(
        given.send(first.event, { secret, atMs: NOW_MS, publicUrl: PUBLIC_URL }).headers,
      );
      const forged = Object.fromEntries(headers.map((name) => [name, 'forged']));
      const spoiled = isInHeader ? { headers: forged } : { body: '{"forged":"0"}' };
      const { status } = await post(first.event, spoiled);
      assert.equal(status, adapter.statusOf.SIGNATURE_INVALID ?? 403);
      if (genuine.method === 'POST') {
        const huge = 'x'.repeat(adapter.bodyBytesMax + 1);
        assert.equal((await post(first.event, { body: huge })).status, 413);
        assert.equal((await post(first.event, { contentType: 'application/x-other' })).status, 415);
      }
      for (const method of ['GET', 'HEAD', 'PUT'] as const) {
        const answer = await call(method, path, undefined, { token: null });
        const isKnown = adapter.methods.some((each) => each === method);
        if (!isKnown) {
          assert.equal(answer.status, 405, answer.text);
          assert.match(answer.headers.get('allow') ?? '', /POST|GET/);
        }
      }
    });
  });
}

function requestOf(sent: Sent, secret: string): IngestRequest {
  const { method = 'POST', contentType, body, query = {} } = sent;
  const publicUrl = addressOf(query);
  const headers =
    method === 'GET' ? sent.headers : { 'content-type': contentType, ...sent.headers };
  return {
    method,
    contentType: method === 'GET' ? '' : (contentType.split(';', 1)[0] ?? ''),
    body: method === 'GET' ? '' : body,
    headers,
    publicUrl,
    query,
    secrets: [secret],
    nowMs: NOW_MS,
  };
}

function addressOf(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams(mapped(query, (value) => value)).toString();
  return search === '' ? PUBLIC_URL : `${PUBLIC_URL}?${search}`;
}

function shown(result: IngestResult): string {
  if (result.kind === 'refused') return `refused: ${result.code}: ${result.detail}`;
  const parts = [
    ...result.hints.map(({ hint }) => `hint ${hint}`),
    ...result.reports.map(({ report: { direction, status, errors } }) =>
      [direction ?? '?', status, ...errors.map(({ code }) => code)].filter(Boolean).join(' '),
    ),
    ...(result.callLog === null ? [] : [`log of ${result.callLog.log.turns.length} turns`]),
  ];
  return parts.length === 0 ? 'ignored' : parts.join('; ');
}

function withOtherHeaders(genuine: IngestRequest): readonly IngestRequest[] {
  return [
    { ...genuine, headers: {} },
    { ...genuine, headers: mapped(genuine.headers, () => '') },
    { ...genuine, headers: mapped(genuine.headers, () => 'x=,t=,v1=zz') },
    { ...genuine, headers: mapped(genuine.headers, (value) => `${value}A`) },
  ];
}

function isForged(result: IngestResult): boolean {
  return result.kind === 'refused' && result.code === 'SIGNATURE_INVALID';
}

function assertForged(result: IngestResult, what: unknown): void {
  assert.ok(isForged(result), `${JSON.stringify(what)}: ${JSON.stringify(result)}`);
}

function otherDigit(one: string): string {
  return one === '1' ? '2' : '1';
}

function mapped(
  texts: Readonly<Record<string, string | undefined>>,
  change: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, change(value ?? '')]),
  );
}
