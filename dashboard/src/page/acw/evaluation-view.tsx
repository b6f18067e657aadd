/**
 * An evaluation to read: the score with its pass mark, what failed it at once, and each criterion
 * with why. The trial of a scorecard shows the same.
 */
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { StateBadge, type StateWord } from '../../kit/state-badge.tsx';
import { CriteriaTable } from './criteria-table.tsx';
import { autoFailed, type Evaluation, excluded } from './read-evaluation.ts';
import { ScoreRing } from './score-ring.tsx';
import { type AcwText, acwText } from './text.ts';
import type { Transcript } from './turn-link.tsx';

export interface EvaluationViewProps {
  readonly evaluation: Evaluation;
  readonly transcript: Transcript;
  /** Of a trial: the scorecard is not stored, so there is nothing to open. */
  readonly trial?: boolean;
}

export function EvaluationView({ evaluation, transcript, trial = false }: EvaluationViewProps) {
  const t = useText(acwText).evaluation;
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
  const t = useText(acwText).evaluation;
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
  const t = useText(acwText).evaluation;
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
export function scoreWord(
  { passed, percentage }: Pick<Evaluation['score'], 'passed' | 'percentage'>,
  t: AcwText['evaluation'],
): StateWord {
  if (percentage === null) return { tone: 'off', ...t.noScore };
  if (passed === null) return { tone: 'off', ...t.undecided };
  return passed ? { tone: 'good', ...t.passed } : { tone: 'bad', ...t.failed };
}
