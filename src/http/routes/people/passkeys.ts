/**
 * A person's own passkeys: listed, added, removed (docs/decisions/0040). The work is done by
 * `engine/people/passkey-service.ts`; `passkey-sign-in.ts` has their use.
 */
import { CHALLENGE_MS } from '../../../core/person/session.ts';
import type { App } from '../../app.ts';
import { clientOf } from '../../person/person.ts';
import { assertRelyingParty } from '../../person/relying-party.ts';
import { createPasskeyCookie } from '../../person/session-cookie.ts';
import { pageOfAll } from '../../reply/cursor.ts';
import {
  PasskeyAdded,
  PasskeyBody,
  PasskeyCreation,
  PasskeyPage,
  PasskeyPath,
  showCreation,
  showPasskey,
} from '../../schema/passkey.ts';
import { NoContent, pageQuery, replies, strictObject } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerPasskeyRoutes(app: App, service: Service): void {
  registerList(app, service);
  registerAdding(app, service);
}

function registerList(app: App, service: Service): void {
  const { passkeys } = service.people;
  app.get(
    '/v1/account/passkeys',
    {
      config: { scope: 'account' },
      schema: {
        operationId: 'listPasskeys',
        summary: 'Your passkeys',
        tags: ['people'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: PasskeyPage }),
      },
    },
    async ({ person, query }) =>
      pageOfAll(await passkeys.list(person.user), query, ({ key }) => key, showPasskey),
  );
  app.delete(
    '/v1/account/passkeys/:id',
    {
      config: { scope: 'account', proven: true },
      schema: {
        operationId: 'removePasskey',
        summary: 'Remove a passkey; with the last factor the recovery codes end',
        tags: ['people'],
        params: PasskeyPath,
        response: replies({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await passkeys.remove(request.person, request.params.id, clientOf(request, service));
      reply.code(204);
      return null;
    },
  );
}

function registerAdding(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookie = createPasskeyCookie(publicUrl);
  app.post(
    '/v1/account/passkeys/options',
    {
      config: { scope: 'account', proven: true, repeats: 'makes-nothing' },
      schema: {
        operationId: 'beginPasskey',
        summary: 'Options for an authenticator to make a passkey',
        description:
          'The challenge is for this session, for 5 minutes and one use; the answer sets a cookie.',
        tags: ['people'],
        response: replies({ 200: PasskeyCreation }),
      },
    },
    async (request, reply) => {
      const party = assertRelyingParty(request, publicUrl);
      const asked = await people.passkeys.beginAdd(request.person);
      cookie.set(reply, asked.kept, CHALLENGE_MS);
      return showCreation(asked, request.person.user, party);
    },
  );
  app.post(
    '/v1/account/passkeys',
    {
      config: { scope: 'account', proven: true },
      schema: {
        operationId: 'addPasskey',
        summary: 'Add the passkey that the authenticator made',
        description: 'It is a second factor from now on, and signs in without the password.',
        tags: ['people'],
        body: PasskeyBody,
        response: replies({ 201: PasskeyAdded }),
      },
    },
    async (request, reply) => {
      const party = assertRelyingParty(request, publicUrl);
      const { name, credential } = request.body;
      const { transports = [] } = credential;
      const answered = { name, credential: { ...credential, transports }, party };
      const { passkey, codes } = await people.passkeys.add(
        request.person,
        { ...answered, kept: cookie.read(request) },
        clientOf(request, service),
      );
      cookie.set(reply, '', 0);
      reply.code(201);
      return { passkey: showPasskey(passkey), recoveryCodes: [...codes] };
    },
  );
}
