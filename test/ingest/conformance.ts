/**
 * What every ingest adapter must do, whatever its provider posts (engine/ports/ingest-adapter.ts):
 * make the same report of the same callback, refuse what the provider did not sign, ignore and
 * name what it does not know, and never throw. Knows no provider: a description says what it posts.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isForeign, meantStatus } from '../../src/core/call/status.ts';
import type {
  IngestAdapter,
  IngestRequest,
  IngestResult,
} from '../../src/engine/ports/ingest-adapter.ts';

export interface AdapterUnderTest {
  readonly adapter: IngestAdapter;
  /**
   * Genuine callbacks, no two of them alike, signed by the provider's own rule and not with the
   * code under test. `becomes`: direction, status and error codes, such as `OUTBOUND BUSY`, or
   * `ignored`.
   */
  readonly callbacks: readonly { readonly request: IngestRequest; readonly becomes: string }[];
  /** Genuine, with a word for the status that the mapping does not know. */
  readonly unknown: IngestRequest;
  /** Signed as the provider does, around bodies that it never sends. */
  readonly strange: readonly IngestRequest[];
}

export function conform({ adapter, callbacks, unknown, strange }: AdapterUnderTest): void {
  const [first] = callbacks;
  assert.ok(first !== undefined && first.becomes !== 'ignored', 'the first callback is a report');
  const genuine = first.request;

  describe(adapter.name, () => {
    test('every callback becomes a report whose status core knows', () => {
      for (const { request, becomes } of callbacks) {
        const result = adapter.read(request);
        assert.equal(shown(result), becomes, request.body);
        if (result.kind !== 'report') continue;
        const status = result.report.status ?? '';
        assert.ok(!isForeign(status) && meantStatus(status) === null, status);
        assert.notEqual(result.callId, '');
      }
    });

    test('a callback that comes again is the same report, another one is another', () => {
      const ids = callbacks.flatMap(({ request }) => {
        const [one, again] = [adapter.read(request), adapter.read(request)];
        assert.deepEqual(one, again);
        return one.kind === 'report' ? [one.report.reportId] : [];
      });
      assert.ok(!ids.includes(null), 'each report has an id');
      assert.equal(new Set(ids).size, ids.length, ids.join(' '));
    });

    test('what the provider did not sign is refused', () => {
      const forged: readonly IngestRequest[] = [
        { ...genuine, secret: `${genuine.secret}x` },
        { ...genuine, body: genuine.body.replace(/[0-9]/, (one) => (one === '1' ? '2' : '1')) },
        { ...genuine, headers: {} },
        { ...genuine, headers: mapped(genuine.headers, () => '') },
        { ...genuine, headers: mapped(genuine.headers, () => 'x=,t=,v1=zz') },
        { ...genuine, headers: mapped(genuine.headers, (value) => `${value}A`) },
      ];
      for (const request of forged) {
        const result = adapter.read(request);
        assert.equal(result.kind, 'refused', JSON.stringify(request));
        assert.equal(result.kind === 'refused' && result.code, 'SIGNATURE_INVALID');
      }
    });

    test('the address counts if the signature covers it, and else does not', () => {
      const elsewhere = adapter.read({ ...genuine, publicUrl: 'https://other.example/x' });
      if (adapter.signsAddress) assert.equal(elsewhere.kind, 'refused');
      else assert.deepEqual(elsewhere, adapter.read(genuine));
    });

    test('a status that is not known is ignored and named for the operator', () => {
      const result = adapter.read(unknown);
      assert.equal(result.kind, 'ignored');
      assert.match((result.kind === 'ignored' && result.unmapped) || '', /^.{1,100}$/);
    });

    test('no body makes it throw, and none of them is a report', () => {
      const bodies = ['', ' ', '{', 'null', '[]', '0', '%', '=&=', '\u0000', 'a'.repeat(100_000)];
      const requests = [...strange, ...bodies.map((body) => ({ ...genuine, body }))];
      for (const request of requests) {
        assert.notEqual(adapter.read(request).kind, 'report', request.body.slice(0, 100));
      }
      assert.ok(strange.length > 0);
    });

    test('no result repeats the secret', () => {
      const requests = [...callbacks.map(({ request }) => request), unknown, ...strange];
      const wrong = requests.map((request) => ({ ...request, headers: {} }));
      for (const request of [...requests, ...wrong]) {
        assert.ok(!JSON.stringify(adapter.read(request)).includes(request.secret));
      }
    });
  });
}

function shown(result: IngestResult): string {
  if (result.kind !== 'report') return result.kind;
  const { direction, status, errors } = result.report;
  return [direction, status, ...errors.map(({ code }) => code)].join(' ');
}

function mapped(
  headers: IngestRequest['headers'],
  change: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, change(value ?? '')]),
  );
}
