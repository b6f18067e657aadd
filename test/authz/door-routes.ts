/** Public routes with which people sign in or accept an invitation. Part of `route-table.ts`. */
import { post, type Route } from './route.ts';

const NOTHING = { body: () => ({}) } as const;

export const DOOR_ROUTES: readonly Route[] = [
  { ...post('/v1/session/second-factor/options', 'project:admin', 401), scope: null },
  { ...post('/v1/session/second-factor/passkey', 'project:admin', 422, NOTHING), scope: null },
  // The tests use an IP address, where passkeys are unavailable.
  { ...post('/v1/session/passkey/options', 'project:admin', 409), scope: null },
  { ...post('/v1/session/passkey', 'project:admin', 422, NOTHING), scope: null },
  {
    ...post('/v1/invitations/preview', 'project:admin', 404, { body: () => ({ token: 'no' }) }),
    scope: null,
  },
  {
    ...post('/v1/invitations/accept', 'project:admin', 404, { body: () => ({ token: 'no' }) }),
    scope: null,
  },
];
