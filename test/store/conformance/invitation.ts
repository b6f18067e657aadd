/**
 * Invitations in any store: each makes one membership as long as its maker may invite, and
 * accepting it ends every other way into the account.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { benchOf, type OpenStore, START_MS } from '../given.ts';
import { facts, join, owner, session } from './people-given.ts';

export function invitationConformance(open: OpenStore): void {
  describe('invitations', () => {
    test('an invitation makes one membership and is gone', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const kim = await owner(bench);
      const invite = (hash: string, email: string) => {
        const rest = { invitedBy: kim.id, expiresAtMs: START_MS + 5 };
        const invitation = { email, role: 'operator', hash, ...rest } as const;
        return store.createInvitation({ projectKey: project, invitation, audit: bench.audit() });
      };
      await invite('old', 'lou@example.com');
      const made = await invite('new', 'lou@example.com');
      assert.equal(await store.invitationByHash('old'), null);
      assert.deepEqual(await store.invitationByHash('new'), made);
      assert.deepEqual(await store.invitationsFor('lou@example.com'), [made]);
      const accept = (name: string) => {
        const who = { made: facts(name, { emailFrom: 'invitation' }) };
        const admission = { invitations: [made.key], direct: null, who, session: session(name) };
        return store.admit({ admission, audit: bench.audit() }).catch(() => false);
      };
      const taken = await Promise.all([accept('lou'), accept('max')]);
      assert.deepEqual(taken.toSorted(), [false, true]);
      assert.deepEqual(await store.invitations(project), []);
      assert.equal((await store.members(project)).length, 2);
      const gone = await invite('gone', 'nia@example.com');
      assert.equal(
        await store.deleteInvitation({ projectKey: project, key: gone.key, audit: bench.audit() }),
        true,
      );
      assert.equal(
        await store.deleteInvitation({ projectKey: project, key: gone.key, audit: bench.audit() }),
        false,
      );
      await bench.close();
    });

    test('an invitation is there as long as its maker may invite', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await owner(bench);
      const lou = await join(bench, 'lou', 'owner');
      const rest = { role: 'viewer', invitedBy: lou.id, expiresAtMs: START_MS + 5 } as const;
      const invitation = { email: 'max@example.com', hash: 'hash', ...rest };
      const { key } = await store.createInvitation({
        projectKey: project,
        invitation,
        audit: bench.audit(),
      });
      assert.notEqual(await store.invitationByHash('hash'), null);
      await store.setRole({
        projectKey: project,
        user: lou.key,
        role: 'viewer',
        audit: bench.audit(),
      });
      await store.setRole({
        projectKey: project,
        user: lou.key,
        role: 'owner',
        audit: bench.audit(),
      });
      const who = { made: facts('max', { emailFrom: 'invitation' }) };
      const admission = { invitations: [key], direct: null, who, session: null };
      assert.equal(await store.invitationByHash('hash'), null);
      assert.equal(await store.admit({ admission, audit: bench.audit() }), false);
      // An invitation whose maker is no member of the project never counted.
      const foreign = { ...invitation, hash: 'foreign', invitedBy: 'usr_x' };
      const made = await store.createInvitation({
        projectKey: project,
        invitation: foreign,
        audit: bench.audit(),
      });
      assert.deepEqual(
        [await store.invitationByHash('foreign'), await store.invitationsFor(invitation.email)],
        [null, []],
      );
      assert.equal(
        await store.admit({
          admission: { ...admission, invitations: [made.key] },
          audit: bench.audit(),
        }),
        false,
      );
      await bench.close();
    });

    test('an accepted invitation ends other sessions, links and names', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const kim = await owner(bench);
      const lou = await join(bench, 'lou', 'viewer');
      const acme = await store.createProject({
        name: 'Acme',
        settings: PROJECT_DEFAULTS,
        owner: kim.key,
        audit: bench.audit(),
      });
      const rest = { invitedBy: kim.id, expiresAtMs: START_MS + 5 };
      const wanted = { email: lou.email, role: 'viewer', hash: 'hash', ...rest } as const;
      for (const byProvider of [false, true]) {
        const seen = (await store.userByEmail(lou.email)) ?? assert.fail();
        await store.updateUser({
          seen,
          facts: { ...seen, oidcSubject: 'idp' },
          audit: bench.audit(),
          renewal: null,
        });
        for (const hash of ['mine', 'other']) {
          await store.createSession({
            user: lou.key,
            session: session(hash + byProvider),
            audit: bench.audit(),
          });
        }
        const madeBy = { id: kim.id, projectKey: project };
        const reset = { way: 'member', madeBy, hash: 'r', expiresAtMs: START_MS + 5 } as const;
        const once = { ...reset, unlessSinceMs: null };
        await store.createPasswordReset({ user: lou.key, reset: once, audit: bench.audit() });
        const keeps = (await store.sessionByHash(`mine${byProvider}`))?.session.key ?? null;
        const { key } = await store.createInvitation({
          projectKey: acme.key,
          invitation: wanted,
          audit: bench.audit(),
        });
        const who = { user: lou.key, keeps, byProvider };
        const admission = { invitations: [key], direct: null, who, session: null };
        assert.ok(await store.admit({ admission, audit: bench.audit() }));
        assert.notEqual(await store.sessionByHash(`mine${byProvider}`), null);
        assert.equal(await store.sessionByHash(`other${byProvider}`), null);
        assert.equal(await store.passwordResetByHash('r'), null);
        assert.equal((await store.userBySubject('idp')) === null, !byProvider);
        await store.removeMember({ projectKey: acme.key, user: lou.key, audit: bench.audit() });
      }
      await bench.close();
    });

    test('a member who accepts another invitation keeps their role', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const kim = await owner(bench);
      const direct = { projectKey: project, role: 'viewer' } as const;
      const who = { user: kim.key, keeps: null, byProvider: false };
      const admission = { invitations: [], direct, who, session: null };
      assert.equal(await store.admit({ admission, audit: bench.audit() }), true);
      assert.equal((await store.members(project))[0]?.role, 'owner');
      await bench.close();
    });
  });
}
