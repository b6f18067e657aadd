/**
 * Opens the mail channel: to the configured server, to the inbox if none is configured, or to
 * neither; then an attempt fails with a sentence that says what to set.
 */
import { type DkimKey, dkimKeyOf } from '../channel/email/dkim.ts';
import { createMailer, type Mailer, type MailServer } from '../channel/email/mailer.ts';
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../engine/ports/clock.ts';

export interface OpenedMail {
  readonly mailer: Mailer | null;
  readonly from: string;
  readonly dkim: DkimKey | null;
}

/** Used only if no mail leaves the machine, because the settings of a server require a sender. */
const LOCAL_SENDER = 'Ringpost <ringpost@localhost>';

export function openMail(
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dkimRecord' | 'dkimKey'>,
  clock: Clock,
  instead: MailServer | null,
): OpenedMail {
  const { dkimRecord, dkimKey } = settings;
  const server = settings.smtpUrl ?? instead;
  return {
    mailer: server === null ? null : createMailer({ server, clock }),
    from: settings.mailFrom ?? LOCAL_SENDER,
    dkim: dkimRecord === null || dkimKey === null ? null : dkimKeyOf(dkimRecord, dkimKey),
  };
}
