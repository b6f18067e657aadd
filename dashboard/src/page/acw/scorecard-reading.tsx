/**
 * A scorecard as it was in a revision: to read, and to begin an edit from.
 * Must never be editable: results refer to it.
 */
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Panel } from '../../kit/panel.tsx';
import type { ScorecardRecord } from './acw-api.ts';
import { ruleWords } from './rule-words.ts';
import { acwText, scorecardText } from './text.ts';

export function ScorecardReading({ scorecard }: { readonly scorecard: ScorecardRecord }) {
  const t = useText(scorecardText);
  const { passMark } = useText(acwText).evaluation;
  const format = useFormat();
  return (
    <Panel title={scorecard.name} lead={passMark(format.number(scorecard.passMark))}>
      <ol className="criteria">
        {scorecard.criteria.map(({ id, question, points, autoFail, rule, appliesWhen }) => (
          <li key={id} className="criterion">
            <div className="criterion-head">
              <span className="criterion-title">
                <b>{question}</b>
                <span className="quiet small">
                  {rule === null ? t.say.model : ruleWords(rule, t, format)}
                </span>
                {appliesWhen !== null && (
                  <span className="quiet small">
                    {t.say.applies(ruleWords(appliesWhen, t, format))}
                  </span>
                )}
              </span>
              {autoFail && <span className="acw-mark">{t.autoFailMark}</span>}
              <span className="quiet criterion-points">{t.pointsOf(format.number(points))}</span>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
