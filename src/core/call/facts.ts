/**
 * What a platform knows of a call besides its status: numbers, times, cause, agent, queue, tags and
 * entries of its own (S2.24 to S2.27). A report says some of them; the call keeps them all. Pure:
 * bounds, merging, and their form as JSON text, which is what stores keep and payload version 2
 * carries. Must never decide whether a report moves the call.
 */
import type { FieldError } from '../error/service-error.ts';
import { lineFault, pointerToken, type TextBounds, utf8Bytes } from '../text.ts';
import { isoTime, parseIsoTime, TIME_HELP } from '../time.ts';

/** Only what is known is present. Times: epoch ms. */
export interface CallFacts {
  readonly from?: string;
  readonly to?: string;
  readonly answeredAtMs?: number;
  readonly endedAtMs?: number;
  readonly durationMs?: number;
  readonly sipCode?: number;
  readonly hangupCause?: string;
  readonly recordingUrl?: string;
  readonly agentId?: string;
  readonly queue?: string;
  /** Each once, in the order given. */
  readonly tags?: readonly string[];
  /** Flat; entries that were said later stand behind. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The facts as JSON, in the order in which payloads have them. Times: ISO 8601. */
export interface FactsInput {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly answeredAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly sipCode?: number | undefined;
  readonly hangupCause?: string | undefined;
  readonly recordingUrl?: string | undefined;
  readonly agentId?: string | undefined;
  readonly queue?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

export const FACT_NAMES = [
  'from',
  'to',
  'answeredAt',
  'endedAt',
  'durationMs',
  'sipCode',
  'hangupCause',
  'recordingUrl',
  'agentId',
  'queue',
  'tags',
  'metadata',
] as const satisfies readonly (keyof FactsInput)[];

/** Texts of one line, in code points. */
export const FACT_TEXT_BOUNDS = {
  from: { min: 0, max: 256 },
  to: { min: 0, max: 256 },
  hangupCause: { min: 0, max: 256 },
  agentId: { min: 0, max: 256 },
  queue: { min: 0, max: 256 },
} as const satisfies Readonly<Record<string, TextBounds>>;
export const RECORDING_URL_LENGTH_MAX = 2_048;
/** A call that lasts longer than 30 days is an error of a unit. */
export const DURATION_MS_MAX = 30 * 86_400_000;
export const SIP_CODE = { min: 100, max: 699 } as const;
export const TAGS_MAX = 20;
export const TAG_BOUNDS: TextBounds = { min: 1, max: 64 };
export const METADATA_ENTRIES_MAX = 50;
/** Keys and values together, in UTF-8. */
export const METADATA_BYTES_MAX = 4_096;
export const METADATA_KEY_BOUNDS: TextBounds = { min: 1, max: 64 };
/** Of one line; may be empty. */
export const METADATA_VALUE_BOUNDS: TextBounds = { min: 0, max: 1_024 };

const TEXTS = ['from', 'to', 'hangupCause', 'agentId', 'queue'] as const;
const TIMES = [
  ['answeredAt', 'answeredAtMs'],
  ['endedAt', 'endedAtMs'],
] as const;
/** Keys with a meaning of their own in JavaScript. */
const KEYS_REFUSED: readonly string[] = ['__proto__'];

/** Every broken rule, each with the field and what to do. `prefix`: of the JSON pointers. */
export function factFaults(input: FactsInput, prefix: string): readonly FieldError[] {
  const faults: (readonly [field: string, fault: string | null])[] = [];
  for (const name of TEXTS) {
    const text = input[name];
    if (text !== undefined) faults.push([name, lineFault(text, FACT_TEXT_BOUNDS[name])]);
  }
  for (const [name] of TIMES) {
    const time = input[name];
    if (time !== undefined) faults.push([name, parseIsoTime(time) === null ? TIME_HELP : null]);
  }
  faults.push(['durationMs', rangeFault(input.durationMs, { min: 0, max: DURATION_MS_MAX })]);
  faults.push(['sipCode', rangeFault(input.sipCode, SIP_CODE)]);
  faults.push(['recordingUrl', urlFault(input.recordingUrl)]);
  faults.push(...tagFaults(input.tags), ...metadataFaults(input.metadata));
  return faults.flatMap(([field, message]) =>
    message === null ? [] : [{ field: `${prefix}/${field}`, message }],
  );
}

function rangeFault(
  value: number | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): string | null {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return null;
  return `Send a whole number from ${min} to ${max}.`;
}

function urlFault(url: string | undefined): string | null {
  if (url === undefined || url === '') return null;
  if (url.length > RECORDING_URL_LENGTH_MAX) {
    return `Send at most ${RECORDING_URL_LENGTH_MAX} characters.`;
  }
  const fault = lineFault(url, { min: 0, max: RECORDING_URL_LENGTH_MAX });
  if (fault !== null) return fault;
  return /^https?:\/\//i.test(url) && URL.canParse(url)
    ? null
    : 'Send a URL that begins with https:// or http://.';
}

type Faults = readonly (readonly [field: string, fault: string | null])[];

function tagFaults(tags: readonly string[] | undefined): Faults {
  if (tags === undefined) return [];
  if (tags.length > TAGS_MAX) return [['tags', `Send at most ${TAGS_MAX} tags.`]];
  return tags.map((tag, index) => [`tags/${index}`, lineFault(tag, TAG_BOUNDS)] as const);
}

function metadataFaults(metadata: Readonly<Record<string, string>> | undefined): Faults {
  if (metadata === undefined) return [];
  const entries = Object.entries(metadata);
  if (entries.length > METADATA_ENTRIES_MAX) {
    return [['metadata', `Send at most ${METADATA_ENTRIES_MAX} entries.`]];
  }
  if (entries.every(([key, value]) => entryFault(key, value) === null)) {
    const bytes = sizeOf(entries);
    if (bytes <= METADATA_BYTES_MAX) return [];
    return [['metadata', `Send at most ${METADATA_BYTES_MAX} bytes; this has ${bytes}.`]];
  }
  return entries.map(([key, value]) => [
    `metadata/${pointerToken(key, METADATA_KEY_BOUNDS.max)}`,
    entryFault(key, value),
  ]);
}

/** Why an entry of `metadata` may not be kept; null if it may. */
export function entryFault(key: string, value: string): string | null {
  if (KEYS_REFUSED.includes(key)) return 'Use another name.';
  return lineFault(key, METADATA_KEY_BOUNDS) ?? lineFault(value, METADATA_VALUE_BOUNDS);
}

function sizeOf(entries: readonly (readonly [string, string])[]): number {
  return entries.reduce((sum, [key, value]) => sum + utf8Bytes(key) + utf8Bytes(value), 0);
}

/**
 * The facts that an input without faults says; null if it says none. An empty text or list says
 * nothing, because a callback that does not know a fact must not erase it.
 */
export function factsOf(input: FactsInput): CallFacts | null {
  const facts: { -readonly [Name in keyof CallFacts]: CallFacts[Name] } = {};
  const { durationMs, sipCode, tags, metadata } = input;
  for (const name of [...TEXTS, 'recordingUrl'] as const) {
    const text = input[name];
    if (text) facts[name] = text;
  }
  for (const [name, nameMs] of TIMES) {
    const time = input[name];
    const atMs = time === undefined ? null : parseIsoTime(time);
    if (atMs !== null) facts[nameMs] = atMs;
  }
  if (durationMs !== undefined) facts.durationMs = durationMs;
  if (sipCode !== undefined) facts.sipCode = sipCode;
  if (tags !== undefined && tags.length > 0) facts.tags = [...new Set(tags)];
  if (metadata !== undefined && Object.keys(metadata).length > 0) facts.metadata = metadata;
  return Object.keys(facts).length === 0 ? null : facts;
}

/**
 * The facts of a call after a report: of each fact the last one said; of `metadata`, of each key.
 * If the entries would exceed their bounds, those that were said longest ago are left out, so that
 * a report is never refused because of earlier ones.
 */
export function mergeFacts(known: CallFacts | null, said: CallFacts): CallFacts {
  if (known === null) return said;
  if (said.metadata === undefined || known.metadata === undefined) return { ...known, ...said };
  return { ...known, ...said, metadata: mergeEntries(known.metadata, said.metadata) };
}

function mergeEntries(
  known: Readonly<Record<string, string>>,
  said: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const older = Object.entries(known).filter(([key]) => !Object.hasOwn(said, key));
  const newer = Object.entries(said);
  let entries = [...older, ...newer];
  let bytes = sizeOf(entries);
  let first = 0;
  while (entries.length - first > METADATA_ENTRIES_MAX || bytes > METADATA_BYTES_MAX) {
    bytes -= sizeOf(entries.slice(first, first + 1));
    first += 1;
  }
  entries = entries.slice(first);
  return Object.fromEntries(entries);
}

/** The facts as they stand in answers and payloads, in the order of `FACT_NAMES`. */
export function shownFacts(facts: CallFacts): FactsInput {
  const { answeredAtMs, endedAtMs } = facts;
  return {
    from: facts.from,
    to: facts.to,
    answeredAt: answeredAtMs === undefined ? undefined : isoTime(answeredAtMs),
    endedAt: endedAtMs === undefined ? undefined : isoTime(endedAtMs),
    durationMs: facts.durationMs,
    sipCode: facts.sipCode,
    hangupCause: facts.hangupCause,
    recordingUrl: facts.recordingUrl,
    agentId: facts.agentId,
    queue: facts.queue,
    tags: facts.tags,
    metadata: facts.metadata,
  };
}

/** As JSON text; facts that are not known are absent. */
export function factsJson(facts: CallFacts): string {
  return JSON.stringify(shownFacts(facts));
}

/** What `factsJson` wrote; null if there is nothing. */
export function readFacts(text: string | null): CallFacts | null {
  // The text was written from facts that kept the rules.
  return text === null ? null : factsOf(JSON.parse(text) as FactsInput);
}
