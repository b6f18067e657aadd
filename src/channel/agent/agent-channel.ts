/**
 * Step 8 for agents. The launch of a built-in agent is an ordinary delivery with lane order,
 * pacing, hold and retention, but it has no target and nothing is sent: the runner
 * (engine/acw/runner.ts) does the work. The launch of a self-provided agent is posted as to a
 * Custom endpoint (S4.8), with the same credentials, signature and answers. Must never read a call
 * log or wait for anything.
 */

import { runIdOf } from '../../acw/run/launch.ts';
import type { Channel } from '../../engine/ports/channel.ts';
import { type CustomChannelParts, createCustomChannel, launchHeaders } from '../custom/channel.ts';

export function createBuiltInAgentChannel(): Channel {
  return {
    // If the permit has ended, another process owns the delivery, so nothing is reported here.
    send: async ({ permit }) =>
      permit.holds()
        ? { kind: 'done', durationMs: 0 }
        : { kind: 'error', error: 'network', detail: PERMIT_ENDED, durationMs: 0 },
    show: (request) => {
      const named = launchHeaders(request, runIdOf(request.deliveryId));
      const [agentName = '', agentId = '', runName = '', runId = ''] = named;
      return { headers: { [agentName]: agentId, [runName]: runId }, body: request.body };
    },
  };
}

const PERMIT_ENDED = 'Another process sends for this endpoint now.';

/** The run has the key of the delivery that launches it, so every attempt names the same run. */
export function createSelfProvidedAgentChannel(parts: CustomChannelParts): Channel {
  return createCustomChannel(parts, ({ deliveryId }) => runIdOf(deliveryId));
}
