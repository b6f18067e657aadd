/**
 * What a kind of endpoint is called, in English: its name, a line about it, the words of its target
 * and why it takes no authentication of its own. The dashboard draws a kind from these words, so a
 * new kind needs no edit there; other languages begin with them too. Only texts: no rule is here.
 */
import { ENDPOINT_KINDS, type EndpointKind } from './endpoint.ts';

export interface KindWords {
  readonly name: string;
  readonly line: string;
  /** The label of the target, and what must be typed there; null if the kind has no target. */
  readonly target: string | null;
  readonly targetHint: string | null;
  /** Null if the kind takes `auth`. */
  readonly noAuth: string | null;
}

const WITHIN = 'It works within this service; nothing is sent over the network.';

export const KIND_WORDS: Readonly<Record<EndpointKind, KindWords>> = {
  slack: {
    name: 'Slack',
    line: 'A message in a channel, by an incoming webhook.',
    target: 'Incoming webhook URL',
    targetHint:
      'It begins with https://hooks.slack.com/services/. It is a secret: shown masked later.',
    noAuth:
      'The webhook URL is the secret: anyone who knows it can post. Replace it in Slack, then ' +
      'here.',
  },
  teams: {
    name: 'Microsoft Teams',
    line: 'An Adaptive Card in a channel, by a workflow.',
    target: 'Workflow URL',
    targetHint: 'Of a workflow that posts webhook requests. It is a secret: shown masked later.',
    noAuth:
      'The workflow URL is the secret: anyone who knows it can post. Replace it in Teams, then ' +
      'here.',
  },
  email: {
    name: 'Email',
    line: 'One mail for each notification, to one address.',
    target: 'Mail address',
    targetHint: 'Exactly one recipient.',
    noAuth: 'Mails are sent by the mail server of this service, with its own sign-in.',
  },
  custom: {
    name: 'Custom',
    line: 'JSON to your own URL, with a token or a signature.',
    target: 'URL',
    targetHint: 'https:// only, and reachable from this service.',
    noAuth: null,
  },
  'builtin-analyzer': {
    name: 'Built-in analyzer',
    line: 'Works within the service: metrics, summary, topics of a call.',
    target: null,
    targetHint: null,
    noAuth: WITHIN,
  },
  'builtin-evaluator': {
    name: 'Built-in evaluator',
    line: 'Works within the service: scores a call by a scorecard.',
    target: null,
    targetHint: null,
    noAuth: WITHIN,
  },
  'self-provided-agent': {
    name: 'Self-provided agent',
    line: 'Launches your own agent; it posts its result back.',
    target: 'URL of the agent',
    targetHint: 'https:// only. The launch is sent here; the agent posts its result later.',
    noAuth: null,
  },
  pull: {
    name: 'Pull',
    line: 'Your consumers fetch signed JSON, without a public address.',
    target: null,
    targetHint: null,
    noAuth: null,
  },
};

/** One of the words of every kind, by kind. */
export function wordsOfKinds<Part extends keyof KindWords>(
  part: Part,
): Readonly<Record<EndpointKind, KindWords[Part]>> {
  const words = ENDPOINT_KINDS.map((kind) => [kind, KIND_WORDS[kind][part]]);
  // True because ENDPOINT_KINDS names every kind.
  return Object.fromEntries(words) as Record<EndpointKind, KindWords[Part]>;
}
