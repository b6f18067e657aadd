/**
 * Opens the mail channel: to the configured server, to the inbox if none is configured, or to
 * neither; then an attempt fails with a sentence that says what to set.
 */
import { type DkimKey, dkimKeyOf } from '../channel/email/dkim.ts';
import { createLetters } from '../channel/email/letter.ts';
import { createMailer, type Mailer, type MailServer } from '../channel/email/mailer.ts';
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Letters } from '../engine/ports/letters.ts';

export interface OpenedMail {
  readonly mailer: Mailer | null;
  readonly from: string;
  readonly dkim: DkimKey | null;
  /**
   * Null without a configured mail server: every member who may read deliveries can read the local
   * inbox, and the link in a letter is enough to act as its recipient.
   */
  readonly letters: Letters | null;
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
  const mailer = server === null ? null : createMailer({ server, clock });
  const from = settings.mailFrom ?? LOCAL_SENDER;
  const dkim = dkimRecord === null || dkimKey === null ? null : dkimKeyOf(dkimRecord, dkimKey);
  const letters =
    settings.smtpUrl === null || mailer === null
      ? null
      : createLetters({ mailer, from, dkim, clock });
  return { mailer, from, dkim, letters };
}
