/** The Teams channel conforms. */
import { createTeamsChannel } from '../../../src/channel/teams/channel.ts';
import type { Meaning } from './channel-under-test.ts';
import type { HttpAnswer } from './http-receiver.ts';
import { secretEndpoint } from './secret-endpoint.ts';
import { conform } from './suite.ts';

const ATTENTION: readonly Meaning<HttpAnswer>[] = [401, 403, 404].map((status) => ({
  when: 'no such flow, or not with this URL',
  answer: { status },
  outcome: 'rejected',
  attention: true,
}));

/** The answer of an old connector that reports a failure behind it. */
function behind(status: number): HttpAnswer {
  const body = `Webhook message delivery failed with error: HTTP error ${status} with ContextId`;
  return { status: 200, body };
}

conform<HttpAnswer>({
  name: 'teams',
  open: (test) => secretEndpoint(test, 'teams', createTeamsChannel),
  accept: { status: 202 },
  notNow: { status: 503 },
  hang: 'hang',
  echo: 'echo',
  meanings: [
    { when: 'taken by a flow', answer: { status: 202 }, outcome: 'delivered' },
    { when: 'taken by a connector', answer: { status: 200, body: '1' }, outcome: 'delivered' },
    {
      when: 'the page of a proxy',
      answer: { status: 200, body: '<html>Sign in</html>' },
      outcome: 'rejected',
    },
    { when: 'slow down, behind', answer: behind(429), outcome: 'retryable' },
    { when: 'too large, behind', answer: behind(413), outcome: 'rejected' },
    { when: 'removed, behind', answer: behind(404), outcome: 'rejected', attention: true },
    { when: 'bad card', answer: { status: 400 }, outcome: 'rejected' },
    ...ATTENTION,
    { when: 'too large', answer: { status: 413 }, outcome: 'rejected' },
    { when: 'too late', answer: { status: 408 }, outcome: 'retryable' },
    { when: 'slow down', answer: { status: 429 }, outcome: 'retryable' },
    {
      when: 'slow down, for so long',
      answer: { status: 429, retryAfter: '30' },
      outcome: 'retryable',
      retryAfterMs: 30_000,
    },
    { when: 'trouble', answer: { status: 502 }, outcome: 'retryable' },
  ],
});
