/**
 * The people who are signed in during a run. An owner whom no request can name invites a new person
 * from time to time, because requests may have ended the sessions, taken the roles or changed the
 * passwords of the former ones.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MAIN } from '../cli/command.ts';
import { callApi, type ServiceProcess } from '../support/service-process.ts';
import { child, itemsOf } from './document.ts';

const run = promisify(execFile);

const PASSWORD = 'correct horse battery staple';
/** Several tries, because a concurrent request may withdraw the invitation. */
const TRIES_MAX = 5;
const TOKEN = /#token=([\w-]{43})/;

export interface Doorkeeper {
  readonly owner: string;
  readonly project: string;
  /** Makes a new owner; returns the token of their session. */
  letIn(): Promise<string>;
}

export async function doorkeeperOf(
  service: ServiceProcess,
  directory: string,
): Promise<Doorkeeper> {
  const { stdout } = await run(process.execPath, [MAIN, 'setup-link', '--data-dir', directory]);
  const token = TOKEN.exec(stdout)?.[1] ?? '';
  const who = { name: 'Kim', password: PASSWORD };
  const made = await post(service, '/v1/setup', { ...who, token, email: 'kim@example.com' }, {});
  const project = String(child(itemsOf(child(made.body, 'memberships'))[0], 'projectId'));
  const headers = {
    cookie: `ringpost=${made.session}`,
    'ringpost-project': project,
    'sec-fetch-site': 'same-origin',
  };
  let people = 0;
  let former = '';
  async function enter(): Promise<string> {
    people += 1;
    const email = `let-in-${people}@example.com`;
    const invited = await post(service, '/v1/invitations', { email, role: 'owner' }, headers);
    const acceptance = {
      ...who,
      token: TOKEN.exec(String(child(invited.body, 'link')))?.[1] ?? '',
    };
    const entered = await post(service, '/v1/invitations/accept', acceptance, {});
    former = String(child(child(entered.body, 'user'), 'id'));
    return entered.session;
  }

  return {
    owner: String(child(child(made.body, 'user'), 'id')),
    project,
    async letIn() {
      // An earlier request may have made a second factor required, which no member here has.
      await callApi(service, 'PATCH', '/v1/project', { requireSecondFactor: false });
      // The former person is removed, since the number of members is bounded.
      const path = `${service.url}/v1/members/${former}`;
      if (former !== '') await fetch(path, { method: 'DELETE', headers });
      for (let tried = 1; tried < TRIES_MAX; tried += 1) {
        const session = await enter().catch(() => null);
        if (session !== null) return session;
      }
      return enter();
    },
  };
}

async function post(
  service: ServiceProcess,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly body: unknown; readonly session: string }> {
  const reply = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  const [cookie = ''] = reply.headers.getSetCookie();
  return { body: await reply.json(), session: /^ringpost=([\w-]+)/.exec(cookie)?.[1] ?? '' };
}
