/**
 * Statements about people cost the same however many there are: every statement as it really ran,
 * with 50,000 people in 250 projects, their sessions, invitations and links for a new password, on
 * tables without statistics and on analysed ones. Fails on a scan from end to end, and on an index
 * walked further than one project or one person has rows.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { asKey, formatId, type ProjectKey, type UserKey } from '../../../src/core/id.ts';
import { SESSION_IDLE_MS } from '../../../src/core/person/session.ts';
import { migrate } from '../../../src/store/postgres/server/migrate.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { DAY_MS, HandClock, START_MS } from '../given.ts';
import { audit } from './accept/accept-given.ts';
import { during, setForAll, type Work, watch } from './watched.ts';

const PEOPLE = 50_000;
/** Members of a project; one page shows all of them. */
const MEMBERS = 200;
const PROJECTS = PEOPLE / MEMBERS;
const INVITED = 80;
const STEP = 100;

/** An owner of the first project, who made all invitations. */
const INVITER = formatId('usr', START_MS, PROJECTS);

const CROWD = [
  `insert into projects (name, settings, created_at, updated_at)
    select 'project ' || n, '{}', ${START_MS}, ${START_MS} from generate_series(1, ${PROJECTS}) n`,
  `insert into users (email, email_from, name, password_hash, oidc_subject, created_at, updated_at)
    select 'p' || n || '@example.com', 'invitation', 'P', 'hash', 'subject' || n, ${START_MS},
      ${START_MS} from generate_series(1, ${PEOPLE}) n`,
  `insert into memberships (project_key, user_key, role, created_at)
    select 1 + n % ${PROJECTS}, n, case when n <= ${2 * PROJECTS} then 'owner' else 'viewer' end,
      ${START_MS} from generate_series(1, ${PEOPLE}) n`,
  `insert into sessions (user_key, hash, signed_in_by, created_at, seen_at, address, user_agent)
    select 1 + n % ${PEOPLE}, 'session' || n, 'password', ${START_MS} + n, ${START_MS} + n,
      '192.0.2.7', 'a browser' from generate_series(0, ${2 * PEOPLE - 1}) n`,
  `insert into invitations (project_key, email, role, hash, invited_by, created_at, expires_at)
    select 1 + n % ${PROJECTS}, 'i' || n || '@example.com', 'viewer', 'invitation' || n,
      '${INVITER}', ${START_MS}, ${START_MS + DAY_MS} + n
    from generate_series(1, ${PROJECTS * INVITED}) n`,
  `insert into password_resets (user_key, way, standing, hash, created_at, expires_at)
    select n, 'mail', 0, 'reset' || n, ${START_MS}, ${START_MS + DAY_MS} + n
    from generate_series(1, ${PEOPLE}) n`,
  `insert into sign_in_tries (subject, failures, failed_at, open_at)
    select 'subject' || n, 1, ${START_MS} + n, 0 from generate_series(1, ${PEOPLE}) n`,
];

