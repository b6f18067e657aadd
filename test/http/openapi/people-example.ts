/**
 * Sends the document's examples of routes for people: with a real token where the example has a
 * placeholder, and with a session. Answers null for every other route.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { codeAt, withAuthenticator } from '../person/authenticator.ts';
import {
  cookieOf,
  firstOwner,
  invite,
  member,
  type Person,
  personOf,
  signIn,
} from '../person/people.ts';
import type { Answer, Bundle } from '../setup.ts';
import { passkeyExample } from './passkey-example.ts';

export interface Sent {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly example: unknown;
}

export type SendAsPerson = (each: Sent) => Promise<Answer | null>;

export function peopleExamples(bundle: Bundle): SendAsPerson {
  let kim: Person | null = null;
  const owner = async (): Promise<Person> => {
    kim ??= await firstOwner(bundle);
    return kim;
  };
  const withToken = (each: Sent, token: unknown): Promise<Answer> =>
    bundle.call(each.method, each.path, { ...Object(each.example), token }, { token: null });

  /** `hash`: of the token in the mail; null if an owner confirms the change. */
  const asks = async ({ email: present }: Person, email: string, hash: string | null) => {
    const { store, clock } = bundle;
    const { key } = (await store.userByEmail(present)) ?? assert.fail();
    const nothing = { target: null, before: null, after: null, requestId: null };
    const audit = { atMs: clock.wallMs(), actor: 'system', action: 'test', ...nothing };
    const way = hash === null ? 'owner' : 'mail';
    const expiresAtMs = audit.atMs + 1_000;
    await store.askEmailChange({ user: key, change: { email, way, hash, expiresAtMs }, audit });
  };

  return async (each) => {
    const { operationId, method, path, example } = each;
    switch (operationId) {
      case 'completeSetup': {
        const answer = await withToken(each, await bundle.service.people.setup.newToken());
        kim = personOf(bundle, answer);
        return answer;
      }
      case 'signIn':
        await owner();
        return bundle.call(method, path, example, { token: null });
      case 'signInWithCode': {
        const nia = await member(bundle, await owner(), 'owner', 'second');
        const { codes } = await withAuthenticator(nia, bundle.clock.wallMs());
        const cookie = cookieOf(await signIn(bundle, nia.email));
        const asked = { token: null, headers: { cookie } };
        return bundle.call(method, path, { ...Object(example), code: codes[0] }, asked);
      }
      case 'confirmSecondFactor': {
        const asker = await owner();
        const begun = await asker.ask('POST', '/v1/account/second-factor');
        const code = codeAt(String(begun.at('/secret')), bundle.clock.wallMs());
        const confirmed = await asker.ask(method, path, { ...Object(example), code });
        await asker.ask('DELETE', '/v1/account/second-factor');
        return confirmed;
      }
      case 'addPasskey':
      case 'signInWithPasskey':
      case 'signInWithSecondPasskey':
      case 'reauthenticateWithPasskey':
        return passkeyExample(bundle, each, await owner());
      case 'previewInvitation':
      case 'acceptInvitation':
        return withToken(each, await invite(await owner(), 'nia@example.com', 'operator'));
      case 'previewPasswordReset':
      case 'completePasswordReset': {
        const asker = await owner();
        // The reset ends the member's sessions, so each operation has a member of its own.
        const zoe = await member(bundle, asker, 'viewer', operationId.toLowerCase());
        const made = await asker.ask('POST', `/v1/members/${zoe.id}/password-reset`);
        return withToken(each, String(made.at('/link')).replace(/^.*#token=/, ''));
      }
      case 'requestPasswordReset':
        return bundle.call(method, path, example, { token: null });
      case 'createPasswordReset': {
        const asker = await owner();
        return asker.ask(method, path.replace('{id}', asker.id));
      }
      case 'updateMember': {
        const max = await member(bundle, await owner(), 'viewer', 'max');
        return (await owner()).ask(method, path.replace('{id}', max.id), example);
      }
      case 'confirmMemberEmail': {
        const asker = await owner();
        const una = await member(bundle, asker, 'viewer', 'una');
        await asks(una, Object(example).email, null);
        return asker.ask(method, path.replace('{id}', una.id), example);
      }
      case 'confirmEmailChange': {
        const asker = await owner();
        const hash = createHash('sha256').update(Object(example).token).digest('hex');
        await asks(asker, 'kim.lee@example.com', hash);
        const answer = await asker.ask(method, path, example);
        kim = personOf(bundle, answer);
        return answer;
      }
      case 'reauthenticate':
      case 'updateAccount':
      case 'createInvitation':
      case 'createProject':
        return (await owner()).ask(method, path, example);
      default:
        return null;
    }
  };
}
