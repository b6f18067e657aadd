/**
 * Starts the parts of the service that start at their first use and end at rest: the thread of the
 * analyst, whose language tables take more than 100 MiB, and the reader of lists. Each measurement
 * of the memory starts them first; otherwise chance decides at which measurement they run.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { callApi, type ServiceProcess } from '../support/service-process.ts';

const LOG = {
  direction: 'INBOUND',
  startedAt: '2026-11-20T11:17:00.000Z',
  turns: [{ speaker: 'AGENT', text: 'Good morning, how can I help you?', startMs: 0, endMs: 900 }],
};
const SCORECARD = {
  name: 'Warm-up',
  passMark: 80,
  criteria: [
    {
      id: 'greeting',
      question: 'Did the agent greet?',
      points: 10,
      rule: { type: 'PHRASE', match: 'ANY', phrases: ['good morning'] },
    },
  ],
};

export async function startParts(service: ServiceProcess): Promise<void> {
  const call = `fuzz-warm-up-${randomUUID()}`;
  const statusOf = async (path: string, body: unknown, method = 'POST') =>
    (await callApi(service, method, path, body)).status;
  assert.equal(await statusOf(`/v1/call-logs/${call}`, LOG), 201);
  assert.equal(await statusOf('/v1/scorecards/try', { scorecard: SCORECARD, callId: call }), 200);
  assert.equal(await statusOf(`/v1/call-logs/${call}`, undefined, 'DELETE'), 204);
  assert.equal(await statusOf('/v1/deliveries', undefined, 'GET'), 200);
}
