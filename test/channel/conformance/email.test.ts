/** The mail channel conforms, over STARTTLS and with a login, against a real mail server. */
import type { TestContext } from 'node:test';
import { createMailChannel } from '../../../src/channel/email/channel.ts';
import { createMailer } from '../../../src/channel/email/mailer.ts';
import { PACING_DEFAULTS } from '../../../src/core/endpoint/endpoint-defaults.ts';
import { systemClock } from '../../../src/system/clock.ts';
import { readPem } from '../certificates/read.ts';
import { LOGIN, PASSWORD } from '../email/given-mail.ts';
import { startMailServer } from '../email/mail-server.ts';
import { givenEndpoint } from '../given.ts';
import { Arrivals, type OpenedChannel, type Received } from './channel-under-test.ts';
import { conform } from './suite.ts';

/** The reply to a mail; `repeats`: its text repeats the login; null: the server stays silent. */
type MailAnswer = { readonly code: number; readonly repeats?: boolean } | null;

async function open(test: TestContext): Promise<OpenedChannel<MailAnswer>> {
  const arrivals = new Arrivals<Received>();
  let answer: MailAnswer = { code: 250 };
  const { port } = await startMailServer(test, {
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const chosen = answer;
        const beside = `${LOGIN.user} ${PASSWORD}`;
        arrivals.push({ body: Buffer.concat(chunks).toString(), beside });
        if (chosen === null) return;
        if (chosen.code === 250) return done();
        const text = chosen.repeats === true ? `no mail of ${beside}` : 'no';
        done(Object.assign(new Error(text), { responseCode: chosen.code }));
      });
    },
  });
  const mailer = createMailer({
    server: { host: 'receiver.example', port, tls: 'required', login: LOGIN, connectionsMax: 3 },
    clock: systemClock,
    lookup: async () => ['127.0.0.1'],
    ca: readPem('ca'),
  });
  test.after(() => mailer.close());
  return {
    channel: createMailChannel({ mailer, from: 'Calls <calls@example.com>', dkim: null }),
    endpoint: givenEndpoint({
      kind: 'email',
      target: 'ops@example.com',
      auth: null,
      pacing: PACING_DEFAULTS.email,
    }),
    secrets: [PASSWORD],
    received: arrivals.items,
    arrived: (count) => arrivals.reach(count),
    answer(next) {
      answer = next;
    },
  };
}

conform<MailAnswer>({
  name: 'email',
  open,
  accept: { code: 250 },
  notNow: { code: 451 },
  hang: null,
  echo: { code: 554, repeats: true },
  meanings: [
    { when: 'taken', answer: { code: 250 }, outcome: 'delivered' },
    { when: 'no room', answer: { code: 452 }, outcome: 'retryable' },
    { when: 'trouble', answer: { code: 451 }, outcome: 'retryable' },
    { when: 'no such box', answer: { code: 550 }, outcome: 'rejected' },
    { when: 'refused', answer: { code: 554 }, outcome: 'rejected' },
  ],
});
