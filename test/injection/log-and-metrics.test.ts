/**
 * The log and metrics of the real process while callers, a provider and receivers send hostile
 * values: each line of the log is one JSON object of ours, and the metrics stay valid text without
 * a foreign value in a label.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startReceiver } from '../channel/raw-receiver.ts';
import { signCallback } from '../ingest/twilio/callback.ts';
import { fewAtOnce } from '../support/few-at-once.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { isLine, NASTY } from './nasty.ts';

const SECRET = 'synthetic-auth-token-0123456789ab';
const TRIGGER = 'OUTBOUND_CALL_ERROR';
/** The only texts that `msg` may hold. */
const SENTENCES = [
  'ringpost starts',
  'the store is open',
  'attempt ended',
  'delivery given up',
  'a provider sent a value without a mapping',
  'endpoint on hold after failures',
  'endpoint recovered',
  'sweep ended',
];
const FORM = 'application/x-www-form-urlencoded';
/** One sample of the Prometheus text format. */
const SAMPLE = /^[a-z_:][a-z0-9_:]*(?:\{(.*)\})? (?:[-+]?(?:\d[\d.e+-]*|Inf)|NaN)$/i;
const LABEL = /^([a-zA-Z_][\w]*)="([^"\\\n]*)",?/;
/** The pattern of a route, not the path of a request: its parameters are names. */
const ROUTE = /^(?:\/(?::?[\w.-]+|\*))*\/?$/;
/** Values of labels: outcomes, classes of statuses, buckets, kinds of space; no free text. */
const LABEL_VALUE = /^[\w.+: -]{0,64}$/;

async function givenService(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-log-'));
  const environment = { RINGPOST_LOG_LEVEL: 'debug' };
  const service = await startService({ directory, environment });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });
  return service;
}

async function made(service: ServiceProcess, path: string, body: object): Promise<string> {
  const answer = await callApi(service, 'POST', path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return String((answer.body as { readonly id: string }).id); // the record of a 201
}

/** Sends every value as call and client of a report, then as every field of a callback. */
async function tellAll(service: ServiceProcess, values: readonly string[]): Promise<number> {
  const source = await made(service, '/v1/sources', {
    name: 'provider',
    adapter: 'twilio',
    secret: SECRET,
  });
  let reported = 0;
  await fewAtOnce(values, async (value) => {
    const errors = [{ code: 'UNKNOWN_ERROR', message: value }];
    const report = { callId: value, clientId: value, direction: 'OUTBOUND', status: 'ERROR' };
    const answer = await callApi(service, 'POST', '/v1/reports', {
      reports: [{ ...report, errors }],
    });
    if (answer.status === 202 && isLine(value, { min: 1, max: 256 })) reported += 1;
    await callBack(service, `/v1/ingest/twilio/${source}`, value);
  });
  return reported;
}

/** Sends Twilio's signed callback with the value in every field, and in the query. */
async function callBack(service: ServiceProcess, path: string, value: string): Promise<void> {
  if (!value.isWellFormed()) return;
  const words = { CallSid: value, CallStatus: value, Direction: 'outbound-api' };
  const failed = { ErrorCode: value, SipResponseCode: value, AnsweredBy: value };
  const fields = { ...words, ...failed, From: value, To: value, Timestamp: value, [value]: value };
  const url = `${service.url}${path}?clientId=${encodeURIComponent(value)}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': FORM, 'x-twilio-signature': signCallback(url, fields, SECRET) },
    body: new URLSearchParams(fields).toString(),
  });
  assert.ok(response.status < 500, `${JSON.stringify(value)}: ${response.status}`);
  await response.arrayBuffer();
}

/** Lines that the command itself prints between the lines of the log. */
const SAID_AT_THE_CONSOLE = /^ringpost (?:stopped|ready on http:\/\/127\.0\.0\.1:\d+)$/;

/** The lines of the log without the first, which the kept output may have cut. */
function linesOf(output: string): readonly string[] {
  return output
    .split('\n')
    .slice(1, -1)
    .filter((line) => !SAID_AT_THE_CONSOLE.test(line));
}

test('each log line is one JSON object, and labels hold no value of a client', async (t) => {
  const service = await givenService(t);
  let number = 0;
  const receiver = await startReceiver(t, (socket) => {
    const body = NASTY[number % NASTY.length] ?? '';
    number += 1;
    const bytes = Buffer.from(body);
    // Refusals alternate with good answers, so that the endpoint is never on hold.
    const status = number % 2 === 0 ? 200 : 400;
    socket.write(
      `HTTP/1.1 ${status} \u001b[31mx\r\ncontent-length: ${bytes.length}\r\n\r\n`,
      'latin1',
    );
    socket.write(bytes);
  });
  const auth = { method: 'bearer', token: 'token-of-a-test' };
  const target = `http://127.0.0.1:${receiver.port}/`;
  const endpoint = { name: 'a', kind: 'custom', target, triggers: [TRIGGER], auth };
  await made(service, '/v1/endpoints', { ...endpoint, pacing: { concurrency: 200 } });
  const values = [...new Set(NASTY)];
  const before = await metricsOf(service);
  const reported = await tellAll(service, values);
  await receiver.arrived(reported);
  const after = await metricsOf(service);
  await service.stop();

  const lines = linesOf(service.output());
  const calls = lines.map((line) => checkLine(line)).filter((callId) => callId !== null);
  assert.ok(calls.length >= 60, `${calls.length} of ${lines.length}`);
  for (const callId of calls) assert.ok(isLine(callId, { min: 1, max: 256 }));
  const added = [...after].filter((label) => !before.has(label));
  assert.ok(added.length <= 60, added.join(' '));
  t.diagnostic(`${values.length} values, ${reported} reports, ${lines.length} lines of the log`);
});

/** The call that the line is about, if any. */
function checkLine(line: string): string | null {
  assert.match(line, /^\{"level":"[a-z]+","time":\d+,.*\}$/u);
  const entry: Readonly<Record<string, unknown>> = JSON.parse(line);
  assert.ok(SENTENCES.includes(String(entry.msg)), line);
  assert.ok(line.isWellFormed());
  // A terminal or a log shipper may act on these characters, which JSON allows.
  assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  return typeof entry.callId === 'string' ? entry.callId : null;
}

/** All labels of the metrics, as `name=value`. */
async function metricsOf(service: ServiceProcess): Promise<ReadonlySet<string>> {
  const response = await fetch(`${service.url}/metrics`);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  const labels = new Set<string>();
  for (const line of (await response.text()).split('\n')) {
    if (line === '' || /^# (?:HELP|TYPE) [a-z_:][a-z0-9_:]* \S/.test(line)) continue;
    const sample = SAMPLE.exec(line);
    assert.ok(sample !== null, line);
    for (let rest = sample[1] ?? ''; rest !== ''; ) {
      const label = LABEL.exec(rest);
      assert.ok(label !== null, line);
      assert.match(label[2] ?? '', label[1] === 'route' ? ROUTE : LABEL_VALUE, line);
      labels.add(`${label[1]}=${label[2]}`);
      rest = rest.slice(label[0].length);
    }
  }
  return labels;
}
