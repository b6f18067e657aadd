/**
 * Authentication and authorisation. A request comes from an API key (`Authorization: Bearer
 * rp_...`) or from a signed-in person (the session's cookie); the hook finds the caller and
 * compares their rights with the config of the route. A route without such a config cannot be
 * registered; `scope: null` means public. Never logs a key or a token. Source: S12.21, S13.4.
 */

import type { FastifyRequest, RouteOptions } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { SCOPES, type Scope } from '../../core/key/scope.ts';
import { networkOf } from '../../core/person/network.ts';
import type { MemberRole } from '../../core/person/role.ts';
import { mayDo, type Right, roleFor, scopesOf } from '../../core/person/role-rights.ts';
import { INSTANCE_KEY_PREFIX } from '../../engine/key/instance-key-service.ts';
import { createKeyGuesses, type KeyGuesses } from '../../engine/key/key-guesses.ts';
import type { Actor } from '../../engine/manage/actor.ts';
import type { InstanceKey } from '../../engine/ports/instance-store.ts';
import type { SignedIn, UserMembership } from '../../engine/ports/people-store.ts';
import type { App } from '../app.ts';
import { noteView, registerMasking, type Views } from '../masking/masking.ts';
import type { Service } from '../service.ts';
import { clientAddress, personOf } from './person.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The right that a key's scopes or a person's role must include for this route; null: public.
     */
    scope?: Right | null;
    /** An instance key is let in too; the header names the project, which it must have made. */
    instance?: true;
    /** Roles that are let in although they lack the right. */
    roles?: readonly MemberRole[];
    /** Of people only owners; keys need the scope. */
    ownersOnly?: true;
    /**
     * Whether a person must have proved their identity recently; a list: only if the body has one
     * of these fields. Does not apply to API keys.
     */
    proven?: true | readonly string[];
    /**
     * Further demands if this field of the body has this value: a right, and for a person a proof.
     */
    also?: {
      readonly field: string;
      readonly value: string;
      readonly scope: Scope;
      readonly proven?: true;
    };
  }
  interface FastifyRequest {
    /** The caller and its project; reading it on a public route is a programmer's error. */
    actor: Actor;
    /** The signed-in person; reading it on a route for keys is a programmer's error. */
    person: SignedIn;
    /** The instance key; reading it on a route for others is a programmer's error. */
    instanceKey: InstanceKey;
    /** The wall clock when the head of the request had arrived, epoch ms. */
    receivedAtMs: number;
  }
}

type Parts = Pick<
  Service,
  'apiKeys' | 'instanceKeys' | 'instanceProjects' | 'people' | 'publicUrl' | 'audit' | 'clock'
>;

/**
 * RFC 6750 `b64token`. Keys made by this service begin with `rp_`; RINGPOST_API_KEY may have any
 * form.
 */
const CREDENTIALS = /^Bearer +([A-Za-z0-9._~+/-]{8,512}={0,2})$/i;

/** With another scheme no key is tried, so it does not count as a guess. */
const IS_BEARER = /^Bearer(?: |$)/i;

/** 43 random characters, so the first four do not help an attacker. */
const OWN_KEY = /^rpi?_[A-Za-z0-9_-]{32,}$/;
const HINT_CHARACTERS = 7;

export const PROJECT_HEADER = 'ringpost-project';

