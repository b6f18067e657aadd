/**
 * Makes the first owner of a fresh service over its API, with the token that the start printed;
 * returns the session's cookie. For tests that are not about the first start.
 */
import type { ServiceProcess } from '../support/service-process.ts';

export const OWNER = {
  email: 'owner@example.com',
  name: 'Kim Owner',
  password: 'a long enough password',
} as const;

export interface Owner {
  /** As the `cookie` header. */
  readonly cookie: string;
  readonly projectId: string;
  /** The key that the start made, with every scope. */
  readonly apiKey: string;
}

export function setupTokenOf(service: Pick<ServiceProcess, 'output'>): string {
  return found(service, /setup#token=(\S+)/, 'setup link');
}

export async function makeOwner(service: ServiceProcess): Promise<Owner> {
  const answer = await fetch(`${service.url}/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ token: setupTokenOf(service), ...OWNER }),
  });
  if (!answer.ok) throw new Error(`the setup was refused: ${await answer.text()}`);
  return ownerWith(service, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
}

/** The owner of this session. */
export async function ownerWith(service: ServiceProcess, cookie: string): Promise<Owner> {
  const session = await fetch(`${service.url}/v1/session`, { headers: { cookie } });
  const projectId = /"projectId":"(prj_[^"]+)"/.exec(await session.text())?.[1];
  if (projectId === undefined) throw new Error('the owner is a member of no project');
  return { cookie, projectId, apiKey: found(service, /shown only now: (rp_\S+)/, 'API key') };
}

function found({ output }: Pick<ServiceProcess, 'output'>, pattern: RegExp, what: string): string {
  const text = pattern.exec(output())?.[1];
  if (text === undefined) throw new Error(`the start printed no ${what}:\n${output()}`);
  return text;
}
