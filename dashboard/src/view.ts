/**
 * What the address says about the page: filters, the page of the list, and what is open, so that
 * a copied address and the back button restore it. Anything else in the address is dropped. The
 * query is plain: an id that looks like a number stays text.
 */
import { isState } from './wording.ts';

export const VIEW_KEYS = [
  /** The filters of the list, named as the API names them, and its page. */
  'state',
  'endpointId',
  'callId',
  'cursor',
  /** The call whose page is open, and the endpoint that it explains. */
  'call',
  'why',
  /** The delivery whose panel is open, and `raw` for its body as bytes. */
  'delivery',
  'body',
] as const;
type ViewKey = (typeof VIEW_KEYS)[number];

export type View = { readonly [Key in ViewKey]?: string };
export type ViewChange = { readonly [Key in ViewKey]?: string | null };

const CALL_ID_LENGTH_MAX = 512;
const ENDPOINT_ID = /^ep_[0-9A-Z]{1,40}$/;

const CHECKS: Readonly<Record<ViewKey, (text: string) => boolean>> = {
  state: isState,
  endpointId: (text) => ENDPOINT_ID.test(text),
  callId: isCallId,
  cursor: (text) => /^c1[0-9a-z]{1,11}$/.test(text),
  call: isCallId,
  why: (text) => ENDPOINT_ID.test(text),
  delivery: (text) => /^dlv_[0-9A-Z]{1,40}$/.test(text),
  body: (text) => text === 'raw',
};

export function readView(search: Record<string, unknown>): View {
  return viewOf((key) => {
    const text = search[key];
    return typeof text === 'string' && CHECKS[key](text) ? text : undefined;
  });
}

/** The view with parts changed; null takes a part away. Another list begins at its first page. */
export function changeView(view: View, change: ViewChange): View {
  const filtered = ['state', 'endpointId', 'callId'].some((key) => Object.hasOwn(change, key));
  const full: ViewChange = filtered ? { cursor: null, ...change } : change;
  return viewOf((key) => (full[key] === undefined ? view[key] : (full[key] ?? undefined)));
}

export function isFiltered({ state, endpointId, callId }: View): boolean {
  return state !== undefined || endpointId !== undefined || callId !== undefined;
}

export function readQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** With its question mark; empty for an empty view. */
export function writeQuery(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const key of VIEW_KEYS) {
    const text = search[key];
    if (typeof text === 'string') query.set(key, text);
  }
  return query.size === 0 ? '' : `?${query}`;
}

function isCallId(text: string): boolean {
  return text !== '' && text.length <= CALL_ID_LENGTH_MAX;
}

function viewOf(partOf: (key: ViewKey) => string | undefined): View {
  const view: { -readonly [Key in ViewKey]?: string } = {};
  for (const key of VIEW_KEYS) {
    const value = partOf(key);
    if (value !== undefined) view[key] = value;
  }
  return view;
}
