/**
 * The revisions of a scorecard as links, the newest first. Each stays as it was.
 * Of very many only the newest are offered.
 */
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/catalogue.ts';
import { scorecardText } from './text.ts';

const SHOWN_MAX = 30;

export interface RevisionListProps {
  readonly newest: number;
  readonly shown: number;
}

export function RevisionList({ newest, shown }: RevisionListProps) {
  const t = useText(scorecardText);
  if (newest < 2) return null;
  const length = Math.min(newest, SHOWN_MAX);
  return (
    <nav className="revisions" aria-label={t.revisions}>
      {Array.from({ length }, (_, index) => newest - index).map((revision) => (
        <Link
          key={revision}
          to="."
          search={revision === newest ? {} : { revision: String(revision) }}
          aria-current={revision === shown ? 'page' : undefined}
          className="revision"
        >
          {t.revision(revision)}
          {revision === newest && ` (${t.present})`}
        </Link>
      ))}
    </nav>
  );
}
