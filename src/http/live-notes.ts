/**
 * Notes of the live stream about changes through the API: the first part of a changed address says
 * which lists may have changed. The engine reports changes by reports and deliveries itself; must
 * never report a refused change.
 */
import type { FastifyRequest } from 'fastify';
import { LIVE_TOPICS, liveEvent } from '../engine/ports/live-event.ts';
import type { App } from './app.ts';
import type { Service } from './service.ts';

const ADDRESS = /^\/v1\/([a-z-]+)(?:\/:([A-Za-z]+))?/;
/** The engine reports these changes after its commit. */
const SILENT: ReadonlySet<string> = new Set(['/v1/reports', '/v1/calls/:callId/reports']);

export function registerLiveNotes(app: App, { live }: Pick<Service, 'live'>): void {
  // Before the answer is sent, so that the caller gets the note no later than the answer.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode < 300 && !isReading(request) && live.isWanted()) note(request);
    done(null, payload);
  });

  function note(request: FastifyRequest): void {
    const { url, config } = request.routeOptions;
    if (url === undefined || SILENT.has(url)) return;
    // Changes without a scope, of a person's own account or of the instance belong to no project.
    if (config.scope === null || config.scope === 'account') return;
    if (config.scope === 'instance') return;
    const [, noun, parameter] = ADDRESS.exec(url) ?? [];
    const t = LIVE_TOPICS.find((topic) => topic === noun);
    if (t === undefined) return;
    const parameters: Readonly<Record<string, unknown>> = Object(request.params);
    const named = parameter === undefined ? undefined : parameters[parameter];
    const id = typeof named === 'string' ? named : '';
    // Such a change may move many lanes, which get no notes of their own.
    const isMany = t === 'endpoints' || t === 'deliveries' || url.endsWith('/replay');
    const about = { id, ...(t === 'calls' ? { callId: id } : {}) };
    live.note(request.actor.projectKey, isMany ? 'resync' : liveEvent(t, about));
  }
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
