/**
 * Using a passkey (docs/decisions/0040): a session without a password, the second step after the
 * password, and the proof before changes of rights. The work is done by
 * `engine/people/passkey-entrance.ts`.
 */
import type { FastifyRequest } from 'fastify';
import { CHALLENGE_MS } from '../../../core/person/session.ts';
import type { PasskeyAnswer } from '../../../engine/people/passkey-entrance.ts';
import type { Assertion } from '../../../engine/ports/passkey-verifier.ts';
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { clientOf } from '../../person/person.ts';
import { assertRelyingParty, relyingPartyOf } from '../../person/relying-party.ts';
import {
  createEntryCookies,
  createPasskeyCookie,
  createStepCookie,
} from '../../person/session-cookie.ts';
import { showSession } from '../../person/shown-session.ts';
import { assertSameOrigin } from '../../request/same-origin.ts';
import {
  assertionOf,
  PasskeyAssertionBody,
  PasskeyRequest,
  SecondFactorMeans,
  showRequest,
} from '../../schema/passkey.ts';
import { SessionRecord } from '../../schema/session.ts';
import { replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerPasskeySignInRoutes(app: App, service: Service): void {
  registerSignIn(app, service);
  registerSecondStep(app, service);
  registerProof(app, service);
}

function registerSignIn(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const { cookie, answerOf, originOf } = partsOf(app, service);
  const cookies = createEntryCookies(service);
  app.post(
    '/v1/session/passkey/options',
    {
      config: { scope: null },
      schema: {
        operationId: 'beginPasskeySignIn',
        summary: 'Options for an authenticator to sign in',
        description: 'The service keeps nothing of it; the browser gets a cookie for 5 minutes.',
        tags: ['people'],
        response: replies({ 200: PasskeyRequest }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const party = assertRelyingParty(request, publicUrl);
      const asked = people.passkeyEntrance.beginSignIn();
      cookie.set(reply, asked.kept, CHALLENGE_MS);
      return showRequest(asked, party, 'required');
    },
  );
  app.post(
    '/v1/session/passkey',
    {
      config: { scope: null },
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey, without a password',
        description:
          'The authenticator must have verified its user: the passkey stands for both factors. ' +
          'The answer sets the cookie of the session.',
        tags: ['people'],
        body: PasskeyAssertionBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const answer = answerOf(request, assertionOf(request.body));
      const client = clientOf(request, service);
      const entry = await people.passkeyEntrance.signIn(answer, client);
      cookie.set(reply, '', 0);
      cookies.set(reply, entry, client);
      return showSession(entry.signedIn, originOf());
    },
  );
}

function registerSecondStep(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const { cookie, answerOf, originOf } = partsOf(app, service);
  const cookies = createEntryCookies(service);
  const step = createStepCookie(publicUrl);
  app.post(
    '/v1/session/second-factor/options',
    {
      config: { scope: null },
      schema: {
        operationId: 'getSecondFactorMeans',
        summary: 'The factors that the second step of this sign-in accepts',
        description:
          'After 401 SECOND_FACTOR_REQUIRED, with the cookie of that answer. `passkey` has the ' +
          'options for an authenticator; null if there is no passkey, or none can be used.',
        tags: ['people'],
        response: replies({ 200: SecondFactorMeans }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const { state, asked } = await people.passkeyEntrance.beginStep(step.read(request));
      const party = relyingPartyOf(request, publicUrl);
      const { authenticator, recoveryCodes } = state;
      if (asked === null || party === null) return { authenticator, recoveryCodes, passkey: null };
      cookie.set(reply, asked.kept, CHALLENGE_MS);
      return { authenticator, recoveryCodes, passkey: showRequest(asked, party, 'preferred') };
    },
  );
  app.post(
    '/v1/session/second-factor/passkey',
    {
      config: { scope: null },
      schema: {
        operationId: 'signInWithSecondPasskey',
        summary: 'Sign in with a passkey as the second factor',
        description: 'As `POST /v1/session/second-factor` does with a code.',
        tags: ['people'],
        body: PasskeyAssertionBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      assertSameOrigin(request, publicUrl, false);
      const answer = answerOf(request, assertionOf(request.body));
      const client = clientOf(request, service);
      const entry = await people.passkeyEntrance.finishStep(step.read(request), answer, client);
      cookie.set(reply, '', 0);
      step.set(reply, '', 0);
      cookies.set(reply, entry, client);
      return showSession(entry.signedIn, originOf());
    },
  );
}

function registerProof(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const { cookie, answerOf, originOf } = partsOf(app, service);
  app.post(
    '/v1/session/reauthentication/options',
    {
      config: { scope: 'account', repeats: 'makes-nothing' },
      schema: {
        operationId: 'beginPasskeyProof',
        summary: 'Options for an authenticator to prove again who you are',
        description: '404 if you have no passkey.',
        tags: ['people'],
        response: replies({ 200: PasskeyRequest }),
      },
    },
    async (request, reply) => {
      const party = assertRelyingParty(request, publicUrl);
      const asked = await people.passkeyEntrance.beginProof(request.person);
      cookie.set(reply, asked.kept, CHALLENGE_MS);
      return showRequest(asked, party, 'required');
    },
  );
  app.post(
    '/v1/session/reauthentication/passkey',
    {
      config: { scope: 'account', repeats: 'makes-nothing' },
      schema: {
        operationId: 'reauthenticateWithPasskey',
        summary: 'Prove again who you are with a passkey',
        description: 'As `POST /v1/session/reauthentication` does with the password.',
        tags: ['people'],
        body: PasskeyAssertionBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request, reply) => {
      const answer = answerOf(request, assertionOf(request.body));
      const client = clientOf(request, service);
      const signedIn = await people.passkeyEntrance.prove(request.person, answer, client);
      cookie.set(reply, '', 0);
      return showSession(signedIn, originOf());
    },
  );
}

function partsOf(app: App, { publicUrl }: Service) {
  const cookie = createPasskeyCookie(publicUrl);
  return {
    cookie,
    answerOf: (request: Pick<FastifyRequest, 'headers'>, assertion: Assertion): PasskeyAnswer => ({
      assertion,
      kept: cookie.read(request),
      party: assertRelyingParty(request, publicUrl),
    }),
    originOf: () => new URL(baseOf(publicUrl, app.server).url).origin,
  };
}
