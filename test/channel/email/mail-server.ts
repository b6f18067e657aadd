/** A complete mail server in this process, on loopback, which keeps every mail. */
import type { TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type CertificateName, readPem } from '../certificates/read.ts';
import { LOGIN } from './given-mail.ts';

export interface TakenMail {
  readonly from: string;
  readonly recipients: readonly string[];
  /** The source before dot-stuffing. */
  readonly source: string;
  readonly secured: boolean;
  readonly user: string | null;
  readonly session: string;
}

export interface MailServerOptions extends SMTPServerOptions {
  readonly certificate?: CertificateName;
}

export async function startMailServer(test: TestContext, options: MailServerOptions = {}) {
  const taken: TakenMail[] = [];
  const { certificate = 'receiver', ...rest } = options;
  const pem = readPem(certificate);
  let open = 0;
  let openMost = 0;
  const server = new SMTPServer({
    cert: pem,
    key: pem,
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      open += 1;
      openMost = Math.max(openMost, open);
      done();
    },
    onClose() {
      open -= 1;
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === LOGIN.user && password === LOGIN.password;
      if (isRight) return done(null, { user: LOGIN.user });
      // Some servers repeat the login in their text.
      return done(new Error(`no such login as ${username} with ${password}`));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('latin1'),
          secured: session.secure === true,
          user: typeof session.user === 'string' ? session.user : null,
          session: session.id,
        });
        done();
      });
    },
    ...rest,
  });
  // A client that drops its connection does not fail the test.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  test.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return {
    taken,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get openMost() {
      return openMost;
    },
  };
}
