/**
 * A real OpenID Connect provider (oidc-provider) on this machine, with one client and any number of
 * accounts. `logIn` acts as the browser of a person who signs in: it follows the provider's pages
 * and stops at the address that the provider redirects to.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface OidcAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface OidcServer {
  readonly issuer: string;
  readonly accounts: Map<string, OidcAccount>;
  /** Changes to the provider's answers, by path. */
  readonly tamper: Map<string, (answer: Buffer, reply: ServerResponse) => Buffer>;
  /** From the URL that our service redirects to, to the one that the provider redirects back to. */
  logIn(url: string, account: string): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'ringpost', secret: 'a secret of the client, long enough' } as const;
const STEPS_MAX = 20;

/** `redirectUris` are known once our service listens. */
export async function startOidcServer(redirectUris: readonly string[]): Promise<OidcServer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const accounts = new Map<string, OidcAccount>();
  const tamper: OidcServer['tamper'] = new Map();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [...redirectUris],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['only for tests'] },
    findAccount: async (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...accounts.get(id) }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, reply) => {
    const change = tamper.get(new URL(request.url ?? '/', issuer).pathname);
    if (change !== undefined) changeAnswer(reply, change);
    answer(request, reply);
  });
  return {
    issuer,
    accounts,
    tamper,
    logIn: (url, account) => logIn(issuer, url, account),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The provider passes the whole answer to `end`. */
function changeAnswer(
  reply: ServerResponse,
  change: (answer: Buffer, reply: ServerResponse) => Buffer,
): void {
  const end = reply.end.bind(reply);
  reply.end = (answer: unknown) => {
    const changed = change(Buffer.from(String(answer ?? '')), reply);
    reply.setHeader('content-length', changed.length);
    return end(changed);
  };
}

async function logIn(issuer: string, from: string, account: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = from;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === null ? {} : { method: 'POST', body: form }),
    });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      form = null;
      if (!url.startsWith(issuer)) return url;
      continue;
    }
    const page = await reply.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`no form: ${page}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, login: account, password: 'any' });
  }
  throw new Error('the provider never sends the browser back');
}
