/** The channel of the guide "add a channel" (examples/sample-channel) conforms. */
import { createNtfyChannel } from '../../../examples/sample-channel/channel.ts';
import { TOKEN_CONTEXT } from '../../../src/engine/ports/secrets.ts';
import { SECRETS, sealed } from '../custom/given-keys.ts';
import { givenEndpoint, LOOPBACK_GUARD } from '../given.ts';
import { type HttpAnswer, openHttpReceiver } from './http-receiver.ts';
import { conform } from './suite.ts';

const TOKEN = 'tk_very-secret-token-4x7z';

conform<HttpAnswer>({
  name: 'sample',
  async open(test) {
    const { http, origin, ...receiver } = await openHttpReceiver(test);
    const token = sealed(TOKEN, TOKEN_CONTEXT);
    return {
      ...receiver,
      channel: createNtfyChannel({
        http,
        secrets: SECRETS,
        guard: LOOPBACK_GUARD,
        userAgent: 'Ringpost/test',
      }),
      secrets: [TOKEN],
      endpoint: givenEndpoint({
        // ntfy uses HTTP statuses in their usual meaning, which this kind judges.
        kind: 'custom',
        target: `${origin}/calls`,
        auth: { method: 'bearer', token, tokenHint: '4x7z' },
      }),
    };
  },
  accept: { status: 200, body: '{"id":"sPs71M8A2T","event":"message"}' },
  notNow: { status: 503 },
  hang: 'hang',
  echo: 'echo',
  meanings: [
    { when: 'taken', answer: { status: 200, body: '{"id":"x"}' }, outcome: 'delivered' },
    { when: 'bad request', answer: { status: 400 }, outcome: 'rejected' },
    { when: 'no such token', answer: { status: 401 }, outcome: 'rejected' },
    { when: 'not this topic', answer: { status: 403 }, outcome: 'rejected' },
    { when: 'too large', answer: { status: 413 }, outcome: 'rejected' },
    { when: 'slow down', answer: { status: 429 }, outcome: 'retryable' },
    {
      when: 'slow down, for so long',
      answer: { status: 429, retryAfter: '30' },
      outcome: 'retryable',
      retryAfterMs: 30_000,
    },
    { when: 'trouble', answer: { status: 500 }, outcome: 'retryable' },
  ],
});
