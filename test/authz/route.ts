/** A route of the table with what a good request of it looks like, and short ways to say one. */
import type { Scope } from '../../src/core/key/scope.ts';

/** One of each thing that an address or a body can name. */
export interface Ids {
  readonly callId: string;
  readonly endpoint: string;
  /** Of an endpoint that consumers pull from; nothing waits for it. */
  readonly pulled: string;
  readonly delivery: string;
  readonly source: string;
  readonly apiKey: string;
  readonly kid: string;
  readonly project: string;
  readonly inboxItem: string;
  readonly bulkJob: string;
  readonly erasure: string;
  /** Of an issue. */
  readonly fingerprint: string;
  readonly alert: string;
  readonly maintenanceWindow: string;
  readonly agent: string;
  /** Of the agent, for the call; it has ended with the result. */
  readonly run: string;
  readonly result: string;
  readonly scorecard: string;
  /** One more, which becomes the default and so stays. */
  readonly nextDefault: string;
}

export interface Route {
  readonly method: string;
  /** As in the document: `/v1/calls/{callId}`. */
  readonly path: string;
  /** Null: anyone. */
  readonly scope: Scope | null;
  readonly body?: (ids: Ids) => object;
  readonly query?: (ids: Ids) => string;
  /** What a good request is answered. */
  readonly good: number;
  /** What one with ids of another project is answered; as if they had never been given. */
  readonly foreign?: number;
  /** An instance key may ask too, in a project that one made. */
  readonly instance?: true;
  /** Of people only owners. */
  readonly ownersOnly?: true;
}

export function get(path: string, scope: Scope | null, more: Partial<Route> = {}): Route {
  return { method: 'GET', path, scope, good: 200, ...more };
}

export function post(path: string, scope: Scope, good: number, more: Partial<Route> = {}): Route {
  return { method: 'POST', path, scope, good, ...more };
}

export function patch(path: string, scope: Scope, foreign?: number): Route {
  const body = () => ({ name: 'renamed' });
  const more = foreign === undefined ? {} : { foreign };
  return { method: 'PATCH', path, scope, body, good: 200, ...more };
}

export function remove(path: string, scope: Scope): Route {
  return { method: 'DELETE', path, scope, good: 204, foreign: 404 };
}
