/** The log goes to standard error as JSON lines, without secrets. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function logged(format: string, statement: string): Promise<string> {
  const script = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const log = createLog('info', '${format}');
    ${statement}
    log.flush();`;
  return (await run(process.execPath, ['--input-type=module', '-e', script])).stderr;
}

const LOG = new URL('../../src/observe/log.ts', import.meta.url).href;

test('secrets in a logged object are replaced, levels are kept', async () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const log = createLog('info');
    log.info({ token: 'canary', source: { secret: 'canary', name: 'kept' } }, 'hello');
    log.info({ request: { headers: { authorization: 'canary' } }, apiKey: 'canary' }, 'again');
    log.debug('not at this level');
    log.flush();`;
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script]);
  assert.equal(stdout, '');
  const lines = stderr.trim().split('\n');
  assert.equal(lines.length, 2);
  assert.ok(!stderr.includes('canary'));
  assert.match(lines[0] ?? '', /"name":"kept".*"msg":"hello"/);
});

test('what a terminal or a log shipper acts on is escaped, and reads the same', async () => {
  const unseen = '\u007f\u0085\u009b31m\u2028\u2029\u202e\u2066\u200b\ufeff\u{e0041}';
  const value = `a${unseen}ä😀"\\\n\u001b`;
  const script = `
    const { createLog } = await import(${JSON.stringify(LOG)});
    const log = createLog('info');
    log.info({ callId: ${JSON.stringify(value)} }, 'hello');
    log.flush();`;
  const run = promisify(execFile);
  const { stderr } = await run(process.execPath, ['--input-type=module', '-e', script]);
  assert.match(stderr, /^[^\n]+\n$/);
  assert.doesNotMatch(stderr.slice(0, -1), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const entry: Readonly<Record<string, unknown>> = JSON.parse(stderr);
  assert.equal(entry.callId, value);
});

test('a line names its level, as a log shipper reads it', async () => {
  const lines = (await logged('json', "log.info('one'); log.error('two');")).trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).level),
    ['info', 'error'],
  );
});

test('for people: time, level, event, and facts that no value can forge', async () => {
  const facts = { name: 'endpoint.held', endpointId: 'ep_1', token: 'canary', untilMs: 5 };
  const forged = { callId: 'a endpointId=ep_2 \u001b[31m\u202e"', deep: { a: [1] } };
  const text = await logged(
    'pretty',
    `log.warn(${JSON.stringify(facts)}, 'on hold'); log.info(${JSON.stringify(forged)}, 'b');`,
  );
  const [held, other, end] = text.split('\n');
  assert.match(
    held ?? '',
    /^\d\d:\d\d:\d\d\.\d{3} WARN {2}on hold {2}endpointId=ep_1 token="\[redacted\]" untilMs=5$/,
  );
  assert.match(
    other ?? '',
    /INFO {2}b {2}callId="a endpointId=ep_2 \\u001b\[31m\\u202e\\"" deep="\{\\"a\\":\[1\]\}"$/,
  );
  assert.equal(end, '');
});
