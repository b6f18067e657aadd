/** The request of a self-provided agent, as a shell would run it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { resultCurl } from '../../../dashboard/src/page/endpoint/form/result-curl.ts';

/** The arguments of curl, one a line. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\n' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

test('a shell reads it as one request with its key and a JSON body', () => {
  const base = "https://calls.example/it's/";
  const args = argumentsOf(resultCurl({ base, token: 'rp_abc', agentId: 'ep_1', run: null }));
  assert.deepEqual(args.slice(0, 7), [
    '-X',
    'POST',
    `${base}v1/acw-results`,
    '-H',
    'authorization: Bearer rp_abc',
    '-H',
    'content-type: application/json',
  ]);
  assert.equal(JSON.parse(args[8] ?? '').acwAgentId, 'ep_1');
});

test('a variable stands for a missing key', () => {
  const command = resultCurl({ base: 'https://a.example/', token: null, agentId: null, run: null });
  assert.match(command, /Bearer \$RINGPOST_RESULT_KEY/);
});

test("the request names the run that waits for its result, whatever its call's id", () => {
  const run = { callId: 'it\'s "one"', acwRunId: 'run_1' };
  const args = argumentsOf(
    resultCurl({ base: 'https://a.example/', token: 'rp_abc', agentId: 'ep_1', run }),
  );
  const { callId, acwRunId } = JSON.parse(args[8] ?? '');
  assert.deepEqual({ callId, acwRunId }, run);
});
