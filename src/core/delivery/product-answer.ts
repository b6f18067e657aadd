/**
 * What the products behind Slack, Teams and mail endpoints mean by their answers, where it differs
 * from HTTP's own meaning (S8.8, S8.11, S8.15): as the status that says the same, and whether an
 * operator must look at the endpoint because no retry will ever mend it.
 */
import type { EndpointKind } from '../endpoint/endpoint.ts';

export interface ProductAnswer {
  /** `accepted` and `refused` stand for themselves; a number is judged like any HTTP status. */
  readonly means: 'accepted' | 'refused' | number;
  readonly attention: boolean;
}

/** `excerpt`: the beginning of the answer's body; null when it could not be read. */
export function productAnswer(
  kind: EndpointKind,
  status: number,
  excerpt: string | null,
): ProductAnswer {
  switch (kind) {
    case 'slack':
      return slackAnswer(status, excerpt);
    case 'teams':
      return teamsAnswer(status, excerpt);
    case 'email':
      return { means: mailMeaning(status), attention: false };
    case 'custom':
    case 'self-provided-agent':
    case 'builtin-analyzer':
    case 'builtin-evaluator':
      return { means: status, attention: false };
  }
}

/** The webhook, its channel or its workspace is no more, or may no longer be posted to. */
const SLACK_ATTENTION: ReadonlySet<number> = new Set([403, 404, 410]);

/** Slack answers 200 `ok`, or says in another body or status what is wrong with the message. */
function slackAnswer(status: number, excerpt: string | null): ProductAnswer {
  if (status >= 200 && status <= 299) {
    const isOk = status === 200 && (excerpt === null || excerpt.trim() === 'ok');
    return { means: isOk ? 'accepted' : 'refused', attention: false };
  }
  // 410 is an archived channel, not a receiver that is gone for good.
  if (SLACK_ATTENTION.has(status)) return { means: 'refused', attention: true };
  return { means: status === 400 ? 'refused' : status, attention: false };
}

/** The address, its signature or its flow no longer exist. */
const TEAMS_ATTENTION: ReadonlySet<number> = new Set([401, 403, 404]);
const TEAMS_REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 404, 413]);
/** An old connector answers 200 and says in its body what went wrong behind it. */
const TEAMS_BEHIND = /HTTP error (\d{3})\b/;

function teamsAnswer(status: number, excerpt: string | null): ProductAnswer {
  const behind = status === 200 && excerpt !== null ? TEAMS_BEHIND.exec(excerpt) : null;
  const means = behind === null ? status : Number(behind[1]);
  if (means >= 200 && means <= 299) {
    return { means: isTaken(status, excerpt) ? 'accepted' : 'refused', attention: false };
  }
  const attention = TEAMS_ATTENTION.has(means);
  return { means: TEAMS_REFUSED.has(means) ? 'refused' : means, attention };
}

/** A flow answers 202; a connector 200 with `1`. Any other page with a 200 took no card. */
function isTaken(status: number, excerpt: string | null): boolean {
  if (status === 202) return true;
  return status === 200 && (excerpt === null || ['', '1'].includes(excerpt.trim()));
}

/** SMTP: 2xx accepted, 4xx not now, 5xx never. */
function mailMeaning(code: number): ProductAnswer['means'] {
  if (code >= 200 && code <= 299) return 'accepted';
  return code >= 500 && code <= 599 ? 'refused' : NOT_NOW;
}

const NOT_NOW = 503;
