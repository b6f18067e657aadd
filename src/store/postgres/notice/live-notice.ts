/**
 * Notes of the live stream as texts for NOTIFY between processes. If notes do not fit into a few
 * notices, one `resync` of their project replaces them. They are hints: a page reads the records
 * again.
 */
import { asKey, type ProjectKey } from '../../../core/id.ts';
import { LIVE_TOPICS, type LiveEvent, type LiveNote } from '../../../engine/ports/live-event.ts';

/** PostgreSQL refuses 8,000 bytes. */
const TEXT_BYTES_MAX = 7_900;
/**
 * The most notices of one flush; a busy process sends `resync` instead, so that the queue of
 * notices does not fill.
 */
const TEXTS_MAX = 4;

const FIELDS = ['t', 'id', 'callId', 'ep', 'state'] as const;
type Told = readonly [project: number, ...fields: string[]];

export function liveTexts(from: number, notes: readonly LiveNote[]): readonly string[] {
  const texts = textsOf(from, notes.map(toldOf));
  if (texts !== null) return texts;
  const projects = [...new Set(notes.map(({ project }) => project))];
  const all = projects.map((project): Told => [project]);
  return textsOf(from, all) ?? [textOf(from, all.slice(0, 100))];
}

/** Reads the `live` part of a notice and ignores unknown entries. */
export function readLive(value: unknown): readonly LiveNote[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((told: unknown): readonly LiveNote[] => {
    if (!Array.isArray(told)) return [];
    const [project, ...fields]: readonly unknown[] = told;
    if (typeof project !== 'number' || !Number.isSafeInteger(project)) return [];
    const key = asKey<ProjectKey>(project);
    if (fields.length === 0) return [{ project: key, news: 'resync' }];
    const event = eventOf(fields);
    return event === null ? [] : [{ project: key, news: event }];
  });
}

function textsOf(from: number, all: readonly Told[]): readonly string[] | null {
  const texts: string[] = [];
  let rest = all;
  while (rest.length > 0) {
    let count = rest.length;
    let text = textOf(from, rest);
    while (Buffer.byteLength(text) > TEXT_BYTES_MAX && count > 1) {
      count = Math.floor(count / 2);
      text = textOf(from, rest.slice(0, count));
    }
    if (texts.length === TEXTS_MAX || Buffer.byteLength(text) > TEXT_BYTES_MAX) return null;
    texts.push(text);
    rest = rest.slice(count);
  }
  return texts;
}

function textOf(from: number, live: readonly Told[]): string {
  return JSON.stringify({ from, heads: [], changed: [], live });
}

function toldOf({ project, news }: LiveNote): Told {
  return news === 'resync' ? [project] : [project, ...FIELDS.map((field) => news[field])];
}

function eventOf(fields: readonly unknown[]): LiveEvent | null {
  const [topic, id, callId, ep, state] = fields;
  const t = LIVE_TOPICS.find((known) => known === topic);
  if (t === undefined || typeof id !== 'string' || typeof callId !== 'string') return null;
  if (typeof ep !== 'string' || typeof state !== 'string') return null;
  return { t, id, callId, ep, state };
}
