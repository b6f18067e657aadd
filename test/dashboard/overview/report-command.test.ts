/** A shell and the service understand the command of the first steps. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { reportCommand } from '../../../dashboard/src/page/overview/report-command.ts';

test('the command posts a report of a call, with a status and a direction', () => {
  const command = reportCommand('https://ringpost.example/').replace('curl', "printf '%s\\n'");
  const words = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).split('\n');
  assert.equal(words[0], 'https://ringpost.example/v1/calls/my-first-call/reports');
  const body: unknown = JSON.parse(words[words.indexOf('-d') + 1] ?? '');
  assert.deepEqual(body, { status: 'CALLING', direction: 'OUTBOUND' });
});
