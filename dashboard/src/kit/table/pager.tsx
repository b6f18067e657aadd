/**
 * Pages by cursor: a live list does not shift them. `Older` goes on, `Newest` begins anew; the
 * browser's back button goes back.
 */
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { kitText } from '../text.ts';

export interface PagerProps {
  /** What is listed, as in "Pages of deliveries". */
  readonly what: string;
  /** Of this page; absent on the first. */
  readonly cursor: string | undefined;
  /** Of the next page; null on the last. */
  readonly nextCursor: string | null;
  readonly shown: number;
}

export function Pager({ what, cursor, nextCursor, shown }: PagerProps) {
  const t = useText(kitText).pager;
  const format = useFormat();
  if (nextCursor === null && cursor === undefined) {
    return shown === 0 ? null : <p className="pages quiet small">{t.shown(shown)}</p>;
  }
  return (
    <nav className="pages small" aria-label={t.label(what)}>
      <span className="quiet" title={format.number(shown)}>
        {t.shown(shown)}
      </span>
      {cursor !== undefined && (
        <Link to="." search={(before) => ({ ...before, cursor: undefined })}>
          {t.newest}
        </Link>
      )}
      {nextCursor !== null && (
        <Link to="." search={(before) => ({ ...before, cursor: nextCursor })}>
          {t.older}
        </Link>
      )}
    </nav>
  );
}
