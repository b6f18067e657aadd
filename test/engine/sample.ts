/**
 * An endpoint and a head for tests that need no store: the first delivery of a call, with what a
 * test changes.
 */
import type { Endpoint } from '../../src/core/endpoint/endpoint.ts';
import { asKey } from '../../src/core/id.ts';
import type { Head } from '../../src/engine/ports/dispatch-store.ts';
import { START_MS, settingsOf } from './setup.ts';

export const ENDPOINT: Endpoint = {
  ...settingsOf(),
  key: asKey(1),
  id: 'ep_1',
  projectKey: asKey(1),
  projectId: 'prj_1',
  enabled: true,
  disabledReason: null,
  disabledAtMs: null,
  deletedAtMs: null,
  createdAtMs: START_MS,
  updatedAtMs: START_MS,
  revision: 1,
};

export function headOf(n: number, changes: Partial<Head> = {}): Head {
  return {
    delivery: asKey(n),
    createdAtMs: START_MS,
    projectKey: asKey(1),
    endpoint: asKey(1),
    call: asKey(n),
    callId: `call-${n}`,
    firing: asKey(n),
    firedAtMs: START_MS,
    trigger: 'OUTBOUND_CALL_CALLING',
    sequence: 1,
    state: 'due',
    dueAtMs: START_MS,
    attempts: 0,
    failures: 0,
    lastAttemptAtMs: null,
    manual: false,
    resumeState: null,
    resumeAtMs: null,
    bodyForm: 'message',
    text: 'text',
    data: '{"callId":"call"}',
    errors: null,
    traceparent: null,
    facts: null,
    ...changes,
  };
}