export function registerAuth(app: App, service: Parts): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  const persons = new WeakMap<FastifyRequest, SignedIn>();
  const instanceKeys = new WeakMap<FastifyRequest, InstanceKey>();
  const views: Views = new WeakMap();
  const guesses = createKeyGuesses(service.clock);
  registerMasking(app, views, service);
  app.decorateRequest('actor', {
    getter() {
      const actor = actors.get(this);
      if (actor === undefined) throw new Error('a public route has no actor');
      return actor;
    },
  });
  app.decorateRequest('person', {
    getter() {
      const person = persons.get(this);
      if (person === undefined) throw new Error('no person is signed in');
      return person;
    },
  });
  app.decorateRequest('instanceKey', {
    getter() {
      const key = instanceKeys.get(this);
      if (key === undefined) throw new Error('no instance key asks');
      return key;
    },
  });
  // Checked once all routes are known, because a scope of routes may add the config in its own
  // hook.
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const open = routes.find((route) => route.config?.scope === undefined);
    if (open !== undefined) throw new Error(`the route ${open.url} declares no scope`);
  });
  app.addHook('onRequest', async (request) => {
    const { scope, roles = [] } = request.routeOptions.config;
    if (scope === null || (scope === undefined && request.is404)) return;
    if (scope === undefined) throw new Error('a route without a scope');
    // A key takes precedence, because browsers send the cookie by themselves.
    if (request.headers.authorization !== undefined) {
      const caller = await callerOf(request, scope, service, guesses);
      if ('scopes' in caller) actors.set(request, caller);
      else instanceKeys.set(request, caller);
      return;
    }
    const person = await personOf(request, service);
    if (person === null) throw notSignedIn();
    persons.set(request, person);
    // The role is checked first: a person without the right need not prove their identity.
    const assertProven = () => {
      if (request.routeOptions.config.proven !== true) return;
      service.people.reauthentication.assertProven(person);
    };
    if (scope === 'instance') throw needsInstanceKey();
    if (scope === 'account') return assertProven();
    const membership = membershipOf(request, person, scope, roles);
    const { projectKey, projectId, role } = membership;
    if (request.routeOptions.config.ownersOnly === true && role !== 'owner') {
      throw new ServiceError(
        'FORBIDDEN',
        `This needs the role owner in the project; yours is ${role}.`,
      );
    }
    actors.set(request, { projectKey, projectId, id: person.user.id, scopes: scopesOf(role) });
    noteView(views, request, membership);
    assertProven();
  });
  // Calls back at once, because a promise would cost every request more than these checks.
  app.addHook('preHandler', (request, _reply, done) => {
    const person = persons.get(request);
    assertProvenFields(request, person, service);
    assertAlso(request, person, service);
    done();
  });
}

/** A person must have proved their identity if the body has a field of the list `proven`. */
function assertProvenFields(
  request: FastifyRequest,
  person: SignedIn | undefined,
  { people }: Parts,
): void {
  const { proven } = request.routeOptions.config;
  if (proven === undefined || proven === true || person === undefined) return;
  const body: object = Object(request.body);
  if (proven.some((field) => field in body)) people.reauthentication.assertProven(person);
}

function assertAlso(
  request: FastifyRequest,
  person: SignedIn | undefined,
  { people }: Parts,
): void {
  const { also } = request.routeOptions.config;
  if (also === undefined) return;
  const value: unknown = new Map(Object.entries(Object(request.body))).get(also.field);
  if (value !== also.value) return;
  if (!request.actor.scopes.has(also.scope)) throw needsAlso(also, person !== undefined);
  if (also.proven && person !== undefined) people.reauthentication.assertProven(person);
}

/** Returns null if the request has no valid key. */
export async function actorOfKey(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { apiKeys }: Pick<Parts, 'apiKeys'>,
): Promise<Actor | null> {
  const token = tokenOf(headers);
  const found = token === null ? null : await apiKeys.authenticate(token);
  return found?.kind === 'ok' ? found.actor : null;
}

