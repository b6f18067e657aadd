/**
 * The criteria of an evaluation, each with its result as icon and word, its points, who judged it,
 * why, and the quotes that show it.
 */
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import type { Criterion, Outcome } from './read-evaluation.ts';
import { acwText } from './text.ts';
import { type Transcript, TurnLink } from './turn-link.tsx';

const TONES: Readonly<Record<Outcome, Tone>> = {
  PASS: 'good',
  FAIL: 'bad',
  NOT_APPLICABLE: 'off',
  UNKNOWN: 'warn',
};

export interface CriteriaTableProps {
  readonly criteria: readonly Criterion[];
  readonly transcript: Transcript;
}

export function CriteriaTable({ criteria, transcript }: CriteriaTableProps) {
  const t = useText(acwText).evaluation;
  const format = useFormat();
  const columns: readonly Column<Criterion>[] = [
    {
      id: 'criterion',
      head: t.column.criterion,
      as: 'link',
      cell: ({ question, autoFail }) => (
        <span className="acw-question">
          {question}
          {autoFail && <span className="acw-mark">{t.autoFailMark}</span>}
        </span>
      ),
    },
    {
      id: 'result',
      head: t.column.result,
      as: 'state',
      cell: ({ result }) => <StateBadge tone={TONES[result]} {...t.outcome[result]} />,
    },
    {
      id: 'points',
      head: t.column.points,
      as: 'number',
      cell: ({ points, maxPoints }) => t.pointsOf(format.number(points), format.number(maxPoints)),
    },
    {
      id: 'source',
      head: t.column.source,
      as: 'minor',
      cell: ({ source }) => (source === 'RULE' || source === 'LLM' ? t.source[source] : source),
    },
    {
      id: 'why',
      head: t.column.why,
      as: 'quiet',
      cell: (criterion) => <Why criterion={criterion} transcript={transcript} />,
    },
  ];
  return (
    <div className="acw-criteria">
      <DataTable
        caption={t.criteria}
        columns={columns}
        rows={criteria}
        rowId={({ id }) => id}
        rowName={({ question }) => question}
      />
    </div>
  );
}

function Why({
  criterion: { rationale, evidence },
  transcript,
}: {
  readonly criterion: Criterion;
  readonly transcript: Transcript;
}) {
  return (
    <div className="acw-why">
      <span className="wrap">{rationale}</span>
      {evidence.length > 0 && (
        <ul>
          {evidence.map(({ turn, quote }) => (
            <li key={`${turn} ${quote}`}>
              <TurnLink transcript={transcript} turn={turn} quote={quote} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
