/**
 * Step 8 for products that are posted to at a secret URL (S8.4): opens the URL and posts a body
 * made from the firing. It adds no header except the type of the body. `send` never rejects. It
 * must never judge an answer, nor let the URL into a result.
 */
import type { AnyFiring } from '../core/alert/notice.ts';
import type { SendResult } from '../core/delivery/outcome.ts';
import type { Endpoint } from '../core/endpoint/endpoint.ts';
import type { Channel } from '../engine/ports/channel.ts';
import { opened, recordPlace, type Secrets, TARGET_CONTEXT } from '../engine/ports/secrets.ts';
import type { Guard } from './destination-guard.ts';
import type { HttpClient } from './http-client.ts';
import { withoutSecrets } from './redaction.ts';
import { type Failure, failure } from './send-failure.ts';

export interface SecretPostParts {
  readonly http: HttpClient;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly guard: Pick<Guard, 'checkTarget'>;
  /** `Ringpost/<version>`. */
  readonly userAgent: string;
}

/** `bodyOf` must be pure: the same firing gives the same bytes. */
export function createSecretPost(
  { http, secrets, guard, userAgent }: SecretPostParts,
  bodyOf: (firing: AnyFiring) => string,
): Channel {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  return {
    async send({ endpoint, firing, permit }): Promise<SendResult> {
      const url = openTarget(endpoint, secrets, guard);
      if (typeof url !== 'string') return { ...url, durationMs: 0 };
      const { timeoutMs } = endpoint;
      const body = bodyOf(firing);
      const list = Object.entries(headers).flat();
      const result = await http.send({ url, headers: list, body, timeoutMs, permit });
      return withoutSecrets(result, secretPartsOf(url));
    },
    show: ({ firing }) => ({ headers, body: bodyOf(firing) }),
  };
}

/** Returns the URL, or why there is none; the rules of registration apply to each attempt. */
function openTarget(
  endpoint: Endpoint,
  secrets: Pick<Secrets, 'open'>,
  guard: Pick<Guard, 'checkTarget'>,
): string | Failure {
  const { secretTarget } = endpoint;
  const target =
    secretTarget === null
      ? null
      : opened(secrets, secretTarget, TARGET_CONTEXT, recordPlace(endpoint));
  if (target === null) return failure('configuration', NOT_OPENED);
  const refusal = guard.checkTarget(target);
  return refusal === null ? target : { kind: 'blocked', detail: refusal };
}

const NOT_OPENED =
  'The target cannot be opened: it was sealed by another master key, or for another endpoint; ' +
  'enter it again.';

/** The secret parts of a URL: its path segments and the values of its query. */
export function secretPartsOf(url: string): readonly string[] {
  const { pathname, search } = new URL(url);
  const parts = [...pathname.split('/'), ...search.slice(1).split(/[&=]/)];
  return parts.flatMap((part) => [part, decoded(part)]);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
