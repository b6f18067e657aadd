/**
 * The guide to deploying, followed from its first line to the last in a copy of this system: each
 * file is written under the name in its first line, each line without `$` before it is run, and a
 * person becomes the first owner. Then the guide to upgrading, to the same version and back. If no
 * copy can be made, the test says so.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { packAll } from '../package/packed.ts';
import { isInstalled } from '../support/program.ts';
import { canHaveMachine, HOME, type Machine, startMachine } from './whole-machine.ts';

const GUIDES = new URL('../../docs/guides/', import.meta.url);
const HOST = 'calls.example.com';
const LETS_ENCRYPT = `/etc/letsencrypt/live/${HOST}`;
const PASSWORD = 'correct horse battery staple';
const URL_OF_SERVICE = 'http://127.0.0.1:8080';
const READY = `curl -fsS --retry 60 --retry-connrefused --retry-delay 1 \
  -o /dev/null ${URL_OF_SERVICE}/readyz`;

test('the guide leads from a copy of a system to a first owner and a backup', async (t) => {
  const missing = ['nginx', 'openssl', 'curl', 'ip', 'npm'].filter((each) => !isInstalled(each));
  if (missing.length > 0) return t.diagnostic(`not installed: ${missing.join(', ')}`);
  if (!canHaveMachine()) {
    return t.diagnostic('this user may not have file systems of its own: it was not followed');
  }
  const packed = packAll(t);
  const machine = await startMachine(t);
  machine.write(`${HOME}/ringpost-0.1.0.tgz`, readFileSync(packed.service));
  machine.write('/etc/hosts', `127.0.0.1 localhost ${HOST}\n`);
  machine.run(`mkdir -p ${LETS_ENCRYPT} && openssl req -x509 -newkey rsa:2048 -nodes -days 60 \
    -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST} \
    -keyout ${LETS_ENCRYPT}/privkey.pem -out ${LETS_ENCRYPT}/fullchain.pem`);

  const said = follow(t, machine, 'deploy.md');
  assert.match(said, /ok {5}the dashboard is built/);
  assert.match(said, /syntax is ok/);
  const link = new RegExp(`https://${HOST}/setup#token=(\\S+)`).exec(said);
  assert.ok(link !== null, said);
  assert.match(said, /"name":"default"/);
  assert.match(said, /ringpost-\S+\.db/);
  assert.doesNotMatch(said, /^WRONG/m);
  const session = becomesOwner(machine, link[1] ?? '');
  assert.match(session, /owner@example\.com/);

  machine.write(`${HOME}/ringpost-0.2.0.tgz`, readFileSync(packed.service));
  report(machine, 'before-the-upgrade');
  const upgraded = follow(t, machine, 'upgrade.md', { NEW: '0.2.0', OLD: '0.1.0' }, (block) => {
    if (block.includes('ringpost restore')) {
      // Gone back without a restore: everything is there, and the older version runs.
      assert.equal(machine.run('readlink /opt/ringpost/current'), '0.1.0\n');
      machine.run(READY);
      assert.match(report(machine, 'between'), /"applied":true/);
      assert.equal(statusOf(machine, 'before-the-upgrade'), '200');
    }
  });
  assert.match(upgraded, /before-0\.2\.0\.db: .*checked/);
  assert.match(upgraded, /is restored from/);
  machine.run(READY);
  assert.equal(statusOf(machine, 'before-the-upgrade'), '200');
  assert.equal(statusOf(machine, 'between'), '404', 'it came after the backup');
});

/** `variables`: those of a reader's terminal, which one block sets for later ones. */
function follow(
  t: TestContext,
  machine: Machine,
  guide: string,
  variables: Readonly<Record<string, string>> = {},
  before: (block: string) => void = () => {},
): string {
  const text = readFileSync(new URL(guide, GUIDES), 'utf8');
  let said = '';
  for (const [, language = '', block = ''] of text.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    const path = /^# (\/\S+)\n/.exec(block)?.[1];
    if (path !== undefined) machine.write(path, block);
    if (language !== 'sh') continue;
    const online = /npm install/.test(block);
    before(block);
    try {
      const given = { CURL_CA_BUNDLE: `${LETS_ENCRYPT}/fullchain.pem`, ...variables };
      said += machine.run(block, given, online);
      if (block.includes('enable --now ringpost\n')) machine.run(READY);
    } catch (error) {
      throw new Error(`${guide}:\n${block}\n${Object(error).stdout}`);
    }
  }
  t.diagnostic(`${guide} was followed`);
  return said;
}

/** Posts as the page behind the link does; returns the session. */
function becomesOwner(machine: Machine, token: string): string {
  const body = { token, email: 'owner@example.com', name: 'Owner', password: PASSWORD };
  const headers = `-H 'content-type: application/json' -H 'origin: https://${HOST}'`;
  return machine.run(
    `curl -sS --cacert ${LETS_ENCRYPT}/fullchain.pem https://${HOST}/v1/setup ${headers} \
      -d '${JSON.stringify(body)}'`,
  );
}

function report(machine: Machine, callId: string): string {
  return machine.run(`curl -sS ${URL_OF_SERVICE}/v1/calls/${callId}/reports \
    -H "authorization: Bearer $(cat /etc/ringpost/api-key)" -H 'content-type: application/json' \
    -d '{ "direction": "OUTBOUND", "status": "CALLING" }'`);
}

function statusOf(machine: Machine, callId: string): string {
  return machine.run(`curl -sS -o /dev/null -w '%{http_code}' ${URL_OF_SERVICE}/v1/calls/${callId} \
    -H "authorization: Bearer $(cat /etc/ringpost/api-key)"`);
}
