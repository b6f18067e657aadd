/**
 * An evaluation to read: the score with its pass mark, what failed it at once, and each criterion
 * with why. The trial of a scorecard shows the same.
 */
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { Panel } from '../../kit/panel.tsx';
import { StateBadge, type StateWord, type Tone } from '../../kit/state-badge.tsx';
import { type Column, DataTable } from '../../kit/table/data-table.tsx';
import {
  autoFailed,
  type Criterion,
  type Evaluation,
  excluded,
  type Outcome,
} from './result-shape.ts';
import { type Transcript, TurnLink } from './turn-link.tsx';

interface EvaluationViewProps {
  readonly evaluation: Evaluation;
  readonly transcript: Transcript;
  /** For a trial the scorecard is not stored, so there is nothing to open. */
  readonly trial?: boolean;
}

export function EvaluationView({ evaluation, transcript, trial = false }: EvaluationViewProps) {
  const t = useText('acw').evaluation;
  const failed = autoFailed(evaluation);
  return (
    <>
      {evaluation.score.autoFailed && (
        <Alert color="red" variant="light" role="alert" title={t.autoFail} className="failure">
          <p>{t.autoFailBy(failed.map(({ question }) => question).join(' '))}</p>
        </Alert>
      )}
      <ScorePanel evaluation={evaluation} trial={trial} />
      <Panel title={trial ? t.judged : t.criteria}>
        <CriteriaTable criteria={evaluation.criteria} transcript={transcript} />
      </Panel>
    </>
  );
}

function ScorePanel({ evaluation, trial }: Pick<EvaluationViewProps, 'evaluation' | 'trial'>) {
  const t = useText('acw').evaluation;
  const format = useFormat();
  const { score } = evaluation;
  const word = scoreWord(score, t);
  const out = excluded(evaluation);
  const outPoints = out.reduce((sum, { maxPoints }) => sum + maxPoints, 0);
  return (
    <Panel title={t.score}>
      <div className="score">
        <ScoreRing
          percentage={score.percentage}
          passMark={score.passMark}
          tone={word.tone === 'good' || word.tone === 'bad' ? word.tone : 'off'}
        />
        <div className="score-words">
          <StateBadge {...word} filled />
          <p className="score-line">
            {t.points(format.number(score.earned), format.number(score.possible))}
            {' · '}
            {t.passMark(format.number(score.passMark))}
          </p>
          {score.unknown > 0 && (
            <p className="score-unknown">
              {t.unknown(format.number(score.unknown))}
              {score.unknownCriteria !== null && `. ${t.unknownMeaning[score.unknownCriteria]}`}
            </p>
          )}
          {out.length > 0 && (
            <p className="quiet small">{t.excluded(out.length, format.number(outPoints))}</p>
          )}
          {trial !== true && <ScorecardLine scorecard={evaluation.scorecard} />}
        </div>
      </div>
    </Panel>
  );
}

function ScorecardLine({ scorecard }: Pick<Evaluation, 'scorecard'>) {
  const t = useText('acw').evaluation;
  const project = useClient().project ?? '';
  const { id, name, revision } = scorecard;
  const search = revision === null ? {} : { revision: String(revision) };
  return (
    <p className="quiet">
      {t.scorecard}:{' '}
      {id === '' ? (
        name
      ) : (
        <Link
          to="/p/$project/acw/scorecards/$scorecardId"
          params={{ project, scorecardId: id }}
          search={search}
        >
          {name === '' ? id : name}
        </Link>
      )}
      {revision !== null && `, ${t.revision(revision)}`}
    </p>
  );
}

/** Neither passed nor failed: there is no score, or what is unknown would decide. */
function scoreWord(
  { passed, percentage }: Pick<Evaluation['score'], 'passed' | 'percentage'>,
  t: Words['acw']['evaluation'],
): StateWord {
  if (percentage === null) return { tone: 'off', ...t.noScore };
  if (passed === null) return { tone: 'off', ...t.undecided };
  return passed ? { tone: 'good', ...t.passed } : { tone: 'bad', ...t.failed };
}

const TONES: Readonly<Record<Outcome, Tone>> = {
  PASS: 'good',
  FAIL: 'bad',
  NOT_APPLICABLE: 'off',
  UNKNOWN: 'warn',
};

interface CriteriaTableProps {
  readonly criteria: readonly Criterion[];
  readonly transcript: Transcript;
}

/**
 * The criteria of an evaluation, each with its result as icon and word, its points, who judged it,
 * why, and the quotes that show it.
 */
function CriteriaTable({ criteria, transcript }: CriteriaTableProps) {
  const t = useText('acw').evaluation;
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

interface ScoreRingProps {
  /** 0 to 100; null: there is no score. */
  readonly percentage: number | null;
  readonly passMark: number;
  readonly tone: 'good' | 'bad' | 'off';
}

const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;

/**
 * A percentage as a ring, with the pass mark on it. The number stands inside; the ring alone says
 * nothing.
 */
function ScoreRing({ percentage, passMark, tone }: ScoreRingProps) {
  const t = useText('acw').evaluation;
  const format = useFormat();
  const shown = percentage === null ? '–' : format.number(percentage);
  const [x1, y1] = onRing(passMark, RADIUS - 7);
  const [x2, y2] = onRing(passMark, RADIUS + 7);
  return (
    <svg className="ring" viewBox="0 0 100 100" role="img" aria-label={t.ring(shown)}>
      <title>{t.ring(shown)}</title>
      <circle className="ring-whole" cx="50" cy="50" r={RADIUS} />
      {percentage !== null && percentage > 0 && (
        <circle
          className="ring-part"
          data-tone={tone}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${(percentage / 100) * AROUND} ${AROUND}`}
          transform="rotate(-90 50 50)"
        />
      )}
      <path className="ring-mark" d={`M${x1} ${y1}L${x2} ${y2}`} />
      <text x="50" y="51" textAnchor="middle" dominantBaseline="middle">
        {percentage === null ? '–' : format.percent(percentage / 100)}
      </text>
    </svg>
  );
}

/** 0 is on top, and it goes round as a clock does. */
function onRing(percentage: number, radius: number): readonly [x: number, y: number] {
  const angle = (percentage / 100) * 2 * Math.PI;
  const round = (value: number): number => Math.round(value * 100) / 100;
  return [round(50 + radius * Math.sin(angle)), round(50 - radius * Math.cos(angle))];
}
