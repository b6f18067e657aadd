/** Step 5: the three parts of a firing that are stored and never rendered again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderFiring, runData } from '../../../src/core/payload/render.ts';
import { callError } from '../../../src/core/trigger/fire.ts';
import { NOW_MS, NOW_TEXT } from '../given.ts';

const RUN = { callId: 'c1', acwAgentId: 'ep_1', acwResultId: 'acwr_1', isError: true };

test('a firing with errors has text, data and errors', () => {
  const errors = [callError('ANALYZER_FAILED', NOW_MS)];
  const rendered = renderFiring(
    { trigger: 'ACW_COMPLETED', data: runData(RUN), errors },
    'Desk',
    NOW_MS,
  );
  assert.equal(rendered.trigger, 'ACW_COMPLETED');
  assert.equal(rendered.firedAtMs, NOW_MS);
  assert.match(rendered.text, /^\[Desk\] ACW_COMPLETED\n/);
  assert.match(rendered.data, /"isError":"true"}$/);
  assert.equal(
    rendered.errors,
    '[{"code":"ANALYZER_FAILED","message":"Failed to analyze the call.",' +
      `"timestamp":"${NOW_TEXT}"}]`,
  );
});

test('a firing without errors has null, so that no body gets an empty list', () => {
  const firing = { trigger: 'ACW_COMPLETED', data: runData(RUN), errors: [] } as const;
  assert.equal(renderFiring(firing, 'Desk', NOW_MS).errors, null);
});
