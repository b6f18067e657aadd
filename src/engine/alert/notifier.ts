/**
 * Sends the notices of alerts (S17.12): over the channels of endpoints, and as mail to members. The
 * due ones of one receiver go one after the other, those of several at once, each project within
 * its share; a failed one is tried again on the schedule of its endpoint, then given up. A claim
 * that is never settled, because the process died, ends by itself, and the notice is sent again
 * with the same id and bytes. Outcomes change no health and open no alert.
 */

import { noticeBody } from '../../core/alert/notice.ts';
import { judge } from '../../core/delivery/outcome.ts';
import { nextState } from '../../core/delivery/state.ts';
import { type EndpointKind, PAYLOAD_VERSION_DEFAULT } from '../../core/endpoint/endpoint.ts';
import { RETRY_SCHEDULE_MS, TIMEOUT_MS } from '../../core/endpoint/endpoint-defaults.ts';
import { messageOf } from '../../core/error/service-error.ts';
import { type AlertKey, type EndpointKey, formatId } from '../../core/id.ts';
import { PollLoop } from '../poll-loop.ts';
import {
  type AlertStore,
  type ClaimedNotice,
  NOTICE_ROUTES,
  type NoticeOutcome,
  type NoticeRoute,
} from '../ports/alert-store.ts';
import { type Channel, UNENDING_PERMIT } from '../ports/channel.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { Letters } from '../ports/letters.ts';
import type { EndpointStore, ProjectStore } from '../ports/manage-store.ts';
import type { MemberStore } from '../ports/people-store.ts';
import { isMailed } from './alert-mail.ts';
import { noticeClosed } from './notice-closed.ts';

export interface Notifier {
  start(): void;
  /** Notices were stored: they are sent now. */
  wake(): void;
  /** Claims no further notice and waits for those that are claimed. */
  stop(): Promise<void>;
}

export interface NotifierParts {
  readonly store: Pick<AlertStore, 'claimNotices' | 'settleNotice' | 'alert'> &
    Pick<EndpointStore, 'endpoint'> &
    Pick<MemberStore, 'members'> &
    Pick<ProjectStore, 'project'>;
  readonly channels: ReadonlyMap<EndpointKind, Channel>;
  /** Null: no mail server is set. */
  readonly letters: Letters | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  readonly holder: string;
  readonly hasTurn: () => boolean;
}

/**
 * How many are sent at once, and how many of them may be of one project, so that receivers that
 * never answer take only a part from the other projects. Mails have slots of their own: no endpoint
 * delays them. A slot that becomes free goes to the project that has the fewest, there to the
 * notice that has been due the longest. Slots beyond the share stay free for other projects.
 */
export const SLOTS: Readonly<Record<NoticeRoute, { all: number; ofProject: number }>> = {
  endpoint: { all: 40, ofProject: 5 },
  mail: { all: 10, ofProject: 3 },
};
/** Longer than the longest attempt, which ends by the timeout of its endpoint. */
export const CLAIM_MS = 2 * TIMEOUT_MS.max;
/** How often a process looks for notices that no wake announced. */
export const LOOK_MS = 30_000;

export function createNotifier(parts: NotifierParts): Notifier {
  const senders = NOTICE_ROUTES.map((to) => createSender(parts, to));
  return {
    start(): void {
      for (const sender of senders) sender.start();
    },
    wake(): void {
      for (const sender of senders) sender.wake();
    },
    stop: () => Promise.all(senders.map(({ stop }) => stop())).then(() => {}),
  };
}

/** Claims as many as it has free slots; each slot is filled again as soon as it is free. */
function createSender(parts: NotifierParts, to: NoticeRoute): Notifier {
  const { store, clock, emit, holder, hasTurn } = parts;
  const { all, ofProject: share } = SLOTS[to];
  const inFlight = new Set<Promise<void>>();

  const round = async (): Promise<number> => {
    while (hasTurn() && !loop.isStopped && inFlight.size < all) {
      const nowMs = clock.wallMs();
      const limit = all - inFlight.size;
      const asked = { holder, to, nowMs, untilMs: nowMs + CLAIM_MS, share, limit };
      const { notices, nextAtMs } = await store.claimNotices(asked);
      if (notices.length === 0) {
        return nextAtMs === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(100, nextAtMs - nowMs));
      }
      for (const notice of notices) begin(notice);
    }
    return LOOK_MS;
  };

  /** If its outcome cannot be stored, its claim ends by itself. */
  const begin = (notice: ClaimedNotice): void => {
    const sent = sendOne(parts, notice)
      .catch((error) => {
        emit({ name: 'store.failed', operation: 'notices', error: messageOf(error) });
      })
      .then(() => {
        inFlight.delete(sent);
        loop.wake();
      });
    inFlight.add(sent);
  };

  const loop = new PollLoop({
    clock,
    emit,
    operation: 'notices',
    round,
    retryMs: () => LOOK_MS,
  });
  return {
    start: () => loop.startAfter(LOOK_MS),
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop();
      await Promise.all(inFlight);
    },
  };
}

