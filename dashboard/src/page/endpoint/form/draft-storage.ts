/**
 * Keeps what was typed into the form of an endpoint over a reload, in this tab only. Secrets are
 * left out: tokens, header values, and the URLs of Slack and Teams, which are all it takes to post.
 */
import { hasSecretTarget } from '../../../../../src/core/endpoint/endpoint.ts';
import type { EndpointKind } from '../../../api/endpoint.ts';
import { type EndpointDraft, offeredTo } from './endpoint-draft.ts';

const PREFIX = 'ringpost.endpoint-draft';

export interface DraftPlace {
  readonly project: string;
  /** `new`, or the id of the endpoint with its revision: an older draft is of another one. */
  readonly subject: string;
}

export function keepDraft(place: DraftPlace, kind: EndpointKind, draft: EndpointDraft): void {
  write(keyOf(place), JSON.stringify({ kind, draft: withoutSecrets(kind, draft) }));
}

/** The changes to a `blank` draft that are stored; null if there are none. */
export function keptDraft(
  place: DraftPlace,
  kind: EndpointKind,
  blank: EndpointDraft,
): EndpointDraft | null {
  const kept = read(keyOf(place));
  return kept === null ? null : restored(kept, kind, blank);
}

export function dropDraft(place: DraftPlace): void {
  write(keyOf(place), null);
}

/**
 * For a draft of another kind only the fields that both share are taken. Null: the text is no
 * draft.
 */
export function restored(
  kept: string,
  kind: EndpointKind,
  blank: EndpointDraft,
): EndpointDraft | null {
  const value = parsed(kept);
  if (typeof value !== 'object' || value === null) return null;
  const { kind: from, draft }: { kind?: unknown; draft?: unknown } = value;
  if (typeof draft !== 'object' || draft === null) return null;
  const known = Object.entries(draft).filter(([key, part]) => isLike(blank, key, part));
  const shared = from === kind ? known : known.filter(([key]) => SHARED.has(key));
  // Each part has a key and the type of one of `blank`.
  const whole = { ...blank, ...Object.fromEntries(shared) } as EndpointDraft;
  const offered = offeredTo(kind);
  return { ...whole, triggers: whole.triggers.filter((name) => offered.includes(name)) };
}

export function withoutSecrets(kind: EndpointKind, draft: EndpointDraft): EndpointDraft {
  return {
    ...draft,
    token: '',
    secret: '',
    target: hasSecretTarget(kind) ? '' : draft.target,
    headers: draft.headers.map((header) => ({ ...header, value: '' })),
  };
}

const SHARED: ReadonlySet<string> = new Set(['name', 'triggers']);

function isLike(blank: EndpointDraft, key: string, part: unknown): boolean {
  const like = new Map<string, unknown>(Object.entries(blank)).get(key);
  return Array.isArray(like) ? Array.isArray(part) : typeof like === typeof part;
}

function keyOf({ project, subject }: DraftPlace): string {
  return `${PREFIX}.${project}.${subject}`;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