function tokenOf(headers: FastifyRequest['headers']): string | null {
  return CREDENTIALS.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** The actor of an API key or of an instance key in a project; or the instance key itself. */
async function callerOf(
  request: FastifyRequest,
  scope: Right,
  parts: Parts,
  guesses: KeyGuesses,
): Promise<Actor | InstanceKey> {
  if (!IS_BEARER.test(request.headers.authorization ?? '')) throw otherScheme();
  const token = tokenOf(request.headers);
  if (token?.startsWith(INSTANCE_KEY_PREFIX)) {
    const key = await parts.instanceKeys.authenticate(token);
    if (key === null) throw refusedKey(request, token, null, parts, guesses);
    return scope === 'instance' ? key : instanceActor(request, scope, key, parts);
  }
  const found = token === null ? null : await parts.apiKeys.authenticate(token);
  if (found?.kind !== 'ok') {
    throw refusedKey(request, token, found?.known ?? null, parts, guesses);
  }
  if (scope === 'instance') throw needsInstanceKey();
  return keyActor(found.actor, scope);
}

/** Counts the wrong key; returns the refusal. */
function refusedKey(
  request: FastifyRequest,
  token: string | null,
  about: { readonly id: string; readonly projectKey: ProjectKey } | null,
  { people: { failures } }: Parts,
  guesses: KeyGuesses,
): ServiceError {
  const address = clientAddress(request);
  const waitMs = guesses.wrong(networkOf(address));
  if (waitMs > 0) failures.refused('api-key', about?.id ?? '', address);
  else failures.note({ kind: 'api-key', about, address, hint: hintOf(token) });
  return wrongKey(waitMs);
}

/** On the few routes that let an instance key in, it has their scope in a project that it names. */
async function instanceActor(
  { headers, routeOptions }: FastifyRequest,
  scope: Right,
  { id }: InstanceKey,
  { instanceProjects }: Parts,
): Promise<Actor> {
  if (routeOptions.config.instance !== true || !isScope(scope)) {
    throw new ServiceError(
      'FORBIDDEN',
      'An instance key does not do this: it makes projects, their API keys and endpoints. Use an ' +
        'API key of the project.',
    );
  }
  const named = headers[PROJECT_HEADER];
  if (typeof named !== 'string') throw namesNoProject();
  const project = await instanceProjects.get(named);
  // All scopes that the routes of instance keys have; no other route takes this actor.
  const scopes = new Set<Scope>(['project:admin', 'endpoints:read', 'endpoints:write']);
  return { projectKey: project.key, projectId: project.id, id, scopes };
}

function keyActor(actor: Actor, scope: Right): Actor {
  if (!isScope(scope)) {
    throw new ServiceError('FORBIDDEN', 'This is for people who sign in; no API key may do it.');
  }
  if (!actor.scopes.has(scope)) {
    throw new ServiceError('FORBIDDEN', `This needs an API key with the scope ${scope}.`);
  }
  return actor;
}

/**
 * A session names its project; a project of which the person is no member is answered as if it did
 * not exist.
 */
export function membershipOf(
  { headers }: FastifyRequest,
  { memberships, session }: SignedIn,
  scope: Right,
  roles: readonly MemberRole[],
): UserMembership {
  const named = headers[PROJECT_HEADER];
  if (typeof named !== 'string') throw namesNoProject();
  const membership = memberships.find(({ projectId }) => projectId === named);
  if (membership === undefined) {
    throw new ServiceError(
      'FORBIDDEN',
      `You are no member of the project that ${PROJECT_HEADER} names. An owner of it can ` +
        'invite you.',
    );
  }
  if (membership.requireSecondFactor && session.secondFactorAtMs === null) {
    throw new ServiceError(
      'SECOND_FACTOR_MISSING',
      'The project asks its members for a second factor. Set one up in your account, or sign in ' +
        'with it.',
    );
  }
  const { role } = membership;
  if (!mayDo(role, scope, roles)) {
    throw new ServiceError(
      'FORBIDDEN',
      `This needs the role ${roleFor(scope, roles)} in the project; yours is ${role}.`,
    );
  }
  return membership;
}

function namesNoProject(): ServiceError {
  const message = `Name the project with the header ${PROJECT_HEADER}: prj_...`;
  const fields = [{ field: `header.${PROJECT_HEADER}`, message }];
  return new ServiceError('INVALID_PARAMETER', message, { fields });
}

function needsInstanceKey(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This needs an instance key (rpi_...), which `ringpost instance-key create` makes on the host.',
  );
}

function needsAlso(
  { field, value, scope }: { field: string; value: string; scope: Scope },
  isPerson: boolean,
): ServiceError {
  const what = isPerson ? `the role ${roleFor(scope, [])}` : `an API key with the scope ${scope}`;
  return new ServiceError('FORBIDDEN', `With ${field} ${value} this also needs ${what}.`);
}

/**
 * For a key made by this service, its beginning, which the holder can compare; for other texts
 * nothing.
 */
function hintOf(token: string | null): string | null {
  return token !== null && OWN_KEY.test(token) ? token.slice(0, HINT_CHARACTERS) : null;
}

function wrongKey(waitMs: number): ServiceError {
  if (waitMs === 0) {
    return new ServiceError('UNAUTHENTICATED', 'The API key is unknown, expired or revoked.');
  }
  const retryAfterS = Math.ceil(waitMs / 1_000);
  return new ServiceError(
    'RATE_LIMITED',
    `Too many wrong API keys came from your network. Try another in ${retryAfterS} seconds.`,
    { retryAfterS },
  );
}

export function isScope(right: Right): right is Scope {
  const scopes: readonly string[] = SCOPES;
  return scopes.includes(right);
}

function otherScheme(): ServiceError {
  return new ServiceError(
    'UNAUTHENTICATED',
    'Send the API key as Authorization: Bearer rp_...; another scheme is not read here.',
  );
}

function notSignedIn(): ServiceError {
  return new ServiceError(
    'UNAUTHENTICATED',
    'Send an API key (Authorization: Bearer rp_...), or sign in.',
  );
}
