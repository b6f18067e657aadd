/**
 * The seats of live streams: how many a process, a project and one key or person may have, and
 * which must end. If a request to this process changes a right, the rights of all listeners are
 * checked again. Must never end a stream because the store does not answer.
 */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../engine/manage/actor.ts';
import type { App } from './app.ts';
import { stillMay } from './person/still-may.ts';
import type { Service } from './service.ts';

declare module 'fastify' {
  interface FastifyInstance {
    streamSeats: StreamSeats;
  }
}

/** Each browser needs one, whatever the number of its tabs. */
export const STREAMS_MAX = 500;
/** So that no project, key or person can take the seats of the others. */
export const PROJECT_STREAMS_MAX = 200;
export const ACTOR_STREAMS_MAX = 25;
/** Requests that may take away a right, a session or a key. */
const RIGHTS = /^\/v1\/(?:account|api-keys|invitations|members|password-resets|session)(?:\/|$)/;

export interface StreamSeats {
  /** Why there is no seat, as a sentence; null if there is one. */
  refusal(actor: Actor): string | null;
  take(request: FastifyRequest, end: () => void): Seat;
  endAll(): void;
}

export interface Seat {
  /** Checks the listener's right again, and ends the stream if it is gone. */
  judge(): void;
  /** Returns false if the seat was left before. */
  leave(): boolean;
}

interface Taken extends Seat {
  readonly actor: Actor;
  readonly end: () => void;
}

type Parts = Parameters<typeof stillMay>[1];

export function registerStreamSeats(app: App, service: Pick<Service, keyof Parts>): void {
  const taken = new Set<Taken>();
  app.decorate('streamSeats', {
    refusal: (actor) => refusalOf(actor, [...taken]),
    take(request, end) {
      const seat: Taken = {
        actor: request.actor,
        end,
        judge: () => {
          // If the store does not answer, no right counts as ended; the next heartbeat asks again.
          stillMay(request, service).then((may) => (may ? undefined : end()), ignored);
        },
        leave: () => taken.delete(seat),
      };
      taken.add(seat);
      return seat;
    },
    endAll() {
      for (const { end } of [...taken]) end();
    },
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    if (method === 'GET' || reply.statusCode >= 300 || !RIGHTS.test(routeOptions.url ?? '')) return;
    for (const seat of [...taken]) seat.judge();
  });
}

function refusalOf({ id, projectKey }: Actor, seats: readonly Taken[]): string | null {
  if (seats.length >= STREAMS_MAX) return 'Too many pages listen; try again in a minute.';
  const ofProject = seats.filter(({ actor }) => actor.projectKey === projectKey);
  if (ofProject.length >= PROJECT_STREAMS_MAX) {
    return `${PROJECT_STREAMS_MAX} streams of the project are open; try again in a minute.`;
  }
  if (ofProject.filter(({ actor }) => actor.id === id).length < ACTOR_STREAMS_MAX) return null;
  return `${ACTOR_STREAMS_MAX} streams of you are open; close one, or try again in a minute.`;
}

function ignored(): void {}
