/**
 * A stored firing in parts that channels can lay out (S8.1): heading, labelled values, errors and
 * time. They are read from the parts that were rendered once, so that every channel shows the same
 * values, made showable and cut alike. Pure; each channel does its own escaping.
 */
import { isoTime } from '../time.ts';
import type { Trigger } from '../trigger/trigger.ts';
import type { CallError } from './call-error.ts';
import { type DataKey, ERROR_LINES_MAX, LABELS, type StoredFiring, shownValue } from './render.ts';

export interface Fact {
  readonly key: DataKey;
  readonly label: string;
  /** `-` if the value is empty. */
  readonly value: string;
}

export interface Message {
  readonly serviceName: string;
  readonly trigger: Trigger;
  readonly heading: string;
  readonly facts: readonly Fact[];
  /** At most `ERROR_LINES_MAX`; `moreErrors`: how many were left out. */
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  readonly moreErrors: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string;
  /** The whole display text. */
  readonly text: string;
}

export function messageOf({ trigger, firedAtMs, text, data, errors }: StoredFiring): Message {
  const [heading = ''] = text.split('\n', 1);
  const values: Readonly<Record<string, string>> = JSON.parse(data);
  const all: readonly CallError[] = errors === null ? [] : JSON.parse(errors);
  return {
    // The header line is `[name] TRIGGER`.
    serviceName: heading.slice(1, -(trigger.length + 2)),
    trigger,
    heading,
    facts: Object.entries(values).flatMap(([key, value]) =>
      isDataKey(key) ? [{ key, label: LABELS[key], value: shownValue(value) }] : [],
    ),
    errors: all.slice(0, ERROR_LINES_MAX).map(({ code, message }) => ({ code, message })),
    moreErrors: Math.max(0, all.length - ERROR_LINES_MAX),
    time: isoTime(firedAtMs),
    text,
  };
}

function isDataKey(key: string): key is DataKey {
  return Object.hasOwn(LABELS, key);
}
