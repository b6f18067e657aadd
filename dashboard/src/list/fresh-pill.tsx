/**
 * "12 new": rows that came since the list was shown. A click puts them on top. While rows are
 * selected it says instead that updates are paused. Read aloud at most every 10 s.
 */
import { useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { kitText } from '../kit/text.ts';
import { FRESH_MAX, type SteadyList } from './use-steady-list.ts';

const SAY_MS = 10_000;

export interface FreshPillProps {
  readonly list: Pick<SteadyList<never>, 'fresh' | 'showFresh'>;
  /** Rows are selected, or a menu is open. */
  readonly paused: boolean;
}

export function FreshPill({ list, paused }: FreshPillProps) {
  const t = useText(kitText).list;
  const { fresh, showFresh } = list;
  const label = fresh >= FRESH_MAX ? t.freshOver(FRESH_MAX) : t.fresh(fresh);
  const said = useSeldom(paused ? t.paused : fresh > 0 ? label : '');
  return (
    <>
      {paused && (
        <span className="pill pill-off" title={t.pausedWhy}>
          {t.paused}
        </span>
      )}
      {!paused && fresh > 0 && (
        <button type="button" className="pill" title={t.showFresh} onClick={showFresh}>
          {label}
        </button>
      )}
      <span className="unseen" role="status">
        {said}
      </span>
    </>
  );
}

/** The text as it was when it was last worth saying. */
function useSeldom(text: string): string {
  const [said, setSaid] = useState('');
  const lastMs = useRef(0);
  useEffect(() => {
    const waitMs = Math.max(0, lastMs.current + SAY_MS - Date.now());
    const timer = setTimeout(() => {
      lastMs.current = Date.now();
      setSaid(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}
