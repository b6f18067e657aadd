/**
 * The Slack channel with the fault named by `PLANTED`, for `suite.test.ts` and `suite.proof.ts`:
 * the suite must find each. `planted-fault.ts` runs this file in a process of its own.
 */
import { createSlackChannel } from '../../../src/channel/slack/channel.ts';
import { type Channel, UNENDING_PERMIT } from '../../../src/engine/ports/channel.ts';
import type { HttpAnswer } from './http-receiver.ts';
import { secretEndpoint } from './secret-endpoint.ts';
import { conform } from './suite.ts';

/** The faults, each with the beginnings of the titles in `suite.ts` that must fail for it. */
export const FAULTS = {
  'shows other bytes': ['every trigger with any values'],
  'sends other bytes on a retry': ['a retry sends the same bytes', 'a lane keeps its order'],
  'shows a secret': ['secrets are for the receiver alone'],
  'keeps a secret': ['secrets are for the receiver alone'],
  'heeds no permit': ['nothing is sent once the permit has ended', 'a permit that ends in flight'],
  'takes refusals for success': ['every answer has its meaning', 'a lane keeps its order'],
  'heeds no timeout': ['a receiver that never answers'],
  rejects: ['an endpoint that cannot be used'],
} as const;
export type Fault = keyof typeof FAULTS;

function planted(fault: Fault, real: Channel): Channel {
  const show = real.show ?? (() => ({ headers: {}, body: '' }));
  switch (fault) {
    case 'shows other bytes':
      return { ...real, show: (request) => ({ ...show(request), body: `${show(request).body} ` }) };
    case 'sends other bytes on a retry':
      return {
        show,
        send: (request) => {
          const { firing, attempt } = request;
          const text = attempt > 1 ? `${firing.text} (again)` : firing.text;
          return real.send({ ...request, firing: { ...firing, text } });
        },
      };
    case 'shows a secret':
      return {
        ...real,
        show: (request) => ({ ...show(request), headers: { to: 'very-secret-part-4x7z' } }),
      };
    case 'keeps a secret':
      return {
        ...real,
        send: async (request) => {
          const result = await real.send(request);
          return result.kind === 'response' ? { ...result, excerpt: 'T0000secret' } : result;
        },
      };
    case 'heeds no permit':
      return { ...real, send: (request) => real.send({ ...request, permit: UNENDING_PERMIT }) };
    case 'takes refusals for success':
      return {
        ...real,
        send: async (request) => {
          const result = await real.send(request);
          return result.kind === 'response' ? { ...result, status: 200, excerpt: 'ok' } : result;
        },
      };
    case 'heeds no timeout':
      return {
        ...real,
        send: (request) => {
          const endpoint = { ...request.endpoint, timeoutMs: 6_000 };
          return real.send({ ...request, endpoint });
        },
      };
    case 'rejects':
      return {
        ...real,
        send: async (request) => {
          const result = await real.send(request);
          if (result.kind === 'error') throw new Error(result.detail);
          return result;
        },
      };
  }
}

const fault = Object.keys(FAULTS).find((name): name is Fault => name === process.env.PLANTED);
if (fault !== undefined) {
  conform<HttpAnswer>({
    name: 'planted',
    async open(test) {
      const opened = await secretEndpoint(test, 'slack', createSlackChannel);
      return { ...opened, channel: planted(fault, opened.channel) };
    },
    accept: { status: 200, body: 'ok' },
    notNow: { status: 503 },
    hang: 'hang',
    echo: 'echo',
    meanings: [{ when: 'trouble', answer: { status: 500 }, outcome: 'retryable' }],
  });
}