async function sendOne(parts: NotifierParts, notice: ClaimedNotice): Promise<void> {
  const { store, clock, emit } = parts;
  const { key, attempts, projectKey } = notice;
  const outcome = await outcomeOf(parts, notice).catch((error) => failed(parts, notice, error));
  const isOurs = await store.settleNotice({ key, attempts, nowMs: clock.wallMs(), outcome });
  const { state, status, error } = outcome;
  if (!isOurs || state === 'due') return;
  const project = await store.project(projectKey);
  const closed = { ...notice, state, lastStatus: status, lastError: error };
  emit(noticeClosed(closed, project?.id ?? ''));
}

/** A notice whose alerts were removed has nothing to tell any more. */
async function outcomeOf(parts: NotifierParts, notice: ClaimedNotice): Promise<NoticeOutcome> {
  const { alert, recipient } = notice;
  if (alert === null) return DROPPED;
  if (recipient.endpoint === null) return mail(parts, notice);
  return toEndpoint(parts, notice, alert, recipient.endpoint);
}

/**
 * Whatever is thrown counts as a failed attempt, so that no notice holds its lane for ever: it is
 * tried again on the default schedule, then given up.
 */
function failed(
  { clock }: NotifierParts,
  { attempts }: ClaimedNotice,
  thrown: unknown,
): NoticeOutcome {
  return retried(clock.wallMs(), attempts, messageOf(thrown));
}

function retried(nowMs: number, attempts: number, error: string): NoticeOutcome {
  const stepMs = RETRY_SCHEDULE_MS[attempts - 1];
  if (stepMs === undefined) return { state: 'failed', dueAtMs: null, status: null, error };
  return { state: 'due', dueAtMs: nowMs + stepMs, status: null, error };
}

const DROPPED: NoticeOutcome = { state: 'dropped', dueAtMs: null, status: null, error: null };

async function toEndpoint(
  { store, channels, clock, random }: NotifierParts,
  notice: ClaimedNotice,
  alertKey: AlertKey,
  key: EndpointKey,
): Promise<NoticeOutcome> {
  const { projectKey, firing, trigger, attempts, sequence, id } = notice;
  const endpoint = await store.endpoint({ projectKey, key });
  const isWanted = endpoint?.opsTriggers.includes(trigger) === true && endpoint.enabled;
  const channel = endpoint === null ? undefined : channels.get(endpoint.kind);
  if (endpoint === null || !isWanted || channel === undefined) return DROPPED;
  const alert = await store.alert({ projectKey, key: alertKey });
  const result = await channel.send({
    endpoint,
    webhookId: id,
    deliveryId: id,
    trigger,
    callId: alert?.id ?? formatId('alr', firing.firedAtMs, alertKey),
    attempt: attempts,
    sequence,
    atMs: clock.wallMs(),
    payloadVersion: PAYLOAD_VERSION_DEFAULT,
    body: noticeBody(endpoint.contentKey, firing),
    firing,
    permit: UNENDING_PERMIT,
  });
  const nowMs = clock.wallMs();
  const verdict = judge(result, endpoint, nowMs);
  const next = nextState({
    verdict,
    failures: attempts - 1,
    manual: false,
    resumeState: null,
    resumeAtMs: null,
    lastAttemptAtMs: notice.lastAttemptAtMs,
    schedule: endpoint.retryScheduleMs,
    nowMs,
    fraction: random.fraction(),
  });
  const status = result.kind === 'response' ? result.status : null;
  const told = { status, error: verdict.error };
  if (next.state === 'delivered') return { ...told, state: 'sent', dueAtMs: null };
  if (next.state === 'retrying') return { ...told, state: 'due', dueAtMs: next.dueAtMs };
  return { ...told, state: 'failed', dueAtMs: null };
}

/** A member who has left, or who no longer gets alerts, gets none. */
async function mail(
  { store, letters, clock }: NotifierParts,
  { projectKey, recipient, firing, id, attempts }: ClaimedNotice,
): Promise<NoticeOutcome> {
  const project = await store.project(projectKey);
  const members = await store.members(projectKey);
  const member = members.find(({ user }) => user.key === recipient.user);
  if (letters === null || project === null || member === undefined) return DROPPED;
  if (!isMailed(member.role, project.alerts.mail)) return DROPPED;
  const { email: to, language } = member.user;
  const error = await letters.send({ kind: 'alert', to, language, noticeId: id, firing });
  if (error === null) return { state: 'sent', dueAtMs: null, status: null, error: null };
  return retried(clock.wallMs(), attempts, error);
}
