/**
 * The timeline of a call as the service works: each report, under it what it fired, under that
 * the deliveries it made and their attempts.
 */
import { Alert, Text } from '@mantine/core';
import { AttemptList } from './attempt-list.tsx';
import { StateLabel } from './icon.tsx';
import type {
  CallDelivery,
  CallDetail,
  EndpointRecord,
  FiringRecord,
  ReportRecord,
} from './record.ts';
import { clockTime } from './time.ts';
import { ViewLink } from './view-link.tsx';
import { deliveryWord, nextAttempt, reportWord } from './wording.ts';

interface Shared {
  readonly endpoints: ReadonlyMap<string, EndpointRecord>;
  readonly nowMs: number;
}

export function CallTimeline({ call, ...shared }: Shared & { readonly call: CallDetail }) {
  const { reports, firings, deliveries, truncated } = call.timeline;
  const numbers = new Set(reports.map(({ number }) => number));
  const loose = firings.filter(({ reportNumber }) => !numbers.has(reportNumber));
  const fired = (list: readonly FiringRecord[]) =>
    list.map((firing) => (
      <Firing
        key={firing.messageId}
        firing={firing}
        deliveries={deliveries.filter(({ messageId }) => messageId === firing.messageId)}
        {...shared}
      />
    ));
  return (
    <>
      {truncated && (
        <Alert color="yellow" variant="light" mb="sm">
          This call has more than is shown here; the API has the rest of its deliveries.
        </Alert>
      )}
      <ol className="timeline">
        {reports.map((report) => (
          <li key={report.number} data-applied={report.applied}>
            <Report report={report} nowMs={shared.nowMs} />
            <ul className="fired">
              {fired(firings.filter(({ reportNumber }) => reportNumber === report.number))}
            </ul>
          </li>
        ))}
        {loose.length > 0 && (
          <li>
            <Text fw={600}>Of reports that are not shown</Text>
            <ul className="fired">{fired(loose)}</ul>
          </li>
        )}
      </ol>
    </>
  );
}

function Report({ report, nowMs }: { readonly report: ReportRecord; readonly nowMs: number }) {
  return (
    <>
      <div className="event">
        <b>{report.status ?? 'Errors'}</b>
        <span className="quiet">
          report {report.number}
          {report.source === 'api' ? '' : `, ${sourceWords(report.source)}`}: {reportWord(report)}
        </span>
        <Time iso={report.receivedAt} nowMs={nowMs} />
      </div>
      {report.errors.map((error) => (
        <div key={`${error.code} ${error.timestamp} ${error.message}`} className="event">
          <StateLabel word={error.code} tone="bad" meaning="An error that was reported" />
          {error.message !== null && <span className="wrap">{error.message}</span>}
        </div>
      ))}
    </>
  );
}

function sourceWords(source: string): string {
  return source === 'stale' ? 'by our own sweep' : `by ${source}`;
}

function Firing({
  firing,
  deliveries,
  ...shared
}: Shared & { readonly firing: FiringRecord; readonly deliveries: readonly CallDelivery[] }) {
  return (
    <li>
      <div className="event">
        <span className="quiet">fired</span>
        <span className="wrap">{firing.trigger}</span>
        {deliveries.length === 0 && <span className="quiet">no endpoint subscribes to it</span>}
      </div>
      <ul className="went">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} {...shared} />
        ))}
      </ul>
    </li>
  );
}

function Delivery({ delivery, endpoints, nowMs }: Shared & { readonly delivery: CallDelivery }) {
  const endpoint = endpoints.get(delivery.endpointId);
  const next = nextAttempt(delivery, nowMs);
  return (
    <li>
      <div className="event">
        <StateLabel {...deliveryWord(delivery.state, endpoint, nowMs)} />
        <ViewLink change={{ delivery: delivery.id }}>
          {endpoint?.name ?? 'removed endpoint'}
        </ViewLink>
        {next !== null && <span className="quiet">{next}</span>}
      </div>
      {delivery.attemptList.length > 0 && (
        <AttemptList attempts={delivery.attemptList} nowMs={nowMs} brief />
      )}
    </li>
  );
}

function Time({ iso, nowMs }: { readonly iso: string; readonly nowMs: number }) {
  return (
    <time className="quiet push" dateTime={iso} title={iso}>
      {clockTime(iso, nowMs, { seconds: true })}
    </time>
  );
}
