/** HMAC over a time and a body in every style; Slack's published example for `v0:`. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hmacOfTimeAndBody, TIMED_STYLES } from '../../../src/ingest/signature/hmac-timed.ts';
import { WINDOW_MS } from '../../../src/ingest/signature/signature-check.ts';

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const SLACK_BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow' +
  '&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner' +
  '&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands' +
  '%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121' +
  '.803a0bc887a14d10d2c447fce8b6703c';
const NOW_MS = 1_531_420_618_000;

const hmac = (text: string, secret = SECRET) =>
  createHmac('sha256', secret).update(text).digest('hex');

test("Slack's published example verifies", () => {
  const check = hmacOfTimeAndBody({
    style: 'v0:',
    header: 'x-slack-signature',
    timeHeader: 'x-slack-request-timestamp',
    windowMs: WINDOW_MS,
  });
  const headers = {
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    'x-slack-request-timestamp': '1531420618',
  };
  const asked = { body: SLACK_BODY, headers, secrets: [SECRET], nowMs: NOW_MS };
  assert.equal(check(asked), null);
  assert.match(check({ ...asked, body: `${SLACK_BODY}&a=1` }) ?? '', /does not match/);
  const untimed = { ...headers, 'x-slack-request-timestamp': undefined };
  assert.equal(
    check({ ...asked, headers: untimed }),
    'The header x-slack-request-timestamp is missing.',
  );
  const late = check({ ...asked, nowMs: NOW_MS + WINDOW_MS + 1_000 });
  assert.match(
    late ?? '',
    /time of x-slack-request-timestamp is 301 s old; at most 300 s are allowed/,
  );
});

/** A header of each style as its platform writes it, over body `{}`. */
const WRITTEN: Readonly<Record<keyof typeof TIMED_STYLES, (secret: string) => string>> = {
  't,v1': (secret) => `t=1531420618,v1=${hmac('1531420618.{}', secret)}`,
  't,v0': (secret) => `t=1531420618,v0=${hmac('1531420618.{}', secret)}`,
  'v,d': (secret) => `v=1531420618000,d=${hmac('{}1531420618000', secret)}`,
  'v0:': (secret) => `v0=${hmac('v0:1531420618:{}', secret)}`,
  'time.body': (secret) => hmac('1531420618.{}', secret),
  'body+time': (secret) => `${hmac('x')}, ${hmac('{}2018-07-12T18:36:58+00:00', secret)}`,
};
/** The header of the time, if it is not in seconds. */
const TIMES: Readonly<Record<string, string>> = { 'body+time': '2018-07-12T18:36:58+00:00' };

for (const [name, write] of Object.entries(WRITTEN)) {
  test(`${name}: verifies, and names each fault`, () => {
    const style = name as keyof typeof TIMED_STYLES;
    const header = 'x-sign';
    const timeHeader = TIMED_STYLES[style].parts === null ? 'x-time' : null;
    const check = hmacOfTimeAndBody({ style, header, timeHeader, windowMs: WINDOW_MS });
    const asked = (given: string, secrets: readonly string[] = [SECRET]) => ({
      body: '{}',
      headers: { 'x-sign': given, 'x-time': TIMES[name] ?? '1531420618' },
      secrets,
      nowMs: NOW_MS,
    });
    assert.equal(check(asked(write(SECRET))), null);
    assert.equal(check(asked(write('old'), [SECRET, 'old'])), null);
    assert.match(check(asked(write('other'))) ?? '', /does not match/);
    assert.equal(check(asked('')), 'The header x-sign is missing.');
    const away = (ms: number) => check({ ...asked(write(SECRET)), nowMs: NOW_MS + ms });
    assert.equal(away(WINDOW_MS), null);
    assert.match(away(WINDOW_MS + 1_000) ?? '', /s old/);
    assert.match(away(-WINDOW_MS - 1_000) ?? '', /s ahead of this service's clock/);
    for (const odd of ['t=,v1=', 'v=1e9,d=x', 'x', ',', 't=1531420618', 'v0=', '=']) {
      assert.notEqual(check(asked(odd)), null, odd);
    }
  });
}

test('one of several signatures in a header is enough, and blanks do no harm', () => {
  const check = hmacOfTimeAndBody({
    style: 't,v1',
    header: 'x-sign',
    timeHeader: null,
    windowMs: WINDOW_MS,
  });
  const signature = hmac('1531420618.{}');
  const given = `t=1531420618, v1=${hmac('other')}, v1=${signature}`;
  const asked = { body: '{}', headers: { 'x-sign': given }, secrets: [SECRET], nowMs: NOW_MS };
  assert.equal(check(asked), null);
});

test('a time in milliseconds, or in UTC without a zone, is read too', () => {
  const times = { 'time.body': '1531420618000', 'body+time': '2018-07-12T18:36:58.000123' };
  for (const [style, time] of Object.entries(times)) {
    const check = hmacOfTimeAndBody({
      style: style === 'time.body' ? 'time.body' : 'body+time',
      header: 'x-sign',
      timeHeader: 'x-time',
      windowMs: WINDOW_MS,
    });
    const signature = hmac(style === 'time.body' ? `${time}.{}` : `{}${time}`);
    const headers = { 'x-sign': signature, 'x-time': time };
    const asked = { body: '{}', headers, secrets: [SECRET], nowMs: NOW_MS };
    assert.equal(check(asked), null);
    assert.match(check({ ...asked, nowMs: NOW_MS + WINDOW_MS + 1_000 }) ?? '', /s old/);
  }
});
