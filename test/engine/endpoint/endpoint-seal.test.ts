/** From a draft to stored settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import { draftOf, draftPatched } from '../../../src/engine/endpoint/endpoint-draft.ts';
import { missingSecrets, sealDraft } from '../../../src/engine/endpoint/endpoint-seal.ts';
import {
  HEADER_CONTEXT,
  headerPlace,
  recordPlace,
  TARGET_CONTEXT,
  TOKEN_CONTEXT,
} from '../../../src/engine/ports/secrets.ts';
import { AUTHOR, setup, TOKEN, wanted } from '../manage/setup.ts';

/** An endpoint that is about to be made. */
const RECORD = { projectKey: asKey<ProjectKey>(1), createdAtMs: 1_795_173_540_000 };
const HEADERS = [{ name: 'x-tenant', value: 'tenant-secret-77aa' }];

test('tokens and header values are sealed, each in its context, with a hint', async (t) => {
  const { secrets } = await setup(t);
  const settings = sealDraft(draftOf(wanted({ headers: HEADERS })), null, secrets, RECORD);
  assert.ok(settings.auth?.method === 'bearer');
  assert.equal(settings.auth.tokenHint, '9f3c');
  assert.equal(secrets.open(settings.auth.token, TOKEN_CONTEXT, recordPlace(RECORD)), TOKEN);
  const [header] = settings.headers;
  assert.equal(
    secrets.open(header?.value ?? '', HEADER_CONTEXT, headerPlace(recordPlace(RECORD), 'x-tenant')),
    'tenant-secret-77aa',
  );
  for (const plain of [TOKEN, 'tenant-secret']) {
    assert.ok(!JSON.stringify(settings).includes(plain));
  }
});

test('an unchanged secret keeps its sealed text; a changed one is sealed anew', async (t) => {
  const { endpoints, project, secrets } = await setup(t);
  const present = await endpoints.create(project.key, wanted({ headers: HEADERS }), AUTHOR);
  const auth = { method: 'bearer', token: TOKEN } as const;
  const same = sealDraft(
    draftPatched(present, { auth, headers: HEADERS }),
    present,
    secrets,
    present,
  );
  assert.deepEqual([same.auth, same.headers], [present.auth, present.headers]);
  const other = { method: 'bearer', token: 'another-token-0001' } as const;
  const changed = sealDraft(draftPatched(present, { auth: other }), present, secrets, present);
  assert.ok(changed.auth?.method === 'bearer');
  assert.equal(
    secrets.open(changed.auth.token, TOKEN_CONTEXT, recordPlace(present)),
    'another-token-0001',
  );
  const rsa = { method: 'rsa-sha256' } as const;
  assert.deepEqual(
    sealDraft(draftPatched(present, { auth: rsa }), present, secrets, present).auth,
    rsa,
  );
});

test('a secret is missing if it is left out and there is none to keep', async (t) => {
  const { endpoints, project } = await setup(t);
  const without = wanted({ auth: { method: 'bearer' }, headers: [{ name: 'x-tenant' }] });
  assert.deepEqual(missingSecrets(draftOf(without), null), [
    { field: '/auth/token', message: 'Send the token.' },
    { field: '/headers/0/value', message: 'Send the value.' },
  ]);
  const present = await endpoints.create(project.key, wanted({ headers: HEADERS }), AUTHOR);
  assert.deepEqual(missingSecrets(draftPatched(present, {}), present), []);
});

