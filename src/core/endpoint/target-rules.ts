/**
 * Which targets an endpoint of each kind may name (specification section 1; decisions section 6):
 * a URL for Slack, Teams, Custom and self-provided agents, a mail address for Email, none for the
 * built-in agents. The text alone is judged here; what it resolves to is judged when connecting.
 */
import type { EndpointKind } from './endpoint.ts';

export const TARGET_LENGTH_MAX = 2_048;
const MAIL_LENGTH_MAX = 254;
const MAIL_LOCAL_LENGTH_MAX = 64;

/** Characters that parsers of URLs disagree about: controls, spaces, backslash. */
const DISPUTED = /[\p{Cc}\p{Z}\\]/u;
const ORIGIN = /^(https?):\/\/([^/?#]*)/i;
const ATOM = '[A-Za-z0-9!#$%&*+/=?^_{|}~-]+';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** One plain address: no display name, list, quoting, comment or non-ASCII local part. */
const MAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);

/** Why the target may not be registered, as what to do; null when it may. */
export function targetFault(
  kind: EndpointKind,
  target: string | null,
  allowHttp: boolean,
): string | null {
  switch (kind) {
    case 'builtin-analyzer':
    case 'builtin-evaluator':
      return target === null ? null : `Leave it out: an endpoint of kind ${kind} has no target.`;
    case 'email':
      return mailFault(target);
    case 'slack':
    case 'teams':
    case 'custom':
    case 'self-provided-agent':
      return urlFault(target, allowHttp);
  }
}

function mailFault(target: string | null): string | null {
  if (target === null) return 'Give the mail address of one recipient.';
  if (target.length > MAIL_LENGTH_MAX || target.indexOf('@') > MAIL_LOCAL_LENGTH_MAX) {
    return `Use at most ${MAIL_LENGTH_MAX} characters, ${MAIL_LOCAL_LENGTH_MAX} before the @.`;
  }
  return MAIL.test(target) ? null : 'Use one plain address, such as calls@example.com.';
}

function urlFault(target: string | null, allowHttp: boolean): string | null {
  if (target === null) return 'Give the URL to send to.';
  if (target.length > TARGET_LENGTH_MAX) return `Use at most ${TARGET_LENGTH_MAX} characters.`;
  if (DISPUTED.test(target)) return 'Remove spaces, control characters and backslashes.';
  const [, scheme = '', authority = ''] = ORIGIN.exec(target) ?? [];
  if (scheme.toLowerCase() !== 'https' && !(allowHttp && scheme !== '')) {
    return allowHttp ? 'Use a URL with https:// or http://.' : 'Use a URL with https://.';
  }
  if (authority.includes('@')) return 'Remove the user info; use auth to authenticate.';
  if (target.includes('#')) return 'Remove the fragment (# and what follows).';
  return authority !== '' && URL.canParse(target) ? null : 'Use a URL with a valid host and port.';
}
