/**
 * Simulates calls: chooses a scenario, shows each request it will send, sends them over the public
 * API as a platform would, and leads to what comes of it.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { endpointsQuery } from '../../api/endpoint.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Panel } from '../../kit/panel.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { callIdsOf, planOf } from './plan.ts';
import { RequestList } from './request-list.tsx';
import { type Scenario, SPEEDS, scenarioOf } from './scenario.ts';
import { ScenarioChoice } from './scenario-choice.tsx';
import './simulator.css';
import { SimulationProgress } from './simulation-progress.tsx';
import type { SimulatorSearch } from './simulator-search.ts';
import { countOf, prefixOf, SimulatorSettings } from './simulator-settings.tsx';
import { simulatorText } from './text.ts';
import { useSimulation } from './use-simulation.ts';

const route = getRouteApi('/p/$project/simulator');

export function Page() {
  const t = useText(simulatorText);
  const search = route.useSearch();
  const scenario = scenarioOf(search.scenario);
  const navigate = useNavigate();
  const change = (next: Partial<SimulatorSearch>): void => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    });
  };
  const simulation = useSimulation();
  const next = useNextPlan(scenario, search);
  const start = (): void => {
    const { plan, callIds } = next.make();
    simulation.start(plan, callIds, SPEEDS[search.speed ?? 'real']);
  };
  const shown = simulation.plan ?? next.plan;
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <NoEndpoint />
      <div className="simulator">
        <ScenarioChoice
          chosen={scenario.id}
          onChoose={(id) => change({ scenario: id, calls: undefined })}
        />
        <Panel title={t.settings}>
          <SimulatorSettings
            key={scenario.id}
            search={search}
            scenario={scenario}
            running={simulation.state === 'running'}
            onChange={change}
            onStart={start}
            onAbort={simulation.abort}
          />
          {simulation.state !== 'idle' && <SimulationProgress simulation={simulation} />}
        </Panel>
      </div>
      <RequestList plan={shown} simulation={simulation} />
    </>
  );
}

/** What a start would send; each start makes new call ids. */
function useNextPlan(scenario: Scenario, search: SimulatorSearch) {
  const [mark] = useState(newMark);
  const { clientId = '', callSid = '' } = search;
  const count = countOf(search, scenario) ?? scenario.calls;
  const prefix = prefixOf(search, scenario);
  return useMemo(() => {
    const made = (of: string) => {
      const callIds = callIdsOf(prefix, of, count);
      const nowMs = serverNowMs();
      return { callIds, plan: planOf(scenario, { callIds, clientId, callSid, nowMs }) };
    };
    return { plan: made(mark).plan, make: () => made(newMark()) };
  }, [scenario, mark, count, prefix, clientId, callSid]);
}

/** Grows with time, so that ids stand in the order of their runs. */
function newMark(): string {
  return serverNowMs().toString(36);
}

function NoEndpoint() {
  const t = useText(simulatorText);
  const client = useClient();
  const { data } = useQuery(endpointsQuery(client));
  if (data === undefined || data.length > 0) return null;
  return (
    <p className="quiet" role="status">
      {t.noEndpoint}{' '}
      <Link to="/p/$project/endpoints/new" params={{ project: client.project ?? '' }}>
        {t.makeEndpoint}
      </Link>
    </p>
  );
}
