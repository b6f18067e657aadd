/**
 * One call: who reported what, what that fired, where it went and how each attempt ended; and for
 * an endpoint, why it did or did not get something.
 */
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CallTimeline } from './call-timeline.tsx';
import { CallWhy, type CallWhyProps } from './call-why.tsx';
import { CopyButton } from './copy-button.tsx';
import { DataRegion } from './data-region.tsx';
import { Fact } from './fact.tsx';
import { Icon } from './icon.tsx';
import type { CallDetail } from './record.ts';
import { failedState, regionState } from './region.ts';
import { clockTime } from './time.ts';
import { ViewLink } from './view-link.tsx';

export function CallPage(props: CallWhyProps) {
  const { api, callId, endpoints, refetchInterval } = props;
  const query = useQuery({
    queryKey: ['call', callId],
    queryFn: ({ signal }) => api.call(callId, signal),
    refetchInterval,
  });
  const { data, error } = query;
  const known = data !== undefined && (error === null || failedState(error) !== 'not-found');
  return (
    <>
      <ViewLink change={{ call: null, why: null, delivery: null }} className="back">
        <Icon name="back" />
        Overview
      </ViewLink>
      <div className="call-title">
        <Title order={1} size="h2">
          <span className="quiet">Call</span> <span className="wrap">{callId}</span>
        </Title>
        <CopyButton text={callId} what="the call id" />
      </div>
      {data === undefined && error === null && <Skeleton height={60} mt="xs" />}
      {known && <Summary call={data} nowMs={query.dataUpdatedAt} />}
      <DataRegion
        title="Timeline"
        state={regionState({
          error,
          count: data === undefined ? null : data.timeline.reports.length,
          fetching: query.isFetching,
          filtered: false,
          partial: data?.timeline.truncated === true,
        })}
        error={error}
        onRetry={() => void query.refetch()}
        empty={<Text fw={600}>The reports of this call are past their retention</Text>}
      >
        {known && <CallTimeline call={data} endpoints={endpoints} nowMs={query.dataUpdatedAt} />}
      </DataRegion>
      {known && <CallWhy {...props} />}
    </>
  );
}

function Summary({ call, nowMs }: { readonly call: CallDetail; readonly nowMs: number }) {
  const time = (iso: string) => (
    <time dateTime={iso} title={iso}>
      {clockTime(iso, nowMs, { seconds: true })}
    </time>
  );
  return (
    <dl className="facts across">
      <Fact name="Status">
        <b>{call.status ?? 'none yet'}</b>
      </Fact>
      <Fact name="Direction">{call.direction.toLowerCase()}</Fact>
      <Fact name="Client ID">{call.clientId === '' ? '–' : call.clientId}</Fact>
      <Fact name="Call SID">{call.callSid === '' ? '–' : call.callSid}</Fact>
      <Fact name="First report">{time(call.firstReportAt)}</Fact>
      <Fact name="Last report">{time(call.lastReportAt)}</Fact>
    </dl>
  );
}
