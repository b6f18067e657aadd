/**
 * The checks of `ringpost doctor` for mail: whether the server accepts the connection, TLS and
 * login, and whether the DNS has the public half of the DKIM key. It sends no mail.
 */
import { createPublicKey } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import { createMailer } from '../channel/email/mailer.ts';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../system/clock.ts';
import type { Check } from './check.ts';

/** Queries the DNS; rejects if there is no such record. */
type TxtLookup = (name: string) => Promise<readonly (readonly string[])[]>;

export async function checkMail(
  { smtpUrl, dkimRecord, dkimKey }: Pick<Settings, 'smtpUrl' | 'dkimRecord' | 'dkimKey'>,
  lookup: TxtLookup = resolveTxt,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  if (smtpUrl !== null) checks.push(await checkServer(smtpUrl));
  if (dkimRecord !== null && dkimKey !== null) {
    checks.push(await checkRecord(dkimRecord, dkimKey, lookup));
  }
  return checks;
}

async function checkServer(server: NonNullable<Settings['smtpUrl']>): Promise<Check> {
  const where = `mail server ${server.host}:${server.port}`;
  const mailer = createMailer({ server, clock: systemClock });
  const found = await mailer.check();
  await mailer.close();
  if (found?.kind === 'response') {
    return { good: false, text: `${where} is there and answers ${found.status}; try again later` };
  }
  if (found !== null) return { good: false, text: `${where}: ${found.detail}` };
  const login =
    server.login === null ? 'connects; no user is set, so no login was tried' : 'takes our login';
  const tls = server.tls === 'optional' ? 'TLS only if it is offered' : 'over TLS';
  return { good: true, text: `${where} ${login}; ${tls}` };
}

async function checkRecord(name: string, key: string, lookup: TxtLookup): Promise<Check> {
  const own = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const value = `v=DKIM1; k=rsa; p=${own}`;
  try {
    const texts = (await lookup(name)).map((parts) => parts.join('').replace(/\s+/g, ''));
    if (texts.some((text) => text.includes(`p=${own}`))) {
      return { good: true, text: `${name} in the DNS is the public half of the DKIM key` };
    }
    return { good: false, text: `${name} in the DNS is of another key; it must be ${value}` };
  } catch {
    return { good: false, text: `${name} is not in the DNS; add it as a TXT record: ${value}` };
  }
}
