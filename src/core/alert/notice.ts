/**
 * The message of a group of alerts (S17.9, S17.10): its `data`, its display text, and the parts
 * that channels lay out. It is rendered once, when it is told, so that every attempt has the same
 * bytes. Every value of `data` is a string, and the order of its keys is fixed.
 */
import { assembleBody, SEPARATOR, type StoredFiring, shownValue } from '../payload/render.ts';
import { cutAtGraphemes, showable } from '../text.ts';
import { isoTime } from '../time.ts';
import { isOpsTrigger, type OpsTrigger } from '../trigger/ops-trigger.ts';
import type { Alert } from './alert.ts';
import type { AlertGroup } from './edge.ts';
import { actionOf, foundOf, titleOf } from './words.ts';

/** The parts of a notice as they are stored: as those of a firing, without a call. */
export type StoredNotice = Omit<StoredFiring, 'trigger' | 'facts'> & {
  readonly trigger: OpsTrigger;
};

/** Whatever a channel may be asked to send. */
export type AnyFiring = StoredFiring | StoredNotice;

/** The `data` of a notice, in this order. */
export interface NoticeData {
  /** The first alert of the group. */
  readonly alertId: string;
  readonly alertState: 'OPENED' | 'RECOVERED';
  readonly alertCount: string;
  /** The id of the endpoint or source; empty if the alert is about the project or the service. */
  readonly subjectId: string;
  readonly subjectName: string;
  /** What was found. Of a recovery: what had been found. */
  readonly summary: string;
  /** What was measured for the first alert: a number in the unit of the trigger's threshold. */
  readonly value: string;
  /** ISO 8601. */
  readonly since: string;
  /** Empty while it is open. */
  readonly recoveredAt: string;
  /** How many deliveries wait because of it. */
  readonly waiting: string;
  readonly action: string;
  /** The page of the alert; empty if the service does not know its public address. */
  readonly link: string;
}

/** How many alerts of a group are named; `… and 3 more` follows. */
export const NAMED_MAX = 5;

/** `publicUrl`: without a trailing slash; null: not set. */
export function renderNotice(
  group: AlertGroup,
  project: { readonly id: string; readonly serviceName: string },
  publicUrl: string | null,
  nowMs: number,
): StoredNotice {
  const data = dataOf(group, project.id, publicUrl);
  const { trigger } = group.alerts[0];
  return {
    trigger,
    firedAtMs: nowMs,
    text: displayText(trigger, data, linesOf(group), project.serviceName, nowMs),
    data: JSON.stringify(data),
    errors: null,
  };
}

function dataOf({ alerts, edge }: AlertGroup, projectId: string, publicUrl: string | null) {
  const [first, ...others] = alerts;
  const page = others.length === 0 ? `alerts/${first.id}` : 'alerts';
  const recoveredAtMs = edge === 'recovered' ? first.recoveredAtMs : null;
  const data: NoticeData = {
    alertId: first.id,
    alertState: edge === 'opened' ? 'OPENED' : 'RECOVERED',
    alertCount: String(alerts.length),
    subjectId: others.length === 0 ? first.subject : '',
    subjectName: namesOf(alerts),
    summary: foundOf(first),
    value: String(first.value),
    since: isoTime(Math.min(...alerts.map(({ sinceMs }) => sinceMs))),
    recoveredAt: recoveredAtMs === null ? '' : isoTime(recoveredAtMs),
    waiting: String(edge === 'recovered' ? 0 : waitingOf(alerts)),
    action: edge === 'recovered' ? '' : actionOf(first.trigger),
    link: publicUrl === null ? '' : `${publicUrl}/p/${projectId}/${page}`,
  };
  return data;
}

function linesOf({ alerts }: AlertGroup): readonly string[] {
  if (alerts.length === 1) return [];
  const named = alerts.slice(0, NAMED_MAX).map((alert) => foundOf(alert));
  const more = alerts.length - NAMED_MAX;
  return more > 0 ? [...named, `… and ${more} more`] : named;
}

function namesOf(alerts: readonly Alert[]): string {
  const names = alerts.slice(0, NAMED_MAX).map(({ name }) => name);
  const more = alerts.length - NAMED_MAX;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** Alerts of one endpoint count its deliveries once. */
function waitingOf(alerts: readonly Alert[]): number {
  const bySubject = new Map(alerts.map(({ subject, waiting }) => [subject, waiting]));
  return [...bySubject.values()].reduce((sum, each) => sum + each, 0);
}

/** As long as the display text of a call may be. */
const NAME_POINTS_MAX = 100;

function displayText(
  trigger: OpsTrigger,
  data: NoticeData,
  lines: readonly string[],
  serviceName: string,
  nowMs: number,
): string {
  const name = showable(cutAtGraphemes(serviceName, NAME_POINTS_MAX));
  const shown = factsOf(data).map(({ label, value }) => `${label}: ${value}`);
  const said = lines.length === 0 ? [data.summary] : lines;
  const state = data.alertState === 'OPENED' ? 'Open' : 'Recovered';
  return [
    `[${name}] ${trigger}`,
    SEPARATOR,
    `${state}: ${titleOf(trigger)}`,
    ...said.map((line) => shownValue(line)),
    ...shown,
    ...(data.action === '' ? [] : [`What to do: ${data.action}`]),
    ...(data.link === '' ? [] : [`Page: ${data.link}`]),
    SEPARATOR,
    `Time: ${isoTime(nowMs)}`,
  ].join('\n');
}

export interface NoticeFact {
  readonly label: string;
  readonly value: string;
}

/** What a channel lays out, read from the stored parts. */
export interface NoticeMessage {
  readonly trigger: OpsTrigger;
  readonly isOpen: boolean;
  readonly serviceName: string;
  /** `Endpoint failing`. */
  readonly title: string;
  /** What was found: one line for each alert that is named. */
  readonly lines: readonly string[];
  readonly facts: readonly NoticeFact[];
  /** Empty after a recovery. */
  readonly action: string;
  readonly link: string;
  readonly time: string;
  readonly text: string;
  readonly data: NoticeData;
}

export function isNotice(firing: AnyFiring): firing is StoredNotice {
  return isOpsTrigger(firing.trigger);
}

export function noticeMessageOf(firing: StoredNotice): NoticeMessage {
  const { trigger, text, firedAtMs } = firing;
  // `renderNotice` wrote both texts.
  const data = JSON.parse(firing.data) as NoticeData;
  const all = text.split('\n');
  const [heading = '', , , ...rest] = all;
  const count = Number(data.alertCount);
  const named = count === 1 ? 1 : Math.min(count, NAMED_MAX) + (count > NAMED_MAX ? 1 : 0);
  return {
    trigger,
    isOpen: data.alertState === 'OPENED',
    serviceName: heading.slice(1, -(trigger.length + 2)),
    title: titleOf(trigger),
    lines: rest.slice(0, named),
    facts: factsOf(data),
    action: data.action,
    link: data.link,
    time: isoTime(firedAtMs),
    text,
    data,
  };
}

function factsOf(data: NoticeData): readonly NoticeFact[] {
  const { subjectName, since, recoveredAt, waiting } = data;
  return [
    { label: 'About', value: shownValue(subjectName) },
    { label: 'Since', value: since },
    ...(recoveredAt === '' ? [] : [{ label: 'Over since', value: recoveredAt }]),
    ...(waiting === '0' ? [] : [{ label: 'Waiting', value: `${waiting} deliveries` }]),
  ];
}

/** The JSON body for an endpoint that takes the payload. */
export function noticeBody(contentKey: string, { text, data }: StoredNotice): string {
  return assembleBody(contentKey, text, data, null);
}
