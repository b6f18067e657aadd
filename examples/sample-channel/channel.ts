/**
 * Step 8 for topics of ntfy (https://docs.ntfy.sh/publish), as a sample of a whole channel: opens
 * the token, posts the text made from the firing, and reports what came back. `send` never
 * rejects. It must never judge an answer, retry, nor let the token into a result.
 */
import { withoutSecrets } from '../../src/channel/redaction.ts';
import type { SecretPostParts } from '../../src/channel/secret-post.ts';
import { type Failure, failure } from '../../src/channel/send-failure.ts';
import type { AnyFiring } from '../../src/core/alert/notice.ts';
import type { Endpoint } from '../../src/core/endpoint/endpoint.ts';
import type { Channel } from '../../src/engine/ports/channel.ts';
import { recordPlace, TOKEN_CONTEXT } from '../../src/engine/ports/secrets.ts';
import { ntfyMessage } from './message.ts';

export function createNtfyChannel(parts: SecretPostParts): Channel {
  // All that is shown: the headers without the credential, and the body.
  const shown = (firing: AnyFiring) => {
    const { priority, body } = ntfyMessage(firing);
    const type = 'text/plain; charset=utf-8';
    return { headers: { 'content-type': type, 'user-agent': parts.userAgent, priority }, body };
  };
  return {
    async send({ endpoint, firing, permit }) {
      const opened = open(endpoint, parts);
      if (opened.kind !== 'ready') return { ...opened, durationMs: 0 };
      const { url, token } = opened;
      const { headers, body } = shown(firing);
      const list = Object.entries(headers).flat();
      if (token !== null) list.push('authorization', `Bearer ${token}`);
      // The client ends by the timeout, obeys the permit and asks the destination guard.
      const { timeoutMs } = endpoint;
      const result = await parts.http.send({ url, headers: list, body, timeoutMs, permit });
      return withoutSecrets(result, token === null ? [] : [token]);
    },
    show: ({ firing }) => shown(firing),
  };
}

type Opened = { readonly kind: 'ready'; readonly url: string; readonly token: string | null };

/** What the request needs of the endpoint, or why there is none; no reason repeats a secret. */
function open(endpoint: Endpoint, { secrets, guard }: SecretPostParts): Opened | Failure {
  const { target, auth } = endpoint;
  if (target === null) return failure('configuration', 'The endpoint has no target.');
  // The rules of registration hold at each attempt: the allow list may be shorter by now.
  const refusal = guard.checkTarget(target);
  if (refusal !== null) return { kind: 'blocked', detail: refusal };
  // A topic that anyone may post to needs no token.
  if (auth?.method !== 'bearer') return { kind: 'ready', url: target, token: null };
  try {
    return {
      kind: 'ready',
      url: target,
      token: secrets.open(auth.token, TOKEN_CONTEXT, recordPlace(endpoint)),
    };
  } catch {
    return failure('configuration', 'The token cannot be opened; enter it again.');
  }
}
