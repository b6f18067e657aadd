/**
 * The parameters in the addresses of after-call work: the filter of the runs, the view of a result,
 * the revision of a scorecard.
 */
import { rangeIn } from '../../range/range.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, oneIn, someIn, textIn } from '../../search/read-search.ts';

export const RUN_STATES = [
  ...(['QUEUED', 'WAITING_CALL_LOG', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const),
] as const;

export interface AcwRunsSearch {
  readonly state?: readonly (typeof RUN_STATES)[number][] | undefined;
  readonly agent?: string | undefined;
  readonly call?: string | undefined;
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface AcwTrendSearch {
  readonly range?: string | undefined;
  readonly agent?: string | undefined;
}

export interface AcwResultSearch {
  readonly tab?: 'result' | 'raw' | undefined;
}

export interface ScorecardSearch {
  readonly revision?: string | undefined;
  /** For a new scorecard: the one that it is copied from. */
  readonly from?: string | undefined;
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text);

export function readAcwRuns(search: RawSearch): AcwRunsSearch {
  return compact({
    state: someIn(search, 'state', RUN_STATES),
    agent: textIn(search, 'agent', isId('ep')),
    call: textIn(search, 'call'),
    range: rangeIn(search),
    cursor: textIn(search, 'cursor'),
  });
}

export function readAcwTrend(search: RawSearch): AcwTrendSearch {
  return compact({ range: rangeIn(search), agent: textIn(search, 'agent', isId('ep')) });
}

export function readAcwResult(search: RawSearch): AcwResultSearch {
  return compact({
    tab: oneIn(search, 'tab', ['result', 'raw']),
  });
}

export function readScorecard(search: RawSearch): ScorecardSearch {
  return compact({
    revision: textIn(search, 'revision', isNumber),
    from: textIn(search, 'from', isId('sc')),
  });
}
