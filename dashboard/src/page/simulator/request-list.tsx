/**
 * The requests of a run: each exactly as it is sent, as curl, and what the service said to it.
 * Keys of people never stand there: a variable does.
 */

import { useFormat } from '../../i18n/format.ts';
import { useText, type Words } from '../../i18n/words.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Panel } from '../../kit/panel.tsx';
import { StateBadge, type StateWord } from '../../kit/state-badge.tsx';
import { usePageFacts } from '../../page-facts.ts';
import { type PlannedRequest, type RequestAbout, requestCurl } from './plan.ts';
import { type Answer, isRefusal } from './run-plan.ts';
import type { Simulation } from './use-simulation.ts';

const SHOWN_MAX = 40;

export interface RequestListProps {
  readonly plan: readonly PlannedRequest[];
  readonly simulation: Pick<Simulation, 'answers' | 'state'>;
}

export function RequestList({ plan, simulation }: RequestListProps) {
  const t = useText('simulator');
  const shown = plan.slice(0, SHOWN_MAX);
  return (
    <Panel title={t.requests} lead={t.requestsLead}>
      <ol className="requests">
        {shown.map((request) => (
          <Request
            key={`${request.number} ${request.path}`}
            request={request}
            answer={simulation.answers.get(request.number)}
            over={simulation.state === 'aborted'}
          />
        ))}
      </ol>
      {plan.length > shown.length && (
        <p className="quiet small">{t.shownOf(shown.length, plan.length)}</p>
      )}
    </Panel>
  );
}

interface RequestProps {
  readonly request: PlannedRequest;
  readonly answer: Answer | 'sending' | undefined;
  /** Whether the run is over, so that unsent requests will not be sent. */
  readonly over: boolean;
}

function Request({ request, answer, over }: RequestProps) {
  const t = useText('simulator');
  const format = useFormat();
  const { basePath } = usePageFacts();
  const base = new URL(basePath, location.href).href;
  return (
    <li className="request">
      <details>
        <summary>
          <span className="quiet request-at">
            {request.afterMs === 0 ? format.number(0) : format.duration(request.afterMs)}
          </span>
          <span className="wrap">{aboutWords(request.about, t)}</span>
          <StateBadge {...answerWord(answer, over, t)} />
        </summary>
        <CodeView label={t.curl} content={requestCurl(base, request)} plain />
      </details>
    </li>
  );
}

type Text = Words['simulator'];

function aboutWords(about: RequestAbout, { what }: Text): string {
  switch (about.kind) {
    case 'status':
      return what.status(about.callId, about.status);
    case 'errors':
      return what.errors(about.callId, about.code);
    case 'log':
      return what.log(about.callId);
    case 'batch':
      return what.batch(about.status, about.calls);
  }
}

function answerWord(answer: Answer | 'sending' | undefined, over: boolean, t: Text): StateWord {
  if (answer === undefined) {
    const word = over ? t.answer.skipped : t.answer.waiting;
    return { word, tone: over ? 'off' : 'waiting', meaning: word };
  }
  if (answer === 'sending') {
    return { word: t.answer.sending, tone: 'busy', meaning: t.answer.sending };
  }
  const word = answerText(answer, t);
  const tone = isRefusal(answer) ? 'bad' : answer.kind === 'ignored' ? 'off' : 'good';
  return { word, tone, meaning: word };
}

function answerText(answer: Answer, t: Text): string {
  switch (answer.kind) {
    case 'fired':
      return answer.triggers.length === 0
        ? t.answer.silent
        : t.answer.fired(answer.triggers.join(', '));
    case 'ignored':
      return t.answer.ignored(answer.reason);
    case 'stored':
      return t.answer.stored(answer.turns);
    case 'batch':
      return t.answer.batch(answer.accepted, answer.refused);
    case 'refused':
      return answer.message;
  }
}
