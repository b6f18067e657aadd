/** A mailer on loopback whose clock stands still, and a mail, for the tests of mail. */
import type { TestContext } from 'node:test';
import {
  createMailer,
  type MailServer,
  type OutgoingMail,
} from '../../../src/channel/email/mailer.ts';
import { UNENDING_PERMIT } from '../../../src/engine/ports/channel.ts';
import { readPem } from '../certificates/read.ts';
import { createSteppedClock } from '../stepped-clock.ts';

export const PASSWORD = 'pa55-Word/secret';
export const LOGIN = { user: 'calls@example.com', password: PASSWORD };

/** `receiver.example`, the name in the test certificate, resolves to loopback. */
export function givenMailer(test: TestContext, server: Partial<MailServer>) {
  const clock = createSteppedClock();
  const mailer = createMailer({
    server: {
      host: 'receiver.example',
      port: 0,
      tls: 'required',
      login: null,
      connectionsMax: 3,
      ...server,
    },
    clock,
    lookup: async () => ['127.0.0.1'],
    ca: readPem('ca'),
  });
  test.after(() => mailer.close());
  return { mailer, clock };
}

export function givenMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    from: 'calls@example.com',
    to: 'ops@example.com',
    source: 'Subject: hello\r\n\r\n.a line that begins with a dot\r\n',
    timeoutMs: 10_000,
    permit: UNENDING_PERMIT,
    ...changes,
  };
}
