/** The Slack channel conforms. */
import { createSlackChannel } from '../../../src/channel/slack/channel.ts';
import type { HttpAnswer } from './http-receiver.ts';
import { secretEndpoint } from './secret-endpoint.ts';
import { conform } from './suite.ts';

conform<HttpAnswer>({
  name: 'slack',
  open: (test) => secretEndpoint(test, 'slack', createSlackChannel),
  accept: { status: 200, body: 'ok' },
  notNow: { status: 429 },
  hang: 'hang',
  echo: 'echo',
  meanings: [
    { when: 'ok', answer: { status: 200, body: 'ok' }, outcome: 'delivered' },
    { when: 'not ok', answer: { status: 200, body: 'no_text' }, outcome: 'rejected' },
    { when: 'moved', answer: { status: 302 }, outcome: 'rejected' },
    { when: 'bad blocks', answer: { status: 400, body: 'invalid_blocks' }, outcome: 'rejected' },
    {
      when: 'not allowed',
      answer: { status: 403, body: 'action_prohibited' },
      outcome: 'rejected',
      attention: true,
    },
    {
      when: 'removed',
      answer: { status: 404, body: 'no_service' },
      outcome: 'rejected',
      attention: true,
    },
    {
      when: 'archived',
      answer: { status: 410, body: 'channel_is_archived' },
      outcome: 'rejected',
      attention: true,
    },
    { when: 'slow down', answer: { status: 429 }, outcome: 'retryable' },
    {
      when: 'slow down, for so long',
      answer: { status: 429, retryAfter: '30' },
      outcome: 'retryable',
      retryAfterMs: 30_000,
    },
    { when: 'trouble', answer: { status: 500, body: 'rollup_error' }, outcome: 'retryable' },
  ],
});
