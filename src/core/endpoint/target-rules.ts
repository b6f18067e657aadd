/**
 * Which targets an endpoint of each kind may have (S7.19, S8.6, S8.9): a URL for Slack, Teams,
 * Custom and self-provided agents, a mail address for Email, none for the built-in agents. Only the
 * text is judged here; the addresses behind a name are judged when connecting. No message repeats
 * the target, which may be a secret.
 */
import { MASK } from '../text.ts';
import type { EndpointKind } from './endpoint.ts';

export const TARGET_LENGTH_MAX = 2_048;
const MAIL_LENGTH_MAX = 254;
const MAIL_LOCAL_LENGTH_MAX = 64;

/** Characters that URL parsers interpret differently: controls, spaces, backslash. */
const DISPUTED = /[\p{Cc}\p{Z}\\]/u;
const ORIGIN = /^(https?):\/\/([^/?#]*)/i;
const ATOM = '[A-Za-z0-9!#$%&*+/=?^_{|}~-]+';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** One plain address: no display name, list, quoting, comment or non-ASCII local part. */
const MAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);

export interface TargetPolicy {
  /** The development setting that permits `http:` targets. */
  readonly allowHttp: boolean;
  /** The origins of the inbox, such as `http://127.0.0.1:8081`, which every kind of URL may use. */
  readonly ownOrigins?: readonly string[];
  /** Where mail is sent while no mail server is configured. */
  readonly mailWithoutServer?: 'inbox' | 'nowhere';
}

/** Why the target may not be registered, worded as what to do; null if it may. */
export function targetFault(
  kind: EndpointKind,
  target: string | null,
  policy: TargetPolicy,
): string | null {
  switch (kind) {
    case 'builtin-analyzer':
    case 'builtin-evaluator':
    case 'pull':
      return target === null ? null : `Leave it out: an endpoint of kind ${kind} has no target.`;
    case 'email':
      return mailFault(target);
    case 'slack':
      return slackFault(target, policy);
    case 'teams':
    case 'custom':
    case 'self-provided-agent':
      return urlFault(target, policy);
  }
}

/**
 * Hints about an accepted target, as sentences for operators. A masked target gives the same hints.
 */
export function targetWarnings(
  kind: EndpointKind,
  target: string | null,
  policy: TargetPolicy,
): readonly string[] {
  if (kind === 'email') return mailWarnings(policy);
  if (kind !== 'teams' || target === null || !URL.canParse(target)) return [];
  const { hostname } = new URL(target);
  if (isOwn(target, policy) || isWithin(hostname, TEAMS_ZONES)) return [];
  return [isWithin(hostname, RETIRED_ZONES) ? TEAMS_RETIRED : TEAMS_UNKNOWN];
}

function mailWarnings({ mailWithoutServer }: TargetPolicy): readonly string[] {
  if (mailWithoutServer === undefined) return [];
  return [mailWithoutServer === 'inbox' ? MAIL_TO_INBOX : MAIL_NOWHERE];
}

const MAIL_TO_INBOX = 'No mail server is set: mail goes to the local inbox.';
const MAIL_NOWHERE =
  'No mail server is set: nothing can be sent until RINGPOST_SMTP_URL names one.';

/** The hosts of Teams' workflows, and of its retired connectors. */
const TEAMS_ZONES = ['environment.api.powerplatform.com', 'logic.azure.com'] as const;
const RETIRED_ZONES = ['webhook.office.com'] as const;
const TEAMS_RETIRED =
  'Microsoft has retired the connectors behind webhook.office.com; make a workflow in Teams ' +
  'that posts webhook requests, and give its URL.';
const TEAMS_UNKNOWN =
  'This is no host of Teams workflows (environment.api.powerplatform.com, logic.azure.com); ' +
  'send a test to see that it takes Adaptive Cards.';

const SLACK_HOSTS: ReadonlySet<string> = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);
const SLACK_URL = 'https://hooks.slack.com/services/';

function slackFault(target: string | null, policy: TargetPolicy): string | null {
  const fault = urlFault(target, policy);
  if (fault !== null || target === null || isOwn(target, policy)) return fault;
  const { protocol, host, pathname } = new URL(target);
  if (protocol !== 'https:' || !SLACK_HOSTS.has(host)) {
    return `Use the URL of a Slack incoming webhook; it begins with ${SLACK_URL}.`;
  }
  if (/^\/(?:workflows|triggers)\//.test(pathname)) {
    return (
      'Use an incoming webhook: this URL starts a workflow, which takes only the variables that ' +
      `it declares and would refuse the message. An incoming webhook begins with ${SLACK_URL}.`
    );
  }
  return /^\/services(?:\/[^/]+){3}$/.test(pathname)
    ? null
    : `Copy the whole URL of the incoming webhook; it begins with ${SLACK_URL}.`;
}

function isOwn(target: string, { ownOrigins = [] }: TargetPolicy): boolean {
  return URL.canParse(target) && ownOrigins.includes(new URL(target).origin);
}

/** Whether a host name lies below one of these zones. */
function isWithin(hostname: string, zones: readonly string[]): boolean {
  return zones.some((zone) => hostname.endsWith(`.${zone}`));
}

const PLAIN_ADDRESS =
  'Use one plain address in ASCII, such as calls@example.com: no name, no list, a domain with ' +
  'other letters as xn--.';

export function mailFault(target: string | null): string | null {
  if (target === null) return 'Give the mail address of one recipient.';
  if (target.length > MAIL_LENGTH_MAX || target.indexOf('@') > MAIL_LOCAL_LENGTH_MAX) {
    return `Use at most ${MAIL_LENGTH_MAX} characters, ${MAIL_LOCAL_LENGTH_MAX} before the @.`;
  }
  return MAIL.test(target) ? null : PLAIN_ADDRESS;
}

function urlFault(target: string | null, policy: TargetPolicy): string | null {
  if (target === null) return 'Give the URL to send to.';
  if (target.length > TARGET_LENGTH_MAX) return `Use at most ${TARGET_LENGTH_MAX} characters.`;
  if (DISPUTED.test(target)) return 'Remove spaces, control characters and backslashes.';
  if (target.includes(MASK)) return 'Give the whole URL; this is how a secret one is shown.';
  const allowHttp = policy.allowHttp || isOwn(target, policy);
  const [, scheme = '', authority = ''] = ORIGIN.exec(target) ?? [];
  if (scheme.toLowerCase() !== 'https' && !(allowHttp && scheme !== '')) {
    if (allowHttp) return 'Use a URL with https:// or http://.';
    return scheme === '' ? 'Use a URL with https://.' : httpFault(policy);
  }
  if (authority.includes('@')) return 'Remove the user info; use auth to authenticate.';
  if (target.includes('#')) return 'Remove the fragment (# and what follows).';
  return authority !== '' && URL.canParse(target) ? null : 'Use a URL with a valid host and port.';
}

/** Most people who write `http:` are trying a receiver on their own machine. */
function httpFault({ ownOrigins = [] }: TargetPolicy): string {
  const inbox = ownOrigins.map((origin) => `, or a box of the local inbox at ${origin}`).join('');
  return `Use a URL with https://, or permit the address with RINGPOST_ALLOW_TARGETS${inbox}.`;
}
