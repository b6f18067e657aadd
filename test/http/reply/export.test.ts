/** A list as a CSV or NDJSON file: all pages, the filter of the list, an entry in the audit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROWS_MAX } from '../../../src/http/reply/export.ts';
import { agentOf, launchedRun } from '../routes/acw/agent-run.ts';
import { type Bundle, setup } from '../setup.ts';

const CSV = { headers: { accept: 'text/csv' } };
const NDJSON = { headers: { accept: 'application/x-ndjson' } };

async function reports(bundle: Bundle, count: number): Promise<void> {
  for (let start = 0; start < count; start += 500) {
    const reports = Array.from({ length: Math.min(500, count - start) }, (_, index) => ({
      callId: `call_${start + index}`,
      status: 'CALLING',
      direction: 'OUTBOUND',
      clientId: '=cmd|1',
    }));
    const answer = await bundle.call('POST', '/v1/reports', { reports });
    assert.equal(answer.status, 202, answer.text);
  }
}

test('the file has every page, newest first, and a header that names the columns', async (t) => {
  const bundle = await setup(t);
  await reports(bundle, 450);
  const answer = await bundle.call('GET', '/v1/calls', undefined, CSV);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="calls-\d{4}-\d{2}-\d{2}\.csv"$/,
  );
  const rows = answer.text.split('\r\n');
  assert.equal(rows.length, 450 + 2);
  assert.match(rows[0] ?? '', /^callId,direction,status,/);
  assert.match(rows[1] ?? '', /^call_449,OUTBOUND,CALLING,,'=cmd\|1,/);
  assert.match(rows[450] ?? '', /^call_0,/);
});

test('a file takes the filters of its list', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  await reports(bundle, 3);
  const one = await bundle.call('GET', '/v1/deliveries?callId=call_1', undefined, NDJSON);
  const lines = one.text.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).callId),
    ['call_1'],
  );
  const page = await bundle.call('GET', '/v1/deliveries?callId=call_1');
  assert.deepEqual(JSON.parse(lines[0] ?? ''), page.at('/data/0'));
});

test('endpoints, scorecards and runs are files too, with the filters of their lists', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const [one, two] = [
    await bundle.endpoint(['ACW_COMPLETED']),
    await bundle.endpoint(['ACW_COMPLETED']),
  ];
  const agent = await agentOf(bundle, 'builtin-analyzer', { name: '=1+1' });
  await launchedRun(bundle, 'call_1', agent);
  await launchedRun(bundle, 'call_2', agent);
  const all = await call('GET', '/v1/endpoints', undefined, CSV);
  assert.equal(all.text.split('\r\n').length, 3 + 2);
  assert.match(all.text, /,'=1\+1,builtin-analyzer,/);
  const some = await call('GET', `/v1/endpoints?id=${one},${two}`, undefined, NDJSON);
  const ids = some.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(ids, [one, two]);
  const run = await call('GET', '/v1/acw-runs?callId=call_1', undefined, CSV);
  const [head = '', row = '', ...rest] = run.text.split('\r\n');
  assert.match(head, /^acwRunId,acwAgentId,agentName,/);
  assert.match(row, /^run_[^,]+,ep_[^,]+,'=1\+1,ANALYZER,call_1,/);
  const runs = Object((await call('GET', '/v1/acw-runs?callId=call_1')).at('/data'));
  assert.deepEqual([runs.length, rest.length], [2, 2]);
  const cards = await call('GET', '/v1/scorecards', undefined, CSV);
  const listed = Object((await call('GET', '/v1/scorecards')).at('/data'));
  assert.equal(cards.text.split('\r\n').length, listed.length + 2);
  const trail = Object((await call('GET', '/v1/audit')).at('/data'));
  assert.deepEqual(
    trail.slice(0, 4).map(({ action }: { action: string }) => action),
    ['scorecards.exported', 'acw-runs.exported', 'endpoints.exported', 'endpoints.exported'],
  );
});

test('the OpenAPI document says how to get a list as a file', async (t) => {
  const { call } = await setup(t);
  const text = String((await call('GET', '/openapi.json')).at('/info/description'));
  for (const { headers } of [CSV, NDJSON]) assert.ok(text.includes(headers.accept), text);
  assert.ok(text.includes(`at most ${ROWS_MAX.toLocaleString('en')} rows`));
});

test('the audit trail says who exported which list, without the rows', async (t) => {
  const bundle = await setup(t);
  await bundle.call('GET', '/v1/deliveries?callId=call_1', undefined, CSV);
  const audit = await bundle.call('GET', '/v1/audit');
  assert.equal(audit.at('/data/0/action'), 'deliveries.exported');
  assert.deepEqual(audit.at('/data/0/after'), { format: 'csv', filter: { callId: 'call_1' } });
  const file = await bundle.call('GET', '/v1/audit', undefined, CSV);
  assert.match(file.text, /deliveries\.exported/);
});

test('a wrong query is answered with a problem, not with a file', async (t) => {
  const bundle = await setup(t);
  const answer = await bundle.call('GET', '/v1/calls?cursor=x', undefined, CSV);
  assert.equal(answer.status, 400);
  assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
});
