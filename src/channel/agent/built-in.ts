/**
 * Step 8 for the built-in agents: their launch is a delivery like any other, so lane order, pacing,
 * hold and retention are those of all, but it has no target and nothing is sent. What the run does
 * then is the runner's (engine/acw/runner.ts). Must never read a call log or wait for anything.
 */
import type { Channel } from '../../engine/ports/channel.ts';
import { launchHeaders } from './launch-headers.ts';

export function createBuiltInAgentChannel(): Channel {
  return {
    // A delivery is only another's by now: as if nothing had happened.
    send: async ({ permit }) =>
      permit.holds()
        ? { kind: 'done', durationMs: 0 }
        : { kind: 'error', error: 'network', detail: PERMIT_ENDED, durationMs: 0 },
    show: (request) => {
      const [agentName = '', agentId = '', runName = '', runId = ''] = launchHeaders(request);
      return { headers: { [agentName]: agentId, [runName]: runId }, body: request.body };
    },
  };
}

const PERMIT_ENDED = 'Another process sends for this endpoint now.';
