/**
 * Simulates calls: chooses a scenario, shows each request it will send, sends them over the public
 * API as a platform would, and leads to what comes of it.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { endpointsQuery } from '../../api/endpoint.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Panel } from '../../kit/panel.tsx';
import { serverNowMs } from '../../kit/time/server-clock.ts';
import { callIdsOf, planOf } from './plan.ts';
import { RequestList } from './request-list.tsx';
import { SCENARIO_IDS, type Scenario, type ScenarioId, SPEEDS, scenarioOf } from './scenario.ts';
import './simulator.css';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import type { SimulatorSearch } from './simulator-search.ts';
import { countOf, prefixOf, SimulatorSettings } from './simulator-settings.tsx';
import { type RunState, type Simulation, useSimulation } from './use-simulation.ts';

const route = getRouteApi('/p/$project/simulator');

export function Page() {
  const t = useText('simulator');
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
  const t = useText('simulator');
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

interface ScenarioChoiceProps {
  readonly chosen: ScenarioId;
  readonly onChoose: (id: ScenarioId) => void;
}

/**
 * The scenarios to choose from, as radio buttons that say what happens.
 * The address holds the choice.
 */
function ScenarioChoice({ chosen, onChoose }: ScenarioChoiceProps) {
  const t = useText('simulator');
  return (
    <fieldset className="scenarios">
      <legend>{t.scenarios}</legend>
      {SCENARIO_IDS.map((id) => (
        <label key={id} className="scenario" data-chosen={id === chosen}>
          <input
            type="radio"
            name="scenario"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>
            <b>{t.scenario[id].name}</b>
            <span className="quiet small">{t.scenario[id].about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const TONES: Readonly<Record<RunState, Tone>> = {
  idle: 'off',
  running: 'busy',
  done: 'good',
  aborted: 'off',
  failed: 'bad',
};

const CALLS_SHOWN = 5;

/**
 * How far a run is, and where its calls can be watched.
 * Must never say that a call is done: its own page does.
 */
function SimulationProgress({ simulation }: { readonly simulation: Simulation }) {
  const t = useText('simulator');
  const project = useClient().project ?? '';
  const { state, plan, answers, callIds } = simulation;
  const whole = plan?.length ?? 0;
  const sent = [...answers.values()].filter((answer) => answer !== 'sending').length;
  const shown = callIds.slice(0, CALLS_SHOWN);
  return (
    <div className="simulation" data-run={state}>
      <p role="status">
        <StateBadge tone={TONES[state]} {...t.state[state]} filled />{' '}
        <span className="quiet">{t.sent(sent, whole)}</span>
      </p>
      <progress value={sent} max={whole} aria-label={t.progress} />
      <p className="small">{t.openCalls}:</p>
      <ul className="simulation-calls">
        {shown.map((callId) => (
          <li key={callId}>
            <Link to="/p/$project/calls/$callId" params={{ project, callId }} className="mono wrap">
              {callId}
            </Link>
          </li>
        ))}
        {callIds.length > shown.length && (
          <li className="quiet">{t.more(callIds.length - shown.length)}</li>
        )}
      </ul>
      <p className="simulation-links">
        <Link to="/p/$project/calls" params={{ project }}>
          {t.allCalls}
        </Link>
        <Link to="/p/$project/inbox" params={{ project }}>
          {t.inbox}
        </Link>
      </p>
    </div>
  );
}
