/**
 * The outcome of a delivery in plain sentences: how many attempts, in what time, the last answer,
 * and what comes next. Pure: takes messages, format and the present time.
 */

import type { DeliveryRecord, EndpointRecord } from '../../../api/record.ts';
import type { Words } from '../../../i18n/words.ts';
import { deliveryWord, lastAnswer, type StateWords } from '../../../word/delivery-state.ts';

type Shown = Pick<
  DeliveryRecord,
  | 'state'
  | 'attempts'
  | 'failures'
  | 'createdAt'
  | 'closedAt'
  | 'lastAttemptAt'
  | 'dueAt'
  | 'manual'
  | 'lastStatus'
  | 'lastError'
>;
type Of = Pick<EndpointRecord, 'enabled' | 'disabledReason' | 'health' | 'retryScheduleMs'>;

export interface SentenceWords extends StateWords {
  readonly one: Words['deliveryRecord'];
}

/** Sentences with a space between; `endpoint` undefined: removed, or not known yet. */
export function stateSentence(
  delivery: Shown,
  endpoint: Of | undefined,
  words: SentenceWords,
): string {
  const t = words.one.sentence;
  const { attempts, state } = delivery;
  const answer = lastAnswer(delivery, words.t);
  const took = spanText(delivery.createdAt, delivery.closedAt ?? delivery.lastAttemptAt, words);
  switch (state) {
    case 'delivered':
      return attempts <= 1 ? t.deliveredFirst(took) : t.delivered(attempts, took);
    case 'exhausted':
      return joined(t.exhausted(attempts, took, answer), wentOn(delivery, words));
    case 'rejected':
      return joined(t.rejected(answer), wentOn(delivery, words));
    case 'blocked':
      return joined(t.blocked, wentOn(delivery, words));
    case 'cancelled':
      return joined(t.cancelled(attempts), wentOn(delivery, words));
    case 'retrying': {
      const of = Math.max(attempts, (endpoint?.retryScheduleMs.length ?? 0) + 1);
      return joined(t.retrying(attempts, of, answer), nextText(delivery, words));
    }
    case 'sending':
      return t.sending(attempts + 1);
    case 'held':
      return deliveryWord(state, endpoint, words).meaning;
    case 'waiting':
      return t.waiting;
    case 'due':
      return delivery.manual ? t.byHand : t.due;
  }
}

function nextText({ dueAt, manual }: Shown, { one, format, nowMs }: SentenceWords): string {
  if (manual) return one.sentence.byHand;
  const leftMs = dueAt === null ? 0 : Date.parse(dueAt) - nowMs;
  if (dueAt === null || leftMs <= 0) return one.sentence.nextNow;
  const left = format.duration(Math.ceil(leftMs / 1_000) * 1_000);
  return one.sentence.next(left, format.clock(dueAt, nowMs, { seconds: true }));
}

function wentOn({ closedAt }: Shown, { one, format, nowMs }: SentenceWords): string {
  if (closedAt === null) return '';
  return one.sentence.laneWentOn(format.clock(closedAt, nowMs, { seconds: true }));
}

function spanText(from: string, to: string | null, { format, nowMs }: StateWords): string {
  const ms = (to === null ? nowMs : Date.parse(to)) - Date.parse(from);
  return format.duration(Math.max(0, ms));
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
