/**
 * A person's own second factor: set up, confirm, new recovery codes, remove; and an owner's removal
 * of a member's (docs/decisions/0038). The work is done by `engine/people/second-factor-service.ts`
 * and `member-factor-service.ts`.
 */
import type { App } from '../../app.ts';
import { clientOf } from '../../person/person.ts';
import { relyingPartyOf } from '../../person/relying-party.ts';
import { MemberPath } from '../../schema/member.ts';
import {
  AuthenticatorSecret,
  RecoveryCodes,
  SecondFactorCode,
  SecondFactorState,
} from '../../schema/session.ts';
import { NoContent, replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerSecondFactorRoutes(app: App, service: Service): void {
  registerState(app, service);
  registerSettingUp(app, service);
  registerOfMembers(app, service);
}

function registerState(app: App, service: Service): void {
  const { secondFactor } = service.people;
  app.get(
    '/v1/account/second-factor',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'getSecondFactor',
        summary: 'Whether you have a second factor',
        tags: ['people'],
        response: replies({ 200: SecondFactorState }),
      },
    },
    async (request) => {
      const state = await secondFactor.state(request.person.user);
      const { authenticator = false, passkeys = 0, recoveryCodes = 0 } = state ?? {};
      const passkeysUsable = relyingPartyOf(request, service.publicUrl) !== null;
      const enabled = state !== null;
      return { enabled, authenticator, passkeys, passkeysUsable, recoveryCodes };
    },
  );
  app.delete(
    '/v1/account/second-factor',
    {
      config: { scope: 'account', proven: true },
      schema: {
        operationId: 'removeSecondFactor',
        summary: 'Remove your authenticator app; with the last factor the recovery codes end',
        tags: ['people'],
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await secondFactor.remove(request.person, clientOf(request, service));
      reply.code(204);
      return null;
    },
  );
}

function registerSettingUp(app: App, service: Service): void {
  const { secondFactor } = service.people;
  app.post(
    '/v1/account/second-factor',
    {
      // A repeat must not show a secret that is in use by then.
      config: { scope: 'account', proven: true, repeats: 'makes-nothing' },
      schema: {
        operationId: 'beginSecondFactor',
        summary: 'A secret for your authenticator app',
        description: 'Nothing is asked for before a code of it was right. 409 when there is one.',
        tags: ['people'],
        response: replies({ 200: AuthenticatorSecret }),
      },
    },
    ({ person }) => secondFactor.begin(person),
  );
  app.post(
    '/v1/account/second-factor/confirm',
    {
      config: { scope: 'account', proven: true },
      schema: {
        operationId: 'confirmSecondFactor',
        summary: 'Turn it on by a first code; only this answer shows the recovery codes',
        tags: ['people'],
        body: SecondFactorCode,
        response: replies({ 200: RecoveryCodes }),
      },
    },
    async (request) => {
      const client = clientOf(request, service);
      return {
        codes: [...(await secondFactor.confirm(request.person, request.body.code, client))],
      };
    },
  );
  app.post(
    '/v1/account/second-factor/recovery-codes',
    {
      config: { scope: 'account', proven: true },
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'New recovery codes; the former ones end',
        tags: ['people'],
        response: replies({ 200: RecoveryCodes }),
      },
    },
    async (request) => {
      const client = clientOf(request, service);
      return { codes: [...(await secondFactor.newRecoveryCodes(request.person, client))] };
    },
  );
}

function registerOfMembers(app: App, service: Service): void {
  const { memberFactors } = service.people;
  app.delete(
    '/v1/members/:id/second-factor',
    {
      config: { scope: 'members:admin', proven: true },
      schema: {
        operationId: 'removeMemberSecondFactor',
        summary: 'Remove the second factors of a member who lost phone and recovery codes',
        description:
          'Removes all of them, of any kind. Ends every session of the member, who is told by ' +
          'mail if a mail server is set. Only for a person who has no more rights than you, in ' +
          'every project of theirs (403); remove your own in your account (409).',
        tags: ['people'],
        params: MemberPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const { actor, params, person } = request;
      const client = clientOf(request, service);
      await memberFactors.remove(actor.projectKey, params.id, person, client);
      reply.code(204);
      return null;
    },
  );
}
