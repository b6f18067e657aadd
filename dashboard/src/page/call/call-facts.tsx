/**
 * The facts of a call at a glance: parties, times, its call log, its errors, and whether it was
 * ended by staleness.
 */
import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import type { CallDetail } from '../../api/record.ts';
import { useMembership } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { Fact, Facts } from '../../kit/panel.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import { useImported } from './bundle/read-bundle.ts';
import { callDurationMs } from './call-status.ts';

export function CallFacts({ call }: { readonly call: CallDetail }) {
  const t = useText('call');
  const { one } = t;
  const format = useFormat();
  const stale = call.timeline.reports.some(({ source }) => source === 'stale');
  return (
    <div className="call-facts">
      {stale && (
        <Alert color="yellow" variant="light" className="partial">
          {one.stale}
        </Alert>
      )}
      <Facts across>
        <Fact name={one.direction}>{t.direction[call.direction]}</Fact>
        <Fact name={one.client}>
          <SameOf name="clientId" value={call.clientId} />
        </Fact>
        <Fact name={one.sid}>
          <SameOf name="callSid" value={call.callSid} />
        </Fact>
        <Fact name={one.started}>
          <Moment iso={call.firstReportAt} exact />
        </Fact>
        <Fact name={one.ended}>
          {call.endedAt === null ? (
            <span className="quiet">{one.running}</span>
          ) : (
            <>
              <Moment iso={call.endedAt} exact />{' '}
              {/* A platform's end may lie before the first report, if that came late. */}
              {callDurationMs(call) >= 0 && (
                <span className="quiet">({format.duration(callDurationMs(call))})</span>
              )}
            </>
          )}
        </Fact>
        <Fact name={one.log}>
          <CallLogState call={call} />
        </Fact>
        <KnownFacts call={call} />
      </Facts>
      <CallErrors call={call} />
    </div>
  );
}

/** What platforms said of the call besides its status; a bundle of an earlier version has none. */
function KnownFacts({ call }: { readonly call: CallDetail }) {
  const t = useText('call').one.facts;
  const format = useFormat();
  const facts: Partial<CallDetail['facts']> = call.facts ?? {};
  const { from, to, answeredAt, endedAt, durationMs, sipCode, hangupCause } = facts;
  const { recordingUrl, agentId, queue, tags = [], metadata = {} } = facts;
  const cause = [sipCode, hangupCause].filter((part) => part !== undefined).join(' ');
  const texts = [
    ['agentId', agentId],
    ['queue', queue],
    ['cause', cause],
    ['recordingUrl', recordingUrl],
  ] as const;
  const entries = Object.entries(metadata);
  return (
    <>
      {from !== undefined && (
        <Fact name={t.from}>
          <SameOf name="number" value={from} />
        </Fact>
      )}
      {to !== undefined && (
        <Fact name={t.to}>
          <SameOf name="number" value={to} />
        </Fact>
      )}
      {answeredAt !== undefined && (
        <Fact name={t.answeredAt}>
          <Moment iso={answeredAt} exact />
        </Fact>
      )}
      {endedAt !== undefined && (
        <Fact name={t.endedAt}>
          <Moment iso={endedAt} exact />
        </Fact>
      )}
      {durationMs !== undefined && <Fact name={t.durationMs}>{format.duration(durationMs)}</Fact>}
      {texts.map(
        ([name, text]) =>
          text !== undefined &&
          text !== '' && (
            <Fact key={name} name={t[name]}>
              <span className="mono wrap">{text}</span>{' '}
              {name === 'recordingUrl' && <CopyButton text={text} what={t[name]} />}
            </Fact>
          ),
      )}
      {tags.length > 0 && (
        <Fact name={t.tags}>
          <ul className="chip-list">
            {tags.map((tag, at) => (
              // A viewer sees every tag masked alike.
              // biome-ignore lint/suspicious/noArrayIndexKey: tags stay where they are
              <li key={at}>
                <SameOf name="tag" value={tag} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {entries.length > 0 && (
        <Fact name={t.metadata}>
          <span className="mono wrap">{entries.map((entry) => entry.join('=')).join(', ')}</span>
        </Fact>
      )}
    </>
  );
}

/** A link to the calls that share the value; none if it is masked, since no filter takes that. */
function SameOf({
  name,
  value,
}: {
  readonly name: 'clientId' | 'callSid' | 'number' | 'tag';
  readonly value: string;
}) {
  const project = useClient().project ?? '';
  const imported = useImported() !== null;
  const masked = useMembership()?.masked === true && name !== 'callSid';
  if (value === '') return <span className="quiet">–</span>;
  if (imported || masked) return <span className="mono wrap">{value}</span>;
  return (
    <>
      <Link
        to="/p/$project/calls"
        params={{ project }}
        search={{ [name]: value }}
        className="mono wrap"
      >
        {value}
      </Link>{' '}
      {name !== 'tag' && <CopyButton text={value} what={name} />}
    </>
  );
}

function CallLogState({ call: { callLog } }: { readonly call: CallDetail }) {
  const t = useText('call');
  const { state, version, turns } = callLog;
  const details = [
    ...(version === null ? [] : [t.logVersion(version)]),
    ...(turns === null ? [] : [t.turns(turns)]),
  ];
  return (
    <span title={t.logMeaning[state]} data-log={state}>
      {t.logState[state]}
      {details.length > 0 && <span className="quiet"> ({details.join(', ')})</span>}
      {state !== 'PRESENT' && <span className="quiet small call-why">{t.logMeaning[state]}</span>}
    </span>
  );
}

function CallErrors({ call }: { readonly call: CallDetail }) {
  const t = useText('call').one;
  const errors = call.timeline.reports.flatMap((report) =>
    report.errors.map((error, index) => ({ ...error, report, index })),
  );
  if (errors.length === 0) return null;
  return (
    <section className="call-errors" aria-label={t.errors}>
      <h2 className="region-title">{t.errors}</h2>
      <ul>
        {errors.map(({ code, message, timestamp, report, index }) => (
          <li key={`${report.number}-${index}`}>
            <code className="call-code">[{code}]</code>{' '}
            {message !== null && <span className="wrap">{message} </span>}
            <span className="quiet small">
              <Moment iso={timestamp ?? report.receivedAt} exact />, {t.errorAt(report.number)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
