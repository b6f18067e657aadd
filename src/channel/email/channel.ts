/**
 * Step 8 for Email (S8.12 to S8.17): makes the mail of a firing and hands it to the mail server,
 * for exactly the address of the endpoint. A preview has the same bytes as the mail. `send` never
 * rejects and ends by the endpoint's timeout. It must never judge an answer.
 */
import { isNotice } from '../../core/alert/notice.ts';
import type { SendResult } from '../../core/delivery/outcome.ts';
import { mailFault } from '../../core/endpoint/target-rules.ts';
import type { Channel, SendRequest } from '../../engine/ports/channel.ts';
import { failure } from '../send-failure.ts';
import { type DkimKey, dkimSigned } from './dkim.ts';
import { letterMail } from './letter.ts';
import type { Mailer } from './mailer.ts';
import { type Mail, mailOf, mailSource } from './message.ts';
import { senderOf } from './sender.ts';

export interface MailChannelParts {
  /** Null: no mail server is configured and the inbox is off. */
  readonly mailer: Pick<Mailer, 'send'> | null;
  /** `Name <address>` or an address; the settings have checked it. */
  readonly from: string;
  readonly dkim: DkimKey | null;
}

export function createMailChannel({ mailer, from, dkim }: MailChannelParts): Channel {
  const sender = senderOf(from);

  const signed = (mail: Mail): Mail => (dkim === null ? mail : dkimSigned(mail, dkim));

  const mailFor = (request: SendRequest, to: string): Mail => {
    const { endpoint, webhookId, deliveryId, callId, firing } = request;
    if (isNotice(firing)) {
      const letter = { kind: 'alert', to, language: null, noticeId: deliveryId, firing } as const;
      return signed(letterMail(letter, sender, firing.firedAtMs));
    }
    const { id: endpointId, projectId } = endpoint;
    const ids = { webhookId, deliveryId, callId, endpointId, projectId };
    const mail = mailOf({ from: sender, to, ...ids, firing });
    return signed(mail);
  };

  const sourceFor = (request: SendRequest, to: string): string | null => {
    try {
      return mailSource(mailFor(request, to));
    } catch {
      return null;
    }
  };

  const send = async (request: SendRequest): Promise<SendResult> => {
    const { endpoint, permit } = request;
    const { target, timeoutMs } = endpoint;
    // Checked at registration, and again here, because it goes into the envelope.
    if (target === null || mailFault(target) !== null) return unusable(NO_ADDRESS);
    if (mailer === null) return unusable(NO_SERVER);
    const source = sourceFor(request, target);
    if (source === null) return { ...failure('signing', NOT_SIGNED), durationMs: 0 };
    return mailer.send({ from: sender.address, to: target, source, timeoutMs, permit });
  };

  return {
    send,
    show(request) {
      const mail = mailFor(request, request.endpoint.target ?? '');
      return { headers: shown(mail.headers), body: mailSource(mail) };
    },
  };
}

const NO_ADDRESS = 'The target is not one plain mail address.';
const NOT_SIGNED = 'The mail could not be signed; look at RINGPOST_DKIM_KEY.';
const NO_SERVER = 'No mail server is set; give its address in RINGPOST_SMTP_URL.';

function unusable(why: string): SendResult {
  return { ...failure('configuration', why), durationMs: 0 };
}

/** Unfolded for reading; the body shows the lines as they are sent. */
function shown(lines: readonly string[]): Readonly<Record<string, string>> {
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [
      line.slice(0, colon),
      line
        .slice(colon + 1)
        .replaceAll('\r\n', '')
        .trim(),
    ] as const;
  });
  return Object.fromEntries(pairs);
}
