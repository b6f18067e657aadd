/**
 * A call as it came: every report with what became of it, refused ones too, and what fired with
 * the data that was rendered.
 */
import type { CallDetail } from '../../api/record.ts';
import { useText } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { ReportSource } from './report-source.tsx';
import type { TimelineFiring, TimelineReport } from './timeline-layout.ts';

export function CallRaw({ call }: { readonly call: CallDetail }) {
  const t = useText('call').raw;
  const { reports, firings } = call.timeline;
  return (
    <>
      <h2 className="region-title">{t.reports}</h2>
      <table className="rows call-reports">
        <caption className="unseen">{t.reports}</caption>
        <thead>
          <tr>
            <th scope="col">{t.status}</th>
            <th scope="col">{t.outcome}</th>
            <th scope="col">{t.errors}</th>
            <th scope="col">{t.source}</th>
            <th scope="col">{t.reportId}</th>
            <th scope="col">{t.occurred}</th>
            <th scope="col" data-cell="when">
              {t.received}
            </th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <ReportRow key={report.number} report={report} />
          ))}
        </tbody>
      </table>
      <h2 className="region-title call-firings">{t.firings}</h2>
      {firings.length === 0 && <p className="quiet">{t.noFirings}</p>}
      <ol className="firings">
        {firings.map((firing) => (
          <FiringItem key={firing.messageId} firing={firing} />
        ))}
      </ol>
    </>
  );
}

function ReportRow({ report }: { readonly report: TimelineReport }) {
  const t = useText('call').raw;
  const { number, status, errors, source, reportId, occurredAt, receivedAt } = report;
  const names = Object.keys(report.facts ?? {});
  return (
    <tr data-report={number} data-applied={report.applied}>
      <th scope="row" data-cell="link">
        <span className="quiet">{number}</span>{' '}
        {status ?? (errors.length > 0 ? t.errorsOnly : t.factsOnly)}
      </th>
      <td data-cell="state">
        <Outcome report={report} />
      </td>
      <td data-cell="quiet">{errors.map(({ code }) => code).join(', ') || '–'}</td>
      <td data-cell="minor">
        <ReportSource source={source} />
        {names.length > 0 && <span className="quiet small wrap"> {t.said(names.join(', '))}</span>}
      </td>
      <td data-cell="minor">
        <span className="mono wrap">{reportId ?? '–'}</span>
      </td>
      <td data-cell="minor">{occurredAt === null ? '–' : <Moment iso={occurredAt} exact />}</td>
      <td data-cell="when">
        <Moment iso={receivedAt} exact />
      </td>
    </tr>
  );
}

function Outcome({ report: { reason, applied } }: { readonly report: TimelineReport }) {
  const t = useText('call').raw;
  if (reason === null && applied) {
    return <StateBadge word={t.accepted} tone="good" meaning={t.accepted} />;
  }
  const word = reason === null ? t.ignored.NOT_ALLOWED : t.ignored[reason];
  return <StateBadge word={word} tone="off" meaning={word} />;
}

function FiringItem({ firing }: { readonly firing: TimelineFiring }) {
  const t = useText('call').raw;
  return (
    <li>
      <details>
        <summary>
          <b>{firing.trigger}</b>{' '}
          <span className="quiet small">
            <Moment iso={firing.firedAt} exact />, <span className="mono">{firing.messageId}</span>
          </span>
        </summary>
        <CodeView label={`${t.data}, ${firing.trigger}`} content={firing.data} />
        {firing.errors !== null && (
          <CodeView label={`${t.errors}, ${firing.trigger}`} content={firing.errors} />
        )}
      </details>
    </li>
  );
}
