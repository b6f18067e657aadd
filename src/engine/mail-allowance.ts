/**
 * Limits the mails to one recipient, for one project and for one person in an hour, so that no
 * member can flood strangers' mailboxes. In memory, per process, bounded, and empty after a
 * restart. Must never reveal who gets mails.
 */
import type { Clock } from './ports/clock.ts';

/**
 * `recipient`: all mails except notices of sign-ins, so that those have their own limit. `project`:
 * invitations and tests. `person`: changes of an e-mail. `signIns`: notices to one account.
 */
export const MAILS_PER_HOUR = { recipient: 5, project: 60, person: 5, signIns: 5 } as const;
export type MailSubject = keyof typeof MAILS_PER_HOUR;

export interface MailAllowance {
  /**
   * Counts one mail for each subject and returns 0; if one of them has reached its limit, counts
   * none and returns how long to wait, in ms.
   */
  take(subjects: Readonly<Partial<Record<MailSubject, string | number>>>): number;
}

const HOUR_MS = 3_600_000;
/** The counts that are kept. Beyond this number the oldest is forgotten, so memory is bounded. */
export const COUNTS_MAX = 20_000;

interface Count {
  mails: number;
  readonly untilMonoMs: number;
}

export function createMailAllowance(clock: Pick<Clock, 'monoMs'>): MailAllowance {
  const counts = new Map<string, Count>();

  function countOf(name: string, nowMs: number): Count {
    const present = counts.get(name);
    if (present !== undefined && present.untilMonoMs > nowMs) return present;
    counts.delete(name);
    const made = { mails: 0, untilMonoMs: nowMs + HOUR_MS };
    counts.set(name, made);
    const [oldest] = counts.keys();
    if (counts.size > COUNTS_MAX && oldest !== undefined) counts.delete(oldest);
    return made;
  }

  return {
    take(subjects) {
      const nowMs = clock.monoMs();
      const asked = MAIL_SUBJECTS.flatMap((kind) => {
        const who = subjects[kind];
        if (who === undefined) return [];
        return [{ count: countOf(`${kind} ${who}`, nowMs), most: MAILS_PER_HOUR[kind] }];
      });
      const full = asked.filter(({ count, most }) => count.mails >= most);
      if (full.length > 0) return Math.max(...full.map(({ count }) => count.untilMonoMs - nowMs));
      for (const { count } of asked) count.mails += 1;
      return 0;
    },
  };
}

const MAIL_SUBJECTS = [
  'recipient',
  'project',
  'person',
  'signIns',
] as const satisfies readonly MailSubject[];
