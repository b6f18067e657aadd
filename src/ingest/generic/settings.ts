/**
 * Step 1, what a source of the adapter `generic` is told of its platform: the signature, where in a
 * request the values are, what the platform's words mean, and which requests count. Read from JSON
 * with every fault named; never guesses. Source: S2.23.
 */

import { FACT_NAMES } from '../../core/call/facts.ts';
import { HINTS, type Hint } from '../../core/call/report.ts';
import {
  DIRECTIONS,
  type Direction,
  IN_PROGRESS_STATUSES,
  INTERNAL_STATUSES,
  TERMINAL_STATUSES,
} from '../../core/call/status.ts';
import { existsFor } from '../../core/call/transition.ts';
import type { FieldError } from '../../core/error/service-error.ts';
import { ERROR_CODES } from '../../core/payload/call-error.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type SignatureChoice, signatureChoice } from '../signature/signature-choice.ts';
import type { SaidBySettings } from '../status-table.ts';

/** Texts by JSON pointer; names of form fields and query fields are pointers too (`/CallSid`). */
export const FIELD_NAMES = [
  'callId',
  'status',
  'direction',
  'clientId',
  'occurredAt',
  'eventId',
  'cause',
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** Facts that are one value each. */
export const FACT_FIELDS = FACT_NAMES.filter((name) => name !== 'tags' && name !== 'metadata');
export type FactField = (typeof FACT_FIELDS)[number];

export type Meaning = SaidBySettings | `hint ${Hint}` | null;

export interface GenericSettings {
  readonly signature: SignatureChoice;
  readonly fields: Readonly<Partial<Record<FieldName, string>>> & {
    readonly callId: string;
    readonly status: string;
  };
  readonly facts: Readonly<Partial<Record<FactField, string>>>;
  /** A word, or `word*` for all that begin so. */
  readonly statuses: Readonly<Record<string, readonly [outbound: Meaning, inbound: Meaning]>>;
  /** The platform's words; or one direction for all. */
  readonly directions: Direction | Readonly<Record<string, Direction>>;
  /** All must hold; a request for which one does not is ignored. */
  readonly filter: readonly { readonly field: string; readonly in: readonly string[] }[];
  /** Whether requests are CloudEvents 1.0; pointers then begin at the event. */
  readonly cloudEvents: boolean;
}

export const WORDS_MAX = 200;
const FILTERS_MAX = 20;
const TEXT_MAX = 256;
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;
const KEYS = ['signature', 'fields', 'facts', 'statuses', 'directions', 'filter', 'cloudEvents'];

const SAID: readonly string[] = [
  ...INTERNAL_STATUSES,
  ...IN_PROGRESS_STATUSES,
  ...TERMINAL_STATUSES.filter((status) => status !== 'ERROR'),
  ...ERROR_CODES.flatMap((code) => [`ERROR ${code}`, `COMPLETED ${code}`]),
  ...HINTS.map((hint) => `hint ${hint}`),
];

export type ReadSettings =
  | { readonly kind: 'ok'; readonly settings: GenericSettings }
  | { readonly kind: 'faulty'; readonly faults: readonly FieldError[] };

export function readSettings(given: object): ReadSettings {
  const reader = new Reader();
  const all = reader.object({ ...given }, '', KEYS);
  const fields = reader.fields(all.fields);
  const directions = reader.directions(all.directions ?? 'OUTBOUND', fields.direction);
  const settings: GenericSettings = {
    signature: reader.signature(all.signature),
    fields,
    facts: reader.pointers(all.facts ?? {}, '/facts', FACT_FIELDS),
    statuses: reader.statuses(all.statuses, directions),
    directions,
    filter: reader.filter(all.filter ?? []),
    cloudEvents: reader.flag(all.cloudEvents ?? false, '/cloudEvents'),
  };
  if (reader.faults.length > 0) return { kind: 'faulty', faults: reader.faults };
  return { kind: 'ok', settings };
}

class Reader {
  readonly faults: FieldError[] = [];

  #fault(field: string, message: string): void {
    this.faults.push({ field, message });
  }

  object(value: unknown, at: string, keys: readonly string[] | null): JsonObject {
    if (!isObject(value)) {
      this.#fault(at, 'Send an object.');
      return {};
    }
    for (const key of Object.keys(value)) {
      if (keys !== null && !keys.includes(key)) {
        this.#fault(`${at}/${key}`, `There is no such setting: use ${keys.join(', ')}.`);
      }
    }
    return value;
  }

  flag(value: unknown, at: string): boolean {
    if (typeof value !== 'boolean') this.#fault(at, 'Send true or false.');
    return value === true;
  }

  signature(value: unknown): SignatureChoice {
    const read = signatureChoice(value);
    if (read.kind === 'ok') return read.choice;
    this.faults.push(
      ...read.faults.map(({ field, message }) => ({ field: `/signature${field}`, message })),
    );
    return { scheme: 'bearer' };
  }

  fields(value: unknown): GenericSettings['fields'] {
    const fields = this.pointers(value, '/fields', FIELD_NAMES);
    for (const name of ['callId', 'status'] as const) {
      if (isObject(value) && value[name] === undefined) {
        this.#fault(`/fields/${name}`, 'Say where it is, as a JSON pointer such as /call/id.');
      }
    }
    return { ...fields, callId: fields.callId ?? '/', status: fields.status ?? '/' };
  }

  pointers<Name extends string>(
    value: unknown,
    at: string,
    names: readonly Name[],
  ): Readonly<Partial<Record<Name, string>>> {
    const object = this.object(value, at, names);
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const pointer = object[name];
      if (pointer !== undefined) found[name] = this.#pointer(pointer, `${at}/${name}`);
    }
    return found;
  }

  #pointer(value: unknown, at: string): string {
    if (typeof value === 'string' && value.length <= TEXT_MAX && POINTER.test(value)) return value;
    this.#fault(at, 'Send a JSON pointer, such as /call/id, or /CallSid for a field of a form.');
    return '/';
  }

  /** A line must fit each direction that a call of this source can have. */
  statuses(value: unknown, directions: GenericSettings['directions']): GenericSettings['statuses'] {
    const lines = Object.entries(this.object(value, '/statuses', null));
    if (lines.length === 0 || lines.length > WORDS_MAX) {
      this.#fault('/statuses', `Say what 1 to ${WORDS_MAX} words of the platform mean.`);
      return {};
    }
    const possible = DIRECTIONS.filter((each) => isObject(directions) || each === directions);
    return Object.fromEntries(
      lines.map(([word, line]) => [word, this.#line(line, word, possible)]),
    );
  }

  #line(line: unknown, word: string, possible: readonly Direction[]): readonly [Meaning, Meaning] {
    const at = `/statuses/${word.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (word === '' || word.length > TEXT_MAX) this.#fault(at, `Use 1 to ${TEXT_MAX} characters.`);
    const isForBoth = !isObject(line);
    const { outbound = null, inbound = null } = isForBoth
      ? { outbound: line, inbound: line }
      : this.object(line, at, ['outbound', 'inbound']);
    const meanings = [this.#meaning(outbound, at), this.#meaning(inbound, at, isForBoth)] as const;
    for (const direction of possible) {
      const meaning = meanings[direction === 'INBOUND' ? 1 : 0];
      if (meaning !== null && !fits(meaning, direction)) {
        const fault = `An ${direction} call cannot have the status ${meaning}`;
        this.#fault(at, `${fault}: use an object {"outbound": …, "inbound": …}.`);
      }
    }
    return meanings;
  }

  /** `again`: the same value for the other direction, whose fault is told already. */
  #meaning(value: unknown, at: string, again = false): Meaning {
    if (value === null) return null;
    const known = SAID.find((said) => said === value);
    // The list holds these texts only.
    if (known !== undefined) return known as Meaning;
    if (!again) this.#fault(at, `Use null, an object by direction, or one of ${SAID.join(', ')}.`);
    return null;
  }

  /** `pointer`: where the words are, of which one without the other would be ignored. */
  directions(value: unknown, pointer: string | undefined): GenericSettings['directions'] {
    const one = DIRECTIONS.find((direction) => direction === value);
    if (one !== undefined && pointer !== undefined) {
      this.#fault('/directions', `Say which words at ${pointer} mean ${DIRECTIONS.join(' or ')}.`);
    }
    if (one !== undefined) return one;
    if (isObject(value) && pointer === undefined) {
      this.#fault('/fields/direction', 'Say where the words of directions are, as a JSON pointer.');
    }
    const words = Object.entries(this.object(value, '/directions', null)).slice(0, WORDS_MAX + 1);
    if (words.length > WORDS_MAX) this.#fault('/directions', `Send at most ${WORDS_MAX} words.`);
    const read = words.flatMap(([word, direction]): [string, Direction][] => {
      const known = DIRECTIONS.find((each) => each === direction);
      if (known !== undefined) return [[word, known]];
      this.#fault(`/directions/${word}`, `Use ${DIRECTIONS.join(' or ')}.`);
      return [];
    });
    return Object.fromEntries(read);
  }

  filter(value: unknown): GenericSettings['filter'] {
    if (!Array.isArray(value) || value.length > FILTERS_MAX) {
      this.#fault('/filter', `Send a list of at most ${FILTERS_MAX} conditions.`);
      return [];
    }
    return value.map((each: unknown, index) => {
      const at = `/filter/${index}`;
      const { field, in: values } = this.object(each, at, ['field', 'in']);
      const isList = Array.isArray(values) && values.length > 0 && values.length <= WORDS_MAX;
      const texts = isList ? values.filter((one) => typeof one === 'string') : [];
      if (!isList || texts.length < values.length) {
        this.#fault(`${at}/in`, `Send a list of 1 to ${WORDS_MAX} texts.`);
      }
      return { field: this.#pointer(field, `${at}/field`), in: texts };
    });
  }
}

function fits(meaning: Exclude<Meaning, null>, direction: Direction): boolean {
  const [status = ''] = meaning.split(' ');
  return status === 'hint' || existsFor(direction, status);
}
