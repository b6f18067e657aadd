/** A route of the table with a good request, and short functions to write one. */
import type { Scope } from '../../src/core/key/scope.ts';

/** One id of each kind that a path or a body can name. */
export interface Ids {
  readonly callId: string;
  readonly endpoint: string;
  /** A pull endpoint without messages. */
  readonly pulled: string;
  readonly delivery: string;
  readonly source: string;
  readonly apiKey: string;
  readonly kid: string;
  readonly project: string;
  readonly inboxItem: string;
  readonly bulkJob: string;
  readonly erasure: string;
  /** The fingerprint of an issue. */
  readonly fingerprint: string;
  readonly alert: string;
  readonly maintenanceWindow: string;
  readonly agent: string;
  /** A run of the agent for the call, which has ended with the result. */
  readonly run: string;
  readonly result: string;
  readonly scorecard: string;
  /** Another scorecard, which becomes the default and is not removed. */
  readonly nextDefault: string;
}

export interface Route {
  readonly method: string;
  /** The path as in the document, such as `/v1/calls/{callId}`. */
  readonly path: string;
  /** Null for a public route. */
  readonly scope: Scope | null;
  readonly body?: (ids: Ids) => object;
  readonly query?: (ids: Ids) => string;
  /** The status of a good request. */
  readonly good: number;
  /** The status with ids of another project, which is that of unknown ids. */
  readonly foreign?: number;
  /** An instance key may use the route too, in a project that an instance key made. */
  readonly instance?: true;
  /** Of people only owners may use the route. */
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
