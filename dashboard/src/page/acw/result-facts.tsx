/**
 * What is known of a result besides the result: its call, its agent, what made it and when.
 * An agent that was removed meanwhile says so.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Moment } from '../../kit/time/moment.tsx';
import type { ResultRecord } from './acw-api.ts';
import { tookMs } from './run-word.ts';
import { acwText } from './text.ts';

export function ResultFacts({ record }: { readonly record: ResultRecord }) {
  const t = useText(acwText).result;
  const format = useFormat();
  const project = useClient().project ?? '';
  const agent = useEndpoints().get(record.acwAgentId);
  const took = tookMs(record);
  return (
    <Facts across>
      <Fact name={t.call}>
        <Link
          to="/p/$project/calls/$callId"
          params={{ project, callId: record.callId }}
          search={{ tab: 'acw' }}
          className="mono wrap"
        >
          {record.callId}
        </Link>
      </Fact>
      <Fact name={t.agent}>
        {agent === undefined ? (
          <span className="quiet">{t.removedAgent}</span>
        ) : (
          <Link
            to="/p/$project/endpoints/$endpointId/{-$tab}"
            params={{ project, endpointId: record.acwAgentId, tab: undefined }}
          >
            {agent.name}
          </Link>
        )}
      </Fact>
      {record.engine !== null && (
        <Fact name={t.engine}>
          <span className="wrap">{record.engine}</span>
        </Fact>
      )}
      {took !== null && <Fact name={t.took}>{format.duration(took)}</Fact>}
      <Fact name={t.recorded}>
        <Moment iso={record.createdAt} exact />
      </Fact>
      <Fact name={t.id}>
        <code className="wrap">{record.acwResultId}</code>
        <CopyButton text={record.acwResultId} what={t.id} />
      </Fact>
      <Fact name={t.run}>
        <code className="wrap">{record.acwRunId}</code>
        <CopyButton text={record.acwRunId} what={t.run} />
      </Fact>
    </Facts>
  );
}