/** `round` chooses the people; each round changes and removes others. */
function works(store: PostgresStore, round: number): readonly Work[] {
  const user = asKey<UserKey>(1_000 * round);
  const email = `p${user}@example.com`;
  const project = asKey<ProjectKey>(1 + (user % PROJECTS));
  const other = asKey<UserKey>(user + PROJECTS);
  const where = { address: '192.0.2.7', userAgent: 'a browser', replaces: null };
  const shown = { provenAtMs: null, secondFactorAtMs: null };
  const session = { hash: `new${round}`, signedInBy: 'password', ...where, ...shown } as const;
  const madeBy = { id: INVITER, projectKey: project };
  const reset = { madeBy, expiresAtMs: START_MS + 2 * DAY_MS, unlessSinceMs: null };
  const invitation = {
    ...({ email: `new${round}@example.com`, role: 'viewer', hash: `made${round}` } as const),
    invitedBy: INVITER,
    expiresAtMs: START_MS + DAY_MS,
  };
  const tries = { account: `a${round}`, pair: `p${round}`, network: 'subject7' };
  const work = (name: string, rows: number, pages: number, run: Work['run']): Work => ({
    name,
    rows,
    pages,
    run,
  });
  const one = (name: string, run: Work['run']): Work => work(name, 40, 200, run);
  return [
    one('a session by its token', () => store.sessionByHash(`session${user}`)),
    one('sessions of one person', () => store.sessionsOf(user)),
    one('projects of one person', () => store.membershipsOf(user)),
    one('a person by e-mail', () => store.userByEmail(email)),
    one('a person of a provider', () => store.userBySubject(`subject${user}`)),
    one('whether there is an owner', () => store.isSetupNeeded()),
    work('members of a project', 2 * MEMBERS + 10, 2_000, () => store.members(project)),
    work('invitations of a project', INVITED + 10, 400, () => store.invitations(project)),
    one('an invitation by its token', () => store.invitationByHash(`invitation${round}`)),
    one('invitations of an e-mail', () => store.invitationsFor(`i${round}@example.com`)),
    one('a link for a new password', () => store.passwordResetByHash(`reset${user}`)),
    one('a try to sign in', () =>
      store.trySignIn({ subjects: tries, from: { email, address: '192.0.2.7' }, nowMs: START_MS }),
    ),
    one('a try that is forgiven', () => store.forgiveSignIn(tries)),
    one('a person signs in', () => store.createSession({ user, session, audit: audit(START_MS) })),
    one('a session is used', () =>
      store.touchSession({ key: asKey(user), atMs: START_MS + DAY_MS }),
    ),
    one('who is signed in shows it again', () =>
      store.proveSession({ key: asKey(user), user: asKey(user), audit: audit(START_MS) }),
    ),
    one('other sessions end', () =>
      store.endSessions({ user, which: { allBut: asKey(user) }, audit: audit(START_MS) }),
    ),
    work('a person is invited', MEMBERS + INVITED + 40, 400, () =>
      store.createInvitation({ projectKey: project, invitation, audit: audit(START_MS) }),
    ),
    one('a link is made', () =>
      store.createPasswordReset({
        user,
        reset: { way: 'member', hash: `m${round}`, ...reset },
        audit: audit(START_MS),
      }),
    ),
    one('a link is used', () =>
      store.resetPassword({
        hash: `m${round}`,
        user,
        passwordHash: 'other',
        audit: audit(START_MS),
      }),
    ),
    one('a role changes', () =>
      store.setRole({ projectKey: project, user, role: 'admin', audit: audit(START_MS) }),
    ),
    work('a member goes', MEMBERS + 40, 400, () =>
      store.removeMember({ projectKey: project, user: other, audit: audit(START_MS) }),
    ),
    work('what is past its time', 12 * STEP, 12_000, () =>
      store.removePastPeople({ nowMs: START_MS + SESSION_IDLE_MS + 1_000 * round, limit: STEP }),
    ),
  ];
}

describe('the cost of a statement on many people', () => {
  let server: PostgresServer;
  let url: string;
  let client: pg.Client;
  before(async () => {
    server = await startPostgres(['autovacuum=off', 'fsync=off', 'full_page_writes=off']);
    url = await server.newDatabase();
    await migrate({ url, unsafe: true });
    client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of CROWD) await client.query(statement);
    await watch(client);
  });
  after(async () => {
    await client.end();
    await server.close();
  });

  async function affordable(round: number): Promise<void> {
    const clock = new HandClock();
    const store = await openPostgresStore({ url, clock, workerName: 'test', unsafe: true });
    const found: string[] = [];
    for (const { name, rows, pages, run } of works(store, round)) {
      const ran = await during(run);
      assert.ok(ran.length > 0, `${name}: nothing was explained`);
      const read = ran.reduce((sum, each) => sum + each.rows, 0);
      const touched = ran.reduce((sum, each) => sum + each.pages, 0);
      const scans = ran.flatMap(({ scanned }) => scanned);
      if (scans.length === 0 && read <= rows && touched <= pages) continue;
      const plans = ran.map(({ plan }) => plan).join('\n');
      found.push(`${name}: scans [${scans}], ${read} rows, ${touched} pages\n${plans}`);
    }
    await store.release();
    await store.close();
    assert.ok(found.length === 0, found.join('\n\n'));
  }

  test('generic plans of tables without statistics', async () => {
    await setForAll(client, 'plan_cache_mode = force_generic_plan');
    await affordable(1);
  });

  test('generic and custom plans of analysed tables', async () => {
    await client.query('vacuum analyze');
    await affordable(2);
    await setForAll(client, 'plan_cache_mode = force_custom_plan');
    await affordable(3);
  });

  test('a scan is detected', async () => {
    const pool = new pg.Pool({ connectionString: url });
    const ran = await during(() => pool.query("select 1 from users where name = 'x'"));
    assert.deepEqual(ran[0]?.scanned, ['users']);
    await pool.end();
  });
});
