/**
 * A stored firing in parts that channels can lay out (S8.1): heading, labelled values, errors and
 * time. They are read from the parts that were rendered once, so that every channel shows the same
 * values, made showable and cut alike. Pure; each channel does its own escaping.
 */
import { type CallFacts, readFacts } from '../call/facts.ts';
import { isoTime } from '../time.ts';
import type { Trigger } from '../trigger/trigger.ts';
import type { CallError } from './call-error.ts';
import { type DataKey, ERROR_LINES_MAX, LABELS, type StoredFiring, shownValue } from './render.ts';

export interface Fact {
  /** Null for what was known of the call besides: its values stand behind those of `data`. */
  readonly key: DataKey | null;
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
  /** The whole display text, with the lines of those facts that have no key. */
  readonly text: string;
}

export function messageOf(firing: StoredFiring): Message {
  const { trigger, firedAtMs, text, data, errors } = firing;
  const [heading = ''] = text.split('\n', 1);
  const values: Readonly<Record<string, string>> = JSON.parse(data);
  const all: readonly CallError[] = errors === null ? [] : JSON.parse(errors);
  const said = Object.entries(values).flatMap(([key, value]): readonly Fact[] =>
    isDataKey(key) ? [{ key, label: LABELS[key], value: shownValue(value) }] : [],
  );
  const known = knownFacts(readFacts(firing.facts) ?? {});
  return {
    // The header line is `[name] TRIGGER`.
    serviceName: heading.slice(1, -(trigger.length + 2)),
    trigger,
    heading,
    facts: [...said, ...known],
    errors: all.slice(0, ERROR_LINES_MAX).map(({ code, message }) => ({ code, message })),
    moreErrors: Math.max(0, all.length - ERROR_LINES_MAX),
    time: isoTime(firedAtMs),
    text: withLines(text, said.length, known),
  };
}

/** At most ten; names of metadata are from outside, so they stand in a value. */
function knownFacts(facts: CallFacts): readonly Fact[] {
  const { answeredAtMs, durationMs, sipCode, hangupCause, tags = [], metadata = {} } = facts;
  const cause = [sipCode === undefined ? '' : String(sipCode), hangupCause ?? ''];
  const values: readonly (readonly [label: string, value: string])[] = [
    ['From', facts.from ?? ''],
    ['To', facts.to ?? ''],
    ['Answered', answeredAtMs === undefined ? '' : isoTime(answeredAtMs)],
    ['Duration', durationMs === undefined ? '' : durationText(durationMs)],
    ['Hangup Cause', cause.filter((part) => part !== '').join(' ')],
    ['Agent', facts.agentId ?? ''],
    ['Queue', facts.queue ?? ''],
    ['Tags', tags.join(', ')],
    ['Recording', facts.recordingUrl ?? ''],
    [
      'Metadata',
      Object.entries(metadata)
        .map((entry) => entry.join('='))
        .join(', '),
    ],
  ];
  return values.flatMap(([label, value]) =>
    value === '' ? [] : [{ key: null, label, value: shownValue(value) }],
  );
}

/** `1 h 5 min 3 s`; hours and minutes only if there are any. */
function durationText(durationMs: number): string {
  const seconds = Math.round(durationMs / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''];
  return [...parts.filter((part) => part !== ''), `${seconds % 60} s`].join(' ');
}

/** Puts the lines of `known` behind those of `data`, which follow a heading and a separator. */
function withLines(text: string, said: number, known: readonly Fact[]): string {
  if (known.length === 0) return text;
  const lines = text.split('\n');
  const added = known.map(({ label, value }) => `${label}: ${value}`);
  return [...lines.slice(0, said + 2), ...added, ...lines.slice(said + 2)].join('\n');
}

function isDataKey(key: string): key is DataKey {
  return Object.hasOwn(LABELS, key);
}
