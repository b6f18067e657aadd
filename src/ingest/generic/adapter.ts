/**
 * Step 1 for any platform, by configuration only (S2.23): a preset checks the signature, pointers
 * find the values, tables say what its words mean. Each line of the configuration leaves a trace,
 * so that an operator sees what a sample became and why. Never guesses: what no line knows is
 * ignored and named.
 */
import { createHash } from 'node:crypto';
import { HINTS } from '../../core/call/report.ts';
import { DIRECTIONS, type Direction } from '../../core/call/status.ts';
import { isoTime, parseIsoTime } from '../../core/time.ts';
import {
  CALLBACK_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
  type TraceLine,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import type { JsonObject } from '../json.ts';
import { ignored, NO_CONTENT, refused, taken, visible } from '../result.ts';
import type { SignatureCheck } from '../signature/signature-check.ts';
import { checkOf, coversBody, headersOf, secretFaultOf } from '../signature/signature-choice.ts';
import { ENDED, type Line, reportOf, type SaidBySettings, statusTable } from '../status-table.ts';
import { CLOUD_EVENT, documentOf, FORM, isBinaryEvent, textAtPointer } from './document.ts';
import {
  FACT_FIELDS,
  type FactField,
  type FieldName,
  type GenericSettings,
  type Meaning,
  readSettings,
} from './settings.ts';

/** Of a platform that posts `{"type": …, "call": {"id": …, "state": …, "way": …}}`. */
const EXAMPLE = {
  signature: { scheme: 'hmac-body', header: 'x-signature', encoding: 'hex' },
  fields: { callId: '/call/id', status: '/call/state', direction: '/call/way' },
  directions: { outgoing: 'OUTBOUND', incoming: 'INBOUND' },
  statuses: {
    ringing: { outbound: 'CALLING', inbound: 'ACCEPTING' },
    connected: 'CALLING',
    ended: 'COMPLETED',
    busy: { outbound: 'BUSY', inbound: 'ERROR CALL_CONNECTION_FAILED' },
    'error-*': 'ERROR CALL_CONNECTION_FAILED',
  },
};

const BYTES_MAX = 16 * CALLBACK_BYTES_MAX;

export const genericAdapter: IngestAdapter = {
  name: 'generic',
  about: {
    title: 'Any other platform',
    signature: 'as its settings say: Standard Webhooks, HMAC, Ed25519, JWT, token, password',
    secret: {
      from: 'operator',
      where: 'What the platform signs with, or the token or user:password that it sends.',
      form: 'text',
    },
    address: 'Enter it where the platform takes the URL of a webhook or a callback.',
    events: 'as its settings say',
    callLogs: false,
    guide: 'ingest-from-any-platform.md',
    settings: EXAMPLE,
  },
  methods: ['POST', 'GET', 'HEAD'],
  contentTypes: ['application/json', FORM, 'application/webhook+json', CLOUD_EVENT],
  bodyBytesMax: BYTES_MAX,
  signsAddress: false,
  proofHeaders(settings) {
    const known = settings === null ? null : readyOf(settings);
    return known === null ? [] : headersOf(known.settings.signature);
  },
  windowMs: null,
  answer: NO_CONTENT,
  statusOf: {},
  settingsFaults(given) {
    if (given === null) return [{ field: '', message: 'This adapter needs settings.' }];
    const read = readSettings(given);
    return read.kind === 'faulty' ? read.faults : [];
  },
  secretFault(secret, settings, former = null) {
    // Settings with faults are refused for these.
    const known = settings === null ? null : readyOf(settings);
    const earlier = former === null ? undefined : readyOf(former)?.settings.signature;
    return known === null ? null : secretFaultOf(known.settings.signature, secret, earlier);
  },
  read: (request) => follow(request, true, () => undefined),
  trace(request, checked) {
    const lines: TraceLine[] = [];
    const result = follow(request, checked, (line) => void lines.push(line));
    return { result, lines };
  },
};

interface Ready {
  readonly settings: GenericSettings;
  readonly check: SignatureCheck;
  /** The line of a word, as the source has it. */
  readonly lineOf: (word: string) => readonly [Meaning, Meaning] | null;
}

/** By the object of the settings: a service parses those of a source once. */
const ready = new WeakMap<object, Ready>();

function readyOf(given: object): Ready | null {
  const known = ready.get(given);
  if (known !== undefined) return known;
  const read = readSettings(given);
  if (read.kind === 'faulty') return null;
  const { settings } = read;
  const places = new Map<Line<SaidBySettings>, readonly [Meaning, Meaning]>();
  const lines = Object.entries(settings.statuses).map(([word, meaning]) => {
    const line = lineOfMeaning(meaning);
    places.set(line, meaning);
    return [word, line] as const;
  });
  const table = statusTable<SaidBySettings>(Object.fromEntries(lines));
  const lineOf = (word: string) => {
    const line = table.line(word);
    return line === null ? null : (places.get(line) ?? null);
  };
  const made = { settings, check: checkOf(settings.signature), lineOf };
  ready.set(given, made);
  return made;
}

type Note = (line: TraceLine) => void;

function follow(request: IngestRequest, checked: boolean, note: Note): IngestResult {
  const known = request.settings ? readyOf(request.settings) : null;
  if (known === null) {
    return refused('INVALID_INPUT', 'The settings of this source are not valid: enter them again.');
  }
  const { settings, check } = known;
  const fault = checked ? (check(request) ?? uncovered(request, settings)) : null;
  const proof = checked ? (fault ?? 'genuine') : 'not checked: the sample has no headers';
  note({ line: 'signature', value: settings.signature.scheme, became: proof });
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  const read = documentOf(request, settings.cloudEvents);
  if (read.kind === 'refused') return read;
  const { document } = read;
  for (const { field, in: values } of settings.filter) {
    const value = textAtPointer(document, field);
    const passes = value !== null && values.includes(value);
    note({ line: `filter ${field}`, value, became: passes ? 'passes' : 'ignored' });
    if (!passes) return ignored(`The filter on ${field} does not take it.`);
  }
  return map(request, document, known, note);
}

/** A signature of the body proves nothing of a query or of headers. */
function uncovered(request: IngestRequest, { signature, cloudEvents }: GenericSettings) {
  if (!coversBody(signature)) return null;
  if (request.method === 'GET') return 'A signature of the body does not cover a GET: post.';
  if (!cloudEvents || !isBinaryEvent(request)) return null;
  return `A signature of the body does not cover headers: send the event as ${CLOUD_EVENT}.`;
}

function map(
  request: IngestRequest,
  document: JsonObject,
  { settings, lineOf }: Ready,
  note: Note,
): IngestResult {
  const { fields } = settings;
  const at = (name: keyof typeof fields): string | null => {
    const pointer = fields[name];
    const value = pointer === undefined ? null : textAtPointer(document, pointer);
    if (pointer !== undefined) {
      note({ line: `${name} ${pointer}`, value, became: becameOf(name, value) });
    }
    return value;
  };
  const names = nameCall(request.query, at('callId'), 'callId');
  if (names.kind === 'refused') return names;
  const word = at('status');
  if (word === null) return ignored('The request has no status.');
  const meanings = lineOf(word);
  if (meanings === null) {
    note({ line: 'statuses', value: word, became: 'not mapped' });
    return ignored('The status is not known.', `status ${visible(word)}`);
  }
  const said = directionOf(settings, at('direction'), note);
  if (said.kind === 'unknown') {
    return ignored('The direction is not known.', `direction ${visible(said.word)}`);
  }
  const { direction } = said;
  const meaning = direction === 'INBOUND' ? meanings[1] : meanings[0];
  note({ line: 'statuses', value: word, became: meaning ?? 'nothing follows' });
  const hint = HINTS.find((each) => meaning === `hint ${each}`);
  if (hint !== undefined) return taken({ hints: [{ callId: names.callId, hint }] });
  const occurredAt = at('occurredAt');
  const eventId = at('eventId') ?? word;
  const clientId = at('clientId');
  const report = reportOf(lineOfMeaning(meanings), {
    names: names.clientId === null && clientId !== null ? { ...names, clientId } : names,
    direction,
    occurredAtMs: occurredAt === null ? null : timeOf(occurredAt),
    reportId: `generic:${names.callSid}:${shortened(eventId)}`,
    cause: at('cause'),
    facts: factsOf(settings.facts, document, note),
  });
  return report === null ? ignored('Nothing follows from it.') : taken({ reports: [report] });
}

/** What is used of the value, for the trace. */
function becameOf(name: FieldName, value: string | null): string {
  if (value === null) return 'missing';
  return name === 'occurredAt' ? shownTime(timeOf(value)) : value;
}

function shownTime(atMs: number | null): string {
  return atMs === null ? NO_TIME : isoTime(atMs);
}

/** An id that is too long for a part of one, or not of ASCII, as a hash, so that it stays one. */
function shortened(id: string): string {
  if (id === visible(id)) return id;
  return createHash('sha256').update(id, 'utf8').digest('hex');
}

/** Only an outbound call can have reached a voicemail. */
function lineOfMeaning([outbound, inbound]: readonly [Meaning, Meaning]): Line<SaidBySettings> {
  return [outbound === 'COMPLETED' ? ENDED : outcomeOf(outbound), outcomeOf(inbound)];
}

function outcomeOf(meaning: Meaning): SaidBySettings | null {
  return meaning === null || isHint(meaning) ? null : meaning;
}

function isHint(meaning: string): meaning is Extract<Meaning, `hint ${string}`> {
  return meaning.startsWith('hint ');
}

type SaidDirection =
  | { readonly kind: 'known'; readonly direction: Direction | null }
  | { readonly kind: 'unknown'; readonly word: string };

/** A request that does not say it takes that of the known call. */
function directionOf(
  { directions, fields }: GenericSettings,
  word: string | null,
  note: Note,
): SaidDirection {
  const fixed = DIRECTIONS.find((each) => each === directions);
  if (fixed !== undefined) return { kind: 'known', direction: fixed };
  if (word === null) return { kind: 'known', direction: null };
  const words = new Map(Object.entries(directions));
  const direction = DIRECTIONS.find((each) => each === words.get(word));
  note({ line: `directions ${fields.direction}`, value: word, became: direction ?? 'not mapped' });
  return direction === undefined ? { kind: 'unknown', word } : { kind: 'known', direction };
}

const NO_TIME = 'ignored: not a time (ISO 8601, or seconds or milliseconds since 1970)';

/** ISO 8601, or seconds or milliseconds since 1970. */
function timeOf(text: string): number | null {
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return Math.trunc(Number(text) * 1_000);
  return /^\d{12,13}$/.test(text) ? Number(text) : parseIsoTime(text);
}

const TIMES: Readonly<Partial<Record<FactField, 'answeredAtMs' | 'endedAtMs'>>> = {
  answeredAt: 'answeredAtMs',
  endedAt: 'endedAtMs',
};

function factsOf(
  pointers: GenericSettings['facts'],
  document: JsonObject,
  note: Note,
): IngestFacts {
  const facts: Record<string, string | number> = {};
  for (const name of FACT_FIELDS) {
    const pointer = pointers[name];
    if (pointer === undefined) continue;
    const text = textAtPointer(document, pointer);
    const value = text === null ? null : factOf(name, text);
    note({ line: `${name} ${pointer}`, value: text, became: becameFact(name, text, value) });
    if (value !== null) facts[TIMES[name] ?? name] = value;
  }
  return facts;
}

function becameFact(name: FactField, text: string | null, value: string | number | null): string {
  if (text === null) return 'missing';
  if (TIMES[name] !== undefined) return shownTime(typeof value === 'number' ? value : null);
  return value === null ? 'ignored: not a number' : String(value);
}

function factOf(name: FactField, text: string): string | number | null {
  if (TIMES[name] !== undefined) return timeOf(text);
  if (name !== 'durationMs' && name !== 'sipCode') return text;
  return /^\d{1,12}(?:\.\d+)?$/.test(text) ? Math.round(Number(text)) : null;
}
