/** Boxes of the inbox over the API: listed, given a behaviour, and what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROGRAMMED_MAX } from '../../../src/inbox/box-book.ts';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { setup } from '../setup.ts';

const BOX = '/v1/inbox/boxes/http/crm';
const UNTOLD = {
  action: 'answer',
  status: null,
  body: null,
  retryAfter: null,
  delayMs: 0,
  at: 'data',
  first: null,
  callId: null,
};

test('the list has a default box of each kind, and every box that was used', async (t) => {
  const { call, inbox, project } = await setup(t);
  const list = async () => Object(await call('GET', '/v1/inbox/boxes')).json.data;
  const target = (channel: string, name: string) =>
    `${inbox.origin}/${project.id}/${channel}/${name}`;
  const shown = (channel: string, name = 'default') => ({
    channel,
    name,
    target: target(channel, name),
    received: 0,
    behaviour: null,
  });
  assert.deepEqual(await list(), [shown('http'), shown('slack'), shown('teams')]);
  await fetch(target('http', 'crm'), { method: 'POST', body: '{}' });
  assert.deepEqual((await list()).at(-1), { ...shown('http', 'crm'), received: 1 });
  assert.deepEqual((await call('GET', '/v1/inbox/boxes/teams/new')).json, shown('teams', 'new'));
  const mail = await call('GET', '/v1/inbox/boxes/email/Ops@Example.com');
  assert.deepEqual([mail.at('/name'), mail.at('/target')], ['ops@example.com', 'ops@example.com']);
});

test('a behaviour replaces the one before it, until it is deleted', async (t) => {
  const { call } = await setup(t);
  const told = { status: 503, retryAfter: '60', first: 2, callId: 'call-1', delayMs: 100 };
  const set = await call('PUT', BOX, told);
  assert.equal(set.status, 200, set.text);
  assert.deepEqual(set.at('/behaviour'), { ...UNTOLD, ...told });
  assert.deepEqual((await call('PUT', BOX, { action: 'hang' })).at('/behaviour'), {
    ...UNTOLD,
    action: 'hang',
  });
  assert.deepEqual((await call('GET', BOX)).at('/behaviour/action'), 'hang');
  assert.equal((await call('DELETE', BOX)).at('/behaviour'), null);
  assert.equal((await call('DELETE', BOX)).status, 200);
});

test('an impossible behaviour is refused, and each wrong field is named', async (t) => {
  const { call } = await setup(t);
  for (const [path, body, fields] of [
    [BOX, {}, ['/status']],
    [BOX, { status: null, body: 'x' }, ['/status', '/status']],
    [BOX, { action: 'hang', status: 500, delayMs: 5 }, ['/action', '/delayMs']],
    [BOX, { status: 500, at: 'rcpt' }, ['/at']],
    ['/v1/inbox/boxes/email/a@b.c', { status: 250 }, ['/status']],
    ['/v1/inbox/boxes/email/a@b.c', { status: 450, retryAfter: '1' }, ['/retryAfter']],
    ['/v1/inbox/boxes/email/a@b.c', { status: 450, at: 'rcpt', callId: 'x' }, ['/callId']],
    ['/v1/inbox/boxes/email/a@b.c', { delayMs: 5, at: 'rcpt' }, ['/status']],
    [BOX, { status: 199 }, ['/status']],
    [BOX, { status: 600 }, ['/status']],
    [BOX, { delayMs: 60_001 }, ['/delayMs']],
    [BOX, { status: 500, first: 0 }, ['/first']],
    [BOX, { status: 429, retryAfter: '1\r\nx: y' }, ['/retryAfter']],
    [BOX, { status: 500, what: 1 }, ['/what']],
  ] as const) {
    const answer = await call('PUT', path, body);
    assert.equal(answer.status, 422, JSON.stringify(body));
    const errors: { field: string; message: string }[] = Object(answer.at('/errors'));
    assert.deepEqual(
      errors.map(({ field }) => field),
      fields,
      JSON.stringify(body),
    );
    assert.ok(errors.every(({ message }) => message.length > 5));
  }
  assert.equal((await call('GET', BOX)).at('/behaviour'), null);
});

test('a name that cannot stand in the address of a box is refused', async (t) => {
  const { call } = await setup(t);
  for (const path of [
    'http/a%2Fb',
    'http/%20',
    `slack/${'x'.repeat(65)}`,
    'email/nobody',
    'ftp/a',
  ]) {
    const answer = await call('PUT', `/v1/inbox/boxes/${path}`, { status: 500 });
    assert.deepEqual([answer.status, answer.at('/code')], [400, 'INVALID_PARAMETER'], path);
  }
});

test('a project sets the behaviour of its own boxes only, of a bounded number', async (t) => {
  const bundle = await setup(t);
  await addForeignProject(bundle);
  const theirs = { token: FOREIGN_TOKEN };
  for (let count = 0; count < PROGRAMMED_MAX; count += 1) {
    const path = `/v1/inbox/boxes/http/box-${count}`;
    assert.equal((await bundle.call('PUT', path, { status: 500 })).status, 200);
  }
  const more = await bundle.call('PUT', BOX, { status: 500 });
  assert.equal(more.at('/code'), 'LIMIT_REACHED');
  // A box with a behaviour may get another one, and the other project has its own bound.
  assert.equal(
    (await bundle.call('PUT', '/v1/inbox/boxes/http/box-1', { status: 501 })).status,
    200,
  );
  assert.equal((await bundle.call('PUT', BOX, { status: 500 }, theirs)).status, 200);
  assert.equal((await bundle.call('GET', BOX)).at('/behaviour'), null);
  await bundle.call('DELETE', '/v1/inbox/boxes/http/box-1');
  assert.equal((await bundle.call('PUT', BOX, { status: 500 })).status, 200);
});
