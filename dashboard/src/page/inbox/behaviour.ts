/**
 * The behaviour of a box: as fields of a form, as the API takes it, as ready-made cases, and in
 * words. Seconds in the form are milliseconds of the API. Pure.
 */

import type { Format } from '../../i18n/format.ts';
import type { Words } from '../../i18n/words.ts';
import type { Behaviour, BoxName, Channel } from './inbox-api.ts';
import { INBOX_CHANNELS } from './inbox-search.ts';

export interface BehaviourDraft {
  readonly action: Behaviour['action'];
  readonly status: string;
  readonly retryAfter: string;
  readonly body: string;
  /** Seconds. */
  readonly delay: string;
  readonly first: string;
  readonly callId: string;
  readonly at: Behaviour['at'];
}

export const PLAIN: BehaviourDraft = {
  action: 'answer',
  status: '',
  retryAfter: '',
  body: '',
  delay: '',
  first: '',
  callId: '',
  at: 'data',
};

type PresetName = keyof Words['inbox']['behaviour']['preset'];

const HTTP_PRESETS: Readonly<Partial<Record<PresetName, Partial<BehaviourDraft>>>> = {
  ok: { status: '200' },
  broken: { status: '500' },
  twice: { status: '503', retryAfter: '1', first: '2' },
  tooMany: { status: '429', retryAfter: '60' },
  badRequest: { status: '400' },
  gone: { status: '410' },
  redirect: { status: '301' },
  timeout: { status: '408' },
  slow: { delay: '5' },
  hang: { action: 'hang' },
  drop: { action: 'drop' },
};

const MAIL_PRESETS: Readonly<Partial<Record<PresetName, Partial<BehaviourDraft>>>> = {
  mailLater: { status: '450' },
  mailNever: { status: '550', at: 'rcpt' },
  slow: { delay: '5' },
  hang: { action: 'hang' },
  drop: { action: 'drop' },
};

interface Preset {
  readonly name: PresetName;
  readonly draft: BehaviourDraft;
}

export function presetsFor(channel: Channel): readonly Preset[] {
  const presets = channel === 'email' ? MAIL_PRESETS : HTTP_PRESETS;
  // The keys are those of the object above.
  const names = Object.keys(presets) as PresetName[];
  return names.map((name) => ({ name, draft: { ...PLAIN, ...presets[name] } }));
}

export function draftOf(behaviour: Behaviour | null): BehaviourDraft {
  if (behaviour === null) return PLAIN;
  const { action, status, retryAfter, body, delayMs, first, callId, at } = behaviour;
  return {
    action,
    at,
    callId: callId ?? '',
    body: body ?? '',
    retryAfter: retryAfter ?? '',
    status: status === null ? '' : String(status),
    delay: delayMs === 0 ? '' : String(delayMs / 1_000),
    first: first === null ? '' : String(first),
  };
}

/** Empty fields are left out; the service reports the faults of the others. */
export function bodyOf(draft: BehaviourDraft, channel: Channel): Record<string, unknown> {
  const { action, status, retryAfter, body, delay, first, callId, at } = draft;
  return {
    action,
    ...(status.trim() === '' ? {} : { status: numberOf(status) }),
    ...(retryAfter.trim() === '' ? {} : { retryAfter: retryAfter.trim() }),
    ...(body === '' ? {} : { body }),
    ...(delay.trim() === '' ? {} : { delayMs: msOf(delay) }),
    ...(first.trim() === '' ? {} : { first: numberOf(first) }),
    ...(callId === '' ? {} : { callId }),
    ...(channel === 'email' ? { at } : {}),
  };
}

/** "Answers 503 with Retry-After 1, the first 2 times". */
export function behaviourWords(behaviour: Behaviour, t: Words['inbox'], format: Format): string {
  const { say } = t.behaviour;
  const { action, status, retryAfter, delayMs, first, callId, at } = behaviour;
  const answer = status === null ? say.real : say.answer(String(status));
  return [
    action === 'answer' ? answer : say[action],
    retryAfter === null ? '' : say.retryAfter(retryAfter),
    delayMs === 0 ? '' : say.delay(format.duration(delayMs)),
    at === 'rcpt' ? say.rcpt : '',
    first === null ? '' : say.first(format.number(first)),
    callId === null ? '' : say.call(callId),
  ].join('');
}

/** No number stays a text, which the service refuses at its field. */
function numberOf(text: string): number | string {
  const value = Number(text.trim());
  return Number.isNaN(value) ? text : value;
}

function msOf(text: string): number | string {
  const value = Number(text.trim().replace(',', '.'));
  return Number.isNaN(value) ? text : Math.round(value * 1_000);
}

/**
 * The name of a box in the address of the page: `http/crm`. Pure.
 * A name may hold slashes itself: only the first one counts.
 * The address was read strictly: it begins with a channel.
 */
export function boxNameOf(box: string): BoxName {
  const [first, ...rest] = box.split('/');
  const channel = INBOX_CHANNELS.find((one) => one === first) ?? 'http';
  return { channel, name: rest.join('/') };
}

export function boxId({ channel, name }: BoxName): string {
  return `${channel}/${name}`;
}
