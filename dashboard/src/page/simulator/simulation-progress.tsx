/**
 * How far a run is, and where its calls can be watched.
 * Must never say that a call is done: its own page does.
 */
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { simulatorText } from './text.ts';
import type { RunState, Simulation } from './use-simulation.ts';

const TONES: Readonly<Record<RunState, Tone>> = {
  idle: 'off',
  running: 'busy',
  done: 'good',
  aborted: 'off',
  failed: 'bad',
};

const CALLS_SHOWN = 5;

export function SimulationProgress({ simulation }: { readonly simulation: Simulation }) {
  const t = useText(simulatorText);
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
