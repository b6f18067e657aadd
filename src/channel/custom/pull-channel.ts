/**
 * The channel of pull endpoints: consumers fetch what a Custom endpoint would be sent, with the
 * same headers, credentials and signatures (S7.25). Nothing is sent, so a test has no receiver.
 */
import type { Channel } from '../../engine/ports/channel.ts';
import { failure } from '../send-failure.ts';
import { type CustomChannelParts, createWebhookWriter, shown, shownRequest } from './channel.ts';

export function createPullChannel(parts: Omit<CustomChannelParts, 'http'>): Channel {
  const { clock } = parts;
  const { write, headersOf } = createWebhookWriter(parts, () => null);
  return {
    send: async () => ({ ...failure('configuration', NO_RECEIVER), durationMs: 0 }),
    show: (request) => shownRequest(request, headersOf),
    write: async (request) => {
      const startedMs = clock.monoMs();
      const written = await write(request);
      if (written.kind === 'failed') {
        const durationMs = Math.round(clock.monoMs() - startedMs);
        return { kind: 'unwritten', result: { ...written.why, durationMs } };
      }
      const { headers, body } = written;
      return { kind: 'written', headers: shown(headers), body: body.toString() };
    },
  };
}

const NO_RECEIVER = 'Consumers fetch from a pull endpoint, so there is no receiver to test.';
