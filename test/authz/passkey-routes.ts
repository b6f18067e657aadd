/** Public routes by which passkeys sign in; part of `route-table.ts`. */
import { post, type Route } from './route.ts';

const NOTHING = { body: () => ({}) } as const;

export const PASSKEY_ROUTES: readonly Route[] = [
  { ...post('/v1/session/second-factor/options', 'project:admin', 401), scope: null },
  { ...post('/v1/session/second-factor/passkey', 'project:admin', 422, NOTHING), scope: null },
  // The tests ask an address, where browsers know no passkeys.
  { ...post('/v1/session/passkey/options', 'project:admin', 409), scope: null },
  { ...post('/v1/session/passkey', 'project:admin', 422, NOTHING), scope: null },
];
