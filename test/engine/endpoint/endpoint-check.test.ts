/** Whether a draft may become an endpoint of this service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endpointWarnings,
  kindErrors,
  refuseDraft,
} from '../../../src/engine/endpoint/endpoint-check.ts';
import { draftOf, draftPatched } from '../../../src/engine/endpoint/endpoint-draft.ts';
import { AUTHOR, failure, setup, wanted } from '../manage/setup.ts';

test('a kind without a channel is refused with the kinds that this server offers', async (t) => {
  const { parts } = await setup(t);
  assert.deepEqual(kindErrors('custom', parts.channels), []);
  const some = [...parts.channels].filter(([kind]) => kind === 'custom' || kind === 'slack');
  const [error] = kindErrors('builtin-analyzer', new Map(some));
  assert.deepEqual(error, {
    field: '/kind',
    message: 'This version cannot send to builtin-analyzer endpoints yet; ' + 'use custom, slack.',
  });
});

test('S7.4: custom endpoints use one of two methods, chosen when made', async (t) => {
  const { parts } = await setup(t);
  const { auth: _, ...without } = wanted();
  assert.throws(
    () => refuseDraft(draftOf(without), null, parts),
    failure('INVALID_INPUT', ['/auth']),
  );
});

test('an address that may not be called is refused with the reason', async (t) => {
  const { parts } = await setup(t);
  const draft = draftOf(wanted({ target: 'https://10.0.0.1/calls' }));
  assert.throws(() => refuseDraft(draft, null, parts), failure('TARGET_REFUSED', ['/target']));
  assert.throws(() => refuseDraft(draft, null, parts), /The address is private\./);
  const alsoWrong = { ...draft, name: '' };
  assert.throws(
    () => refuseDraft(alsoWrong, null, parts),
    failure('INVALID_INPUT', ['/name', '/target']),
  );
});

test('a target that is no longer allowed does not prevent other edits', async (t) => {
  const { parts, endpoints, project } = await setup(t);
  const present = await endpoints.create(project.key, wanted(), AUTHOR);
  const rules = { ...parts, checkTarget: () => 'Not any more.' };
  refuseDraft(draftPatched(present, { name: 'Other' }), present, rules);
  const moved = draftPatched(present, {
    target: 'https://hooks.example.com/other',
    keepSecrets: true,
  });
  assert.throws(() => refuseDraft(moved, present, rules), failure('TARGET_REFUSED', ['/target']));
});

test('accepted settings cause warnings about the target and the agent', async (t) => {
  const { parts } = await setup(t);
  const mail = draftOf({ name: 'Ops', kind: 'email', target: 'ops@example.com', triggers: [] });
  const [first] = endpointWarnings(mail, { ...parts, mailWithoutServer: 'nowhere' });
  assert.match(first ?? '', /^No mail server is set/);
  const triggers = ['CALL_LOG_CREATED'] as const;
  const asking = draftOf({
    name: 'Summaries',
    kind: 'builtin-analyzer',
    target: null,
    triggers,
    agent: { engine: 'LLM' },
  });
  const [second] = endpointWarnings(asking, { ...parts, withoutModel: true });
  assert.match(second ?? '', /^No language model is set/);
  assert.deepEqual(endpointWarnings(asking, parts), []);
});

test('http targets and injected header lines are refused with a sentence', async (t) => {
  const { parts } = await setup(t);
  const draft = draftOf(
    wanted({
      target: 'http://hooks.example.com/',
      headers: [
        { name: 'x-a', value: 'one\r\nauthorization: Bearer x' },
        { name: 'x-b\r\nhost', value: 'two' },
        { name: 'Authorization', value: 'Bearer x' },
        { name: 'webhook-id', value: 'msg_1' },
      ],
    }),
  );
  const fields = ['/target', '/headers/0/value', '/headers/1/name', '/headers/2/name'];
  assert.throws(
    () => refuseDraft(draft, null, parts),
    failure('INVALID_INPUT', [...fields, '/headers/3/name']),
  );
});