test('secrets do not follow a target to another origin: they must be sent again', async (t) => {
  const { endpoints, project } = await setup(t);
  const present = await endpoints.create(project.key, wanted({ headers: HEADERS }), AUTHOR);
  const missing = (patch: Parameters<typeof draftPatched>[1]) =>
    missingSecrets(draftPatched(present, patch), present).map(({ field }) => field);
  const both = ['/auth/token', '/headers/0/value'];
  for (const target of [
    'https://evil.example/calls',
    'https://hooks.example.com:8443/calls',
    'http://hooks.example.com/calls',
    'https://hooks.example.com.evil.example/calls',
  ]) {
    assert.deepEqual(missing({ target }), both, target);
    assert.deepEqual(missing({ target, auth: { method: 'bearer', token: TOKEN } }), [both[1]]);
    assert.deepEqual(missing({ target, headers: HEADERS }), [both[0]]);
    assert.deepEqual(missing({ target, headers: null, auth: { method: 'rsa-sha256' } }), []);
  }
  const { pathname } = new URL(String(present.target));
  assert.deepEqual(missing({ target: `https://HOOKS.example.com:443${pathname}` }), []);
});

test('secrets follow to another path of their origin only with keepSecrets', async (t) => {
  const { endpoints, project } = await setup(t);
  const present = await endpoints.create(project.key, wanted({ headers: HEADERS }), AUTHOR);
  const { origin, pathname } = new URL(String(present.target));
  for (const rest of ['/other', `${pathname}/more`, `${pathname}?to=other`, '/']) {
    const target = origin + rest;
    const missing = (patch: Parameters<typeof draftPatched>[1]) =>
      missingSecrets(draftPatched(present, { target, ...patch }), present);
    assert.deepEqual(
      missing({}).map(({ field }) => field),
      ['/auth/token', '/headers/0/value'],
      rest,
    );
    assert.match(missing({})[0]?.message ?? '', /keepSecrets: true/);
    assert.deepEqual(missing({ keepSecrets: true }), []);
    const auth = { method: 'bearer', token: TOKEN } as const;
    assert.deepEqual(missing({ auth, headers: HEADERS }), []);
  }
  const elsewhere = { target: 'https://evil.example/calls', keepSecrets: true };
  assert.equal(missingSecrets(draftPatched(present, elsewhere), present).length, 2);
});

const SLACK_URL = 'https://hooks.slack.com/services/T000/B000/abcdefgh1234';

function slack(changes: object = {}) {
  const { auth: _, ...rest } = wanted();
  return { ...rest, kind: 'slack' as const, target: SLACK_URL, ...changes };
}

test('the URL of Slack and Teams is sealed; its host and last characters are shown', async (t) => {
  const { secrets } = await setup(t);
  const sealed = sealDraft(draftOf(slack()), null, secrets, RECORD);
  assert.equal(sealed.target, 'https://hooks.slack.com/••••1234');
  assert.equal(
    secrets.open(sealed.secretTarget ?? '', TARGET_CONTEXT, recordPlace(RECORD)),
    SLACK_URL,
  );
  assert.ok(!JSON.stringify(sealed).includes('T000'));
  const teams = draftOf(slack({ kind: 'teams', target: 'https://a.logic.azure.com:443/w?sig=ab' }));
  assert.equal(
    sealDraft(teams, null, secrets, RECORD).target,
    'https://a.logic.azure.com/••••',
    'short',
  );
  const custom = sealDraft(draftOf(wanted()), null, secrets, RECORD);
  assert.deepEqual([custom.target, custom.secretTarget], [wanted().target, null]);
});

test('a secret URL is kept if it is left out, sent masked or sent again', async (t) => {
  const { endpoints, project, secrets } = await setup(t);
  const present = await endpoints.create(project.key, slack(), AUTHOR);
  for (const patch of [{}, { target: present.target }, { target: SLACK_URL }, { name: 'Other' }]) {
    const after = await endpoints.update(project.key, present.id, patch, AUTHOR);
    assert.deepEqual([after.target, after.secretTarget], [present.target, present.secretTarget]);
  }
  const target = 'https://hooks.slack.com/services/T000/B000/zzzzzzzz9999';
  const moved = await endpoints.update(project.key, present.id, { target }, AUTHOR);
  assert.equal(moved.target, 'https://hooks.slack.com/••••9999');
  assert.equal(secrets.open(moved.secretTarget ?? '', TARGET_CONTEXT, recordPlace(moved)), target);
});
