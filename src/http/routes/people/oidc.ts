/**
 * Signing in by an identity provider: the browser goes there and comes back (S13.19). Both
 * addresses are pages, not data: every error leads to the sign-in page, with the reason in its
 * address. The work is done by `engine/people/oidc-service.ts`.
 */
import { ServiceError } from '../../../core/error/service-error.ts';
import { STEP_MS } from '../../../engine/people/entrance.ts';
import type { OidcReason, OidcService } from '../../../engine/people/oidc-service.ts';
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { basePathOf } from '../../dashboard/dashboard-page.ts';
import { clientOf } from '../../person/person.ts';
import { createCookie, createEntryCookies, createStepCookie } from '../../person/session-cookie.ts';
import { oneOf, replies, strictObject, Type } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

const ATTEMPT_MS = 600_000;
/**
 * Accepts all parameters that a provider adds to code and state (iss, session_state, error, ...).
 */
const CallbackQuery = Type.Object({}, { additionalProperties: Type.String({ maxLength: 8_000 }) });
/** A page of the dashboard in its own window, which closes itself. */
const AGAIN_PAGE = '/reauthenticated';
const Elsewhere = Type.Null({ description: 'The browser goes on' });

export function registerOidcRoutes(app: App, service: Service): void {
  const { people, publicUrl } = service;
  const cookies = createEntryCookies(service);
  const step = createStepCookie(publicUrl);
  const attempt = createCookie('ringpost-oidc', publicUrl);
  const basePath = basePathOf(publicUrl);
  /** The address of a page of the dashboard, below the path of the public URL. */
  const pageOf = (path: string) =>
    path.startsWith(basePath) ? path : basePath.slice(0, -1) + path;
  const redirectUri = () => `${baseOf(publicUrl, app.server).url}/v1/oidc/callback`;
  app.get(
    '/v1/oidc/start',
    {
      config: { scope: null },
      schema: {
        operationId: 'startOidc',
        summary: 'Send the browser to the identity provider',
        tags: ['people'],
        querystring: strictObject({
          returnTo: Type.Optional(
            Type.String({ maxLength: 500, description: 'A path of this service; default /' }),
          ),
          again: Type.Optional(
            oneOf(['true'], {
              description: 'Who is signed in shows again who they are; ends on /reauthenticated',
            }),
          ),
        }),
        response: replies({ 302: Elsewhere }),
      },
    },
    async ({ query }, reply) => {
      const again = query.again === 'true';
      const oidc = offered(people.oidc);
      const begun = await oidc.begin(redirectUri(), query.returnTo ?? '/', again);
      if (begun === null) return reply.redirect(pageOf(endPage('unavailable', again)), 302);
      attempt.set(reply, begun.kept, ATTEMPT_MS);
      return reply.redirect(begun.url, 302);
    },
  );
  app.get(
    '/v1/oidc/callback',
    {
      config: { scope: null },
      schema: {
        operationId: 'finishOidc',
        summary: 'Where the identity provider sends the browser back to',
        description:
          'Signs in, or ends on /login?problem=oidc-... with the reason; if the person proves ' +
          'again who they are, ends on /reauthenticated.',
        tags: ['people'],
        querystring: CallbackQuery,
        response: replies({ 302: Elsewhere }),
      },
    },
    async (request, reply) => {
      const at = request.url.indexOf('?');
      const callback = redirectUri() + (at < 0 ? '' : request.url.slice(at));
      const client = clientOf(request, service);
      const end = await offered(people.oidc).finish(callback, attempt.read(request), client);
      // The attempt is used up, whether it succeeded or not.
      attempt.set(reply, '', 0);
      if (end.kind === 'refused')
        return reply.redirect(pageOf(endPage(end.reason, end.again)), 302);
      if (end.kind === 'proven') return reply.redirect(pageOf(AGAIN_PAGE), 302);
      if (end.kind === 'second-factor') {
        step.set(reply, end.kept, STEP_MS);
        const next = new URLSearchParams({ step: 'code', next: end.returnTo });
        return reply.redirect(pageOf(`/login?${next}`), 302);
      }
      cookies.set(reply, await people.sessions.entry(end.token), client);
      return reply.redirect(pageOf(end.returnTo), 302);
    },
  );
}

function offered(oidc: OidcService | null): OidcService {
  if (oidc !== null) return oidc;
  throw new ServiceError('NOT_FOUND', 'No identity provider is set (RINGPOST_OIDC_ISSUER).');
}

function endPage(reason: OidcReason, again: boolean): string {
  return `${again ? AGAIN_PAGE : '/login'}?problem=oidc-${reason}`;
}
