/**
 * The columns of the list of issues. On narrow screens what happens, its status and when stand on
 * a card, with the endpoint below.
 */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, ROW_LINK } from '../../kit/table/data-table.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useDiagnosisWords } from '../../word/diagnosis/diagnosis-words.ts';
import { KindIcon } from '../endpoint/kind-icon.tsx';
import type { IssueRecord } from './issue-query.ts';
import { issueWord } from './issue-word.ts';
import { issueText } from './text.ts';

export function useIssueColumns(): readonly Column<IssueRecord>[] {
  const t = useText(issueText);
  const format = useFormat();
  const project = useClient().project ?? '';
  const say = useDiagnosisWords();
  return useMemo(() => {
    const { column } = t;
    return [
      {
        ...{ id: 'what', head: column.what, as: 'link' },
        cell: ({ fingerprint, diagnosis }) => (
          <Link
            to="/p/$project/issues/$fingerprint"
            params={{ project, fingerprint }}
            {...ROW_LINK}
          >
            {say(diagnosis).title}
          </Link>
        ),
      },
      {
        ...{ id: 'status', head: column.status, as: 'state' },
        cell: ({ status }) => <StateBadge {...issueWord(status, t)} />,
      },
      {
        ...{ id: 'endpoint', head: column.endpoint, as: 'quiet' },
        cell: ({ endpointKind, endpointName }) => (
          <span className="with-icon">
            <KindIcon kind={endpointKind} />
            {endpointName}
          </span>
        ),
      },
      {
        ...{ id: 'count', head: column.count, as: 'number' },
        cell: ({ count, waiting }) => (
          <>
            {format.number(count)}
            {waiting > 0 && (
              <span className="quiet small" title={t.one.waiting(waiting)}>
                {' '}
                +{format.number(waiting)}
              </span>
            )}
          </>
        ),
      },
      {
        ...{ id: 'calls', head: column.calls, as: 'number' },
        cell: ({ calls }) => format.number(calls),
      },
      {
        ...{ id: 'trend', head: column.trend, as: 'minor' },
        cell: ({ trend, count }) => (
          <Sparkline values={trend.counts} label={t.trendOf(count)} tone="bad" />
        ),
      },
      {
        ...{ id: 'last', head: column.last, as: 'when' },
        cell: ({ lastAt }) => (lastAt === null ? '–' : <Moment iso={lastAt} />),
      },
    ];
  }, [t, format, project, say]);
}
