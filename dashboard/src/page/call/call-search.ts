/**
 * The parameters in the addresses of the calls: the filter of the list; for one call the tab, the
 * display of its timeline, and the selected moment, endpoint or delivery.
 */
import { boundsOf, isRelative, rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, oneIn, someIn, textIn, textsIn } from '../../search/read-search.ts';
import { BAR_KINDS, type BarKind } from './timeline-layout.ts';

const FLAGS = ['1', '0'] as const;
type Flag = (typeof FLAGS)[number];

export interface CallsSearch {
  readonly direction?: 'INBOUND' | 'OUTBOUND' | undefined;
  readonly status?: readonly string[] | undefined;
  readonly notStatus?: readonly string[] | undefined;
  /** 1: only those with; 0: only those without. */
  readonly errors?: Flag | undefined;
  readonly stale?: Flag | undefined;
  readonly clientId?: string | undefined;
  readonly callSid?: string | undefined;
  /** In any writing; one of `from` and `to`. */
  readonly number?: string | undefined;
  readonly tag?: string | undefined;
  readonly notClientId?: readonly string[] | undefined;
  readonly notCallSid?: readonly string[] | undefined;
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
}

export const CALL_TABS = ['timeline', 'deliveries', 'log', 'acw', 'raw'] as const;
export type CallTab = (typeof CALL_TABS)[number];

export interface CallSearch {
  readonly tab?: CallTab | undefined;
  /** The moment that the cursor of the timeline stands at, ISO 8601. */
  readonly at?: string | undefined;
  readonly peek?: string | undefined;
  /** How the timeline is shown; absent: as the screen has room. */
  readonly as?: 'chart' | 'list' | undefined;
  /** Idle time is folded unless this says no. */
  readonly fold?: 'no' | undefined;
  /** The part of the axis that is shown: `from..to`. */
  readonly zoom?: string | undefined;
  /** The kinds that are hidden in the legend. */
  readonly hide?: readonly BarKind[] | undefined;
  /** Why it did or did not get this call. */
  readonly endpoint?: string | undefined;
}

export const isStatus = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/.test(text);

export function readCalls(search: RawSearch): CallsSearch {
  return compact({
    direction: orNot(search, 'direction', 'notDirection', ['INBOUND', 'OUTBOUND']),
    status: textsIn(search, 'status', isStatus),
    notStatus: textsIn(search, 'notStatus', isStatus),
    errors: orNot(search, 'errors', 'notErrors', FLAGS),
    stale: orNot(search, 'stale', 'notStale', FLAGS),
    clientId: textIn(search, 'clientId'),
    callSid: textIn(search, 'callSid'),
    number: textIn(search, 'number'),
    tag: textIn(search, 'tag'),
    notClientId: textsIn(search, 'notClientId'),
    notCallSid: textsIn(search, 'notCallSid'),
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
  });
}

/** A choice of two: excluding one value selects the other. */
function orNot<const Value extends string>(
  search: RawSearch,
  key: string,
  notKey: string,
  values: readonly [Value, Value],
): Value | undefined {
  const not = oneIn(search, notKey, values);
  if (not === undefined) return oneIn(search, key, values);
  return values.find((value) => value !== not);
}

/** The filter, as the API names it. */
export function callFilter(search: CallsSearch) {
  const { direction, status, notStatus, errors, stale } = search;
  const { clientId, callSid, number, tag, notClientId, notCallSid } = search;
  return {
    direction,
    status,
    notStatus,
    clientId,
    callSid,
    number,
    tag,
    notClientId,
    notCallSid,
    errors: errors === undefined ? undefined : errors === '1',
    stale: stale === undefined ? undefined : stale === '1',
  };
}

export function readCall(search: RawSearch): CallSearch {
  return compact({
    tab: oneIn(search, 'tab', CALL_TABS),
    at: textIn(search, 'at', (text) => !Number.isNaN(Date.parse(text))),
    peek: textIn(search, 'peek', isId('dlv')),
    as: oneIn(search, 'as', ['chart', 'list']),
    fold: oneIn(search, 'fold', ['no']),
    zoom: textIn(search, 'zoom', (text) => !isRelative(text) && boundsOf(text, 0) !== null),
    hide: someIn(search, 'hide', BAR_KINDS),
    endpoint: textIn(search, 'endpoint', isId('ep')),
  });
}
