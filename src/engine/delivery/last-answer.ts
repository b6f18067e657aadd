/**
 * Words for the last answer to a delivery and for what an operator can do about it (S12.13). Mail
 * servers answer in SMTP and not in HTTP; if no retry can help, the text says so. Pure. Must never
 * repeat a text of the receiver: the attempts of the delivery show that.
 */
import { productAnswer } from '../../core/delivery/outcome.ts';
import type { EndpointKind } from '../../core/endpoint/endpoint.ts';
import type { DeliverySummary } from '../ports/query-store.ts';

type Last = Pick<DeliverySummary, 'lastStatus' | 'lastError'>;

/** Begins with a space; empty if no attempt has ended. */
export function lastAnswer({ lastStatus, lastError }: Last, kind: EndpointKind): string {
  if (lastStatus === null) return lastError === null ? '' : ` (last error: ${lastError})`;
  return ` (last answer ${kind === 'email' ? 'SMTP' : 'HTTP'} ${lastStatus})`;
}

/** For a failed delivery: a sentence that begins with a space, or an empty text. */
export function whatToDo({ lastStatus, lastError }: Last, kind: EndpointKind): string {
  const advice =
    lastStatus === null ? errorAdvice(lastError, kind) : answerAdvice(lastStatus, kind);
  return advice === null ? '' : ` ${advice}`;
}

function answerAdvice(status: number, kind: EndpointKind): string | null {
  if (productAnswer(kind, status, null).attention) return NEW_URL;
  return kind === 'email' || (status >= 200 && status <= 299) ? IN_THE_TEXT : null;
}

const NEW_URL = 'The webhook is gone or may no longer be posted to: give the endpoint its new URL.';
const IN_THE_TEXT = 'The text of the answer, with the attempts of the delivery, says why.';
const TEST = 'A test of the endpoint says more.';

function errorAdvice(error: string | null, kind: EndpointKind): string | null {
  switch (error) {
    case 'authentication':
      return 'Mend the login in RINGPOST_SMTP_URL and restart; `ringpost doctor` tries it.';
    case 'configuration':
      return kind === 'email' ? `Check the settings of mail. ${TEST}` : TEST;
    case 'signing':
      return 'A key or token cannot be opened: is the master key the one that sealed it?';
    case 'dns':
    case 'refused':
    case 'tls':
    case 'connect-timeout':
      return kind === 'email' ? '`ringpost doctor` tries the mail server and says more.' : TEST;
    default:
      return null;
  }
}
