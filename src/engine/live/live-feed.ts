/**
 * Turns the engine's events into notes of the live stream. It passes on only events that change an
 * answer of the API; the engine emits them after the commit.
 */
import { runId } from '../../acw/run/run.ts';
import { formatId } from '../../core/id.ts';
import type { Emit } from '../ports/emit.ts';
import { liveEvent } from '../ports/live-event.ts';
import type { LiveHub } from './live-hub.ts';

export function createLiveFeed(hub: Pick<LiveHub, 'note' | 'isWanted'>): Emit {
  return (event) => {
    if (!hub.isWanted()) return;
    switch (event.name) {
      case 'report.accepted': {
        const { project, callId } = event;
        hub.note(project, liveEvent('calls', { callId }));
        // Held or waiting deliveries change only later.
        if (event.made > 0) hub.note(project, liveEvent('deliveries', { callId }));
        return;
      }
      case 'delivery.moved': {
        const { callId, endpointId: ep, state } = event;
        const id = formatId('dlv', event.createdAtMs, event.delivery);
        return hub.note(event.project, liveEvent('deliveries', { id, callId, ep, state }));
      }
      case 'run.moved': {
        const { callId, endpointId: ep, state } = event;
        const id = runId(event.createdAtMs, event.run);
        return hub.note(event.project, liveEvent('acw-runs', { id, callId, ep, state }));
      }
      default:
        return;
    }
  };
}
