/**
 * A member besides the owner, invited and joined by the link, over the API. For tests that are not
 * about invitations.
 */
import assert from 'node:assert/strict';
import type { Owner } from './first-owner.ts';
import type { BrowserSetup } from './setup.ts';

/** `<name>@example.com`, with the password of the first owner. */
export async function memberOf(
  { service, owner }: Pick<BrowserSetup, 'service' | 'owner'>,
  role: 'viewer' | 'operator' | 'admin',
  name: string = role,
): Promise<Owner> {
  const headers = { 'content-type': 'application/json', origin: service.url };
  const invited = await fetch(`${service.url}/v1/invitations`, {
    method: 'POST',
    headers: { ...headers, cookie: owner.cookie, 'ringpost-project': owner.projectId },
    body: JSON.stringify({ email: `${name}@example.com`, role }),
  });
  assert.equal(invited.status, 201, await invited.clone().text());
  const token = /#token=([^"]+)/.exec(await invited.text())?.[1];
  const accepted = await fetch(`${service.url}/v1/invitations/accept`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token, name, password: 'a long enough password' }),
  });
  assert.equal(accepted.status, 200, await accepted.clone().text());
  const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { ...owner, cookie };
}
