/**
 * Proving one's identity again (docs/decisions/0038). The work is done by
 * `engine/people/reauthentication-service.ts`; `oidc.ts` does it by the identity provider.
 */
import type { App } from '../../app.ts';
import { baseOf } from '../../base-url.ts';
import { clientOf } from '../../person/person.ts';
import { showSession } from '../../person/shown-session.ts';
import { ReauthenticationBody, SessionRecord } from '../../schema/session.ts';
import { replies } from '../../schema/shared.ts';
import type { Service } from '../../service.ts';

export function registerReauthenticationRoutes(app: App, service: Service): void {
  const { people, publicUrl } = service;
  app.post(
    '/v1/session/reauthentication',
    {
      config: { scope: 'account', repeats: 'makes-nothing' },
      schema: {
        operationId: 'reauthenticate',
        summary: 'Prove again who you are',
        description:
          'Changes of rights need such a proof, at most 10 minutes old. Wrong ' +
          'passwords are counted as tries to sign in.',
        tags: ['people'],
        body: ReauthenticationBody,
        response: replies({ 200: SessionRecord }),
      },
    },
    async (request) => {
      const client = clientOf(request, service);
      const { password } = request.body;
      const signedIn = await people.reauthentication.byPassword(request.person, password, client);
      return showSession(signedIn, new URL(baseOf(publicUrl, app.server).url).origin);
    },
  );
}
