/**
 * How requests to an endpoint are authenticated, on the wire (S7.4, S12.11). A token or a secret is
 * sent whole and shown masked; `core/endpoint/endpoint-rules.ts` says which values are allowed.
 */
import type { Static } from 'typebox';
import { AUTH_METHODS } from '../../core/endpoint/endpoint.ts';
import type { ShownAuth as AuthFacts } from '../../engine/endpoint/endpoint-facts.ts';
import { oneOf, strictObject, Timestamp, Type } from './shared.ts';

export const MASKED = 'Masked to its last four characters';

export const Auth = strictObject(
  {
    method: oneOf(AUTH_METHODS),
    token: Type.Optional(
      Type.String({
        description: 'Of bearer: RFC 6750 b64token, at most 2,048 characters. Never shown again',
      }),
    ),
    secret: Type.Optional(
      Type.String({
        description:
          'Of hmac-sha256: whsec_ and base64 of 24 to 64 random bytes. Left out: one is made, ' +
          'and told in newSecret of the answer, this once',
      }),
    ),
  },
  {
    title: 'EndpointAuth',
    description:
      'How requests prove who sends them; required for custom and ' +
      'self-provided-agent. In a change, bearer without a ' +
      'token keeps the present one, and hmac-sha256 without a secret too',
  },
);

export const ShownAuth = strictObject(
  {
    method: oneOf(AUTH_METHODS),
    token: Type.Optional(Type.String({ description: MASKED, examples: ['••••9f3c'] })),
    secret: Type.Optional(Type.String({ description: MASKED, examples: ['••••Xk0='] })),
    retiring: Type.Optional(
      Type.Array(
        strictObject(
          { secret: Type.String({ description: MASKED }), until: Timestamp },
          { title: 'RetiringSecret' },
        ),
        { description: 'Former secrets that still sign beside the present one' },
      ),
    ),
  },
  { title: 'ShownAuth' },
);

/** `nowMs`: secrets that have expired are not shown. */
export function showAuth(auth: AuthFacts | null, nowMs: number): Static<typeof ShownAuth> | null {
  if (auth?.method !== 'hmac-sha256') return auth;
  const retiring = auth.retiring.filter(({ until }) => Date.parse(until) > nowMs);
  return { ...auth, retiring: retiring.map((each) => ({ ...each })) };
}
