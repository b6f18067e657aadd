/**
 * After-call work of one call: the runs of agents with their results, each to be run again, and
 * agents to be run by hand.
 */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useEndpoints } from '../../api/endpoint.ts';
import type { CallDetail } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { EmptyState } from '../../kit/region/data-region.tsx';
import { showToast } from '../../kit/toast.tsx';
import { callPath, useRefreshCall } from './call-query.ts';
import { CallRuns } from './call-runs.tsx';

export interface CallAcwProps {
  readonly call: CallDetail;
  onPeek(id: string): void;
}

const AGENT_KINDS: ReadonlySet<string> = new Set([
  'builtin-analyzer',
  'builtin-evaluator',
  'self-provided-agent',
]);

export function CallAcw({ call, onPeek }: CallAcwProps) {
  const t = useText('call').acw;
  return (
    <>
      {call.acwRuns.length === 0 ? (
        <EmptyState title={t.empty}>
          <p>{t.emptyText}</p>
        </EmptyState>
      ) : (
        <CallRuns call={call} onPeek={onPeek} />
      )}
      <RunAgent callId={call.callId} />
    </>
  );
}

function RunAgent({ callId }: { readonly callId: string }) {
  const t = useText('call').acw;
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const project = client.project ?? '';
  const may = useMay('deliveries:write');
  const refresh = useRefreshCall(callId);
  const agents = [...useEndpoints().values()].filter(({ kind }) => AGENT_KINDS.has(kind));
  const [chosen, setChosen] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const agent = agents.find(({ id }) => id === chosen) ?? agents[0];
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (agent === undefined) return;
    setRunning(true);
    setFailure(null);
    try {
      await client.post(`${callPath(callId)}/acw-runs`, { acwAgentId: agent.id });
      showToast({ text: t.started(agent.name) });
      await refresh();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setRunning(false);
  };
  if (agent === undefined) {
    return (
      <p className="quiet">
        <Link to="/p/$project/endpoints/new" params={{ project }}>
          {t.noAgents}
        </Link>
      </p>
    );
  }
  return (
    <form className="call-run" onSubmit={(event) => void run(event)}>
      <label>
        {t.run}{' '}
        <select
          className="select"
          value={agent.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button
        type="submit"
        size="xs"
        loading={running}
        disabled={!may}
        title={may ? undefined : onlyRole(role.operator)}
      >
        {t.runIt}
      </Button>
      {failure !== null && (
        <p className="fault" role="alert">
          {failure}
        </p>
      )}
    </form>
  );
}
