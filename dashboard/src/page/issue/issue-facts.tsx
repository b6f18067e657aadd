/**
 * What the service makes of an issue: the diagnosis, its counts and times, and its course.
 * Counts are at least these where older failures were not looked at.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { KindIcon } from '../endpoint/kind-icon.tsx';
import { DiagnosisBox } from './diagnosis-box.tsx';
import type { IssueDetail } from './issue-query.ts';
import { issueText } from './text.ts';

export function IssueFacts({ issue }: { readonly issue: IssueDetail }) {
  const t = useText(issueText);
  const format = useFormat();
  const project = useClient().project ?? '';
  const { endpointId, endpointKind, endpointName, failing, givenUp, waiting } = issue;
  const { trend, count } = issue;
  return (
    <>
      <DiagnosisBox diagnosis={issue.diagnosis} nextLabel={t.one.nextStep} />
      <Facts across>
        <Fact name={t.column.endpoint}>
          <Link
            to="/p/$project/endpoints/$endpointId/{-$tab}"
            params={{ project, endpointId }}
            className="with-icon"
          >
            <KindIcon kind={endpointKind} />
            {endpointName}
          </Link>
        </Fact>
        <Fact name={t.one.count}>
          <strong>{format.number(count)}</strong>
          <div className="small quiet">
            {t.one.failing(failing)}, {t.one.givenUp(givenUp)}
          </div>
          {waiting > 0 && <div className="small">{t.one.waiting(waiting)}</div>}
        </Fact>
        <Fact name={t.one.calls}>
          <strong>{format.number(issue.calls)}</strong>
        </Fact>
        <Fact name={t.one.first}>
          <When iso={issue.firstAt} />
        </Fact>
        <Fact name={t.one.last}>
          <When iso={issue.lastAt} />
        </Fact>
        <Fact name={t.one.trend}>
          <Sparkline values={trend.counts} label={t.trendOf(count)} tone="bad" />
        </Fact>
      </Facts>
    </>
  );
}

function When({ iso }: { readonly iso: string | null }) {
  const { one: t } = useText(issueText);
  return iso === null ? <span className="quiet">{t.none}</span> : <Moment iso={iso} />;
}
