/** A draft that survives a reload contains no secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  restored,
  withoutSecrets,
} from '../../../dashboard/src/page/endpoint/form/draft-storage.ts';
import { blankDraft } from '../../../dashboard/src/page/endpoint/form/endpoint-draft.ts';

const SECRET = 'very-secret-9f3c';

test('tokens, header values and the URLs of Slack and Teams are not stored', () => {
  const draft = {
    ...blankDraft('slack'),
    target: `https://hooks.slack.com/services/T/B/${SECRET}`,
    token: SECRET,
    headers: [{ name: 'x-key', value: SECRET, kept: false }],
  };
  for (const kind of ['slack', 'teams'] as const) {
    assert.ok(!JSON.stringify(withoutSecrets(kind, draft)).includes(SECRET));
  }
  assert.equal(withoutSecrets('custom', draft).target, draft.target);
});

test('a draft is restored whole for its kind, and in its shared fields for another', () => {
  const draft = { ...blankDraft('custom'), name: 'CRM', target: 'https://a.example' };
  const kept = JSON.stringify({ kind: 'custom', draft });
  assert.deepEqual(restored(kept, 'custom', blankDraft('custom')), draft);
  const slack = restored(kept, 'slack', blankDraft('slack'));
  assert.deepEqual([slack?.name, slack?.target], ['CRM', '']);
});

test("an agent's draft does not get the trigger that no agent may have", () => {
  const draft = { ...blankDraft('custom'), triggers: ['CALL_LOG_CREATED', 'ACW_COMPLETED'] };
  for (const kind of ['custom', 'builtin-analyzer'] as const) {
    const kept = JSON.stringify({ kind, draft });
    const agent = restored(kept, 'builtin-analyzer', blankDraft('builtin-analyzer'));
    assert.deepEqual(agent?.triggers, ['CALL_LOG_CREATED'], kind);
    const slack = restored(kept, 'slack', blankDraft('slack'));
    assert.deepEqual(slack?.triggers, draft.triggers);
  }
});

test('stored text that is no draft of this version is left out', () => {
  const blank = blankDraft('custom');
  for (const text of ['', 'null', '{"kind":"custom"}', '[1]']) {
    assert.equal(restored(text, 'custom', blank), null, text);
  }
  const odd = JSON.stringify({ kind: 'custom', draft: { name: 7, triggers: 'all', odd: 1 } });
  assert.deepEqual(restored(odd, 'custom', blank), blank);
});
