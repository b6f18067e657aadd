/**
 * What the built-in agents recorded of a call, in lines for a terminal: an analysis with its
 * summary and figures, an evaluation with each criterion and what it was judged by. Pure. It shows
 * what was recorded; what is null was not computed, and is left out or said so.
 */
import type { Analysis, Party } from '../../src/acw/analysis/analysis.ts';
import type { Evaluation, JudgedCriterion } from '../../src/acw/evaluation/evaluation.ts';
import type { ResultView } from './api.ts';
import type { Panel, PanelLine } from './journal.ts';

const LABEL_WIDTH = 12;
const BAR_WIDTH = 40;
const RULE: PanelLine = { look: 'rule', text: '' };
const LOOKS = { PASS: 'good', FAIL: 'bad', NOT_APPLICABLE: 'faint', UNKNOWN: 'faint' } as const;
const NAMES: Readonly<Record<Party, string>> = { AGENT: 'agent', CUSTOMER: 'customer' };

export function resultPanel(view: ResultView): Panel {
  const title = view.agentKind === 'ANALYZER' ? 'Analysis' : 'Evaluation';
  if (view.result === null) {
    return { title, lines: [{ look: 'bad', text: 'The agent failed; nothing was recorded.' }] };
  }
  const lines =
    view.agentKind === 'ANALYZER' ? analysisLines(view.result) : evaluationLines(view.result);
  return { title, lines };
}

function analysisLines({ summary, metrics, entities, warnings }: Analysis): readonly PanelLine[] {
  const { talk, silence, interruptions, responseLatencyMs: latency, durationMs } = metrics;
  const said = (summary?.text ?? 'no summary').split('\n');
  const parties: readonly Party[] = ['AGENT', 'CUSTOMER'];
  const speech = parties.map((party) => {
    const { ratio, wpm } = talk[party];
    return `${NAMES[party]} ${percent(ratio)}, ${wpm?.toFixed(0) ?? '-'} words/min`;
  });
  const answers = parties.map((party) => {
    const { p50, p95 } = latency[party];
    const most = p95 === null ? '' : `, 95 % within ${seconds(p95)}`;
    return `${NAMES[party]} ${seconds(p50)}${most}`;
  });
  const longest = silence.segments.find(
    ({ startMs, endMs }) => endMs - startMs === silence.longestMs,
  );
  const longestAt = longest === undefined ? '' : ` at ${clock(longest.startMs)}`;
  const lines = [
    ...said.map((text): PanelLine => ({ look: 'plain', text, indent: 2 })),
    RULE,
    fact('Duration', clock(durationMs)),
    fact('Talk', speech.join('; ')),
    ...bar(talk.AGENT.ratio),
    fact(
      'Silence',
      `${percent(silence.ratio)} of the call, longest ${seconds(silence.longestMs)}${longestAt}`,
    ),
    fact(
      'Interrupted',
      interruptions === null
        ? 'not known'
        : `${interruptions.AGENT} by the agent, ${interruptions.CUSTOMER} by the customer`,
    ),
    fact('Answers in', answers.join('; ')),
  ];
  if (entities.length > 0) {
    lines.push(fact('Found', entities.map(({ type, value }) => `${type} ${value}`).join(', ')));
  }
  if (warnings.length > 0) lines.push({ ...fact('Warnings', warnings.join(', ')), look: 'bad' });
  return lines;
}

/** How much of the talk was the agent's. */
function bar(ratio: number | null): readonly PanelLine[] {
  if (ratio === null) return [];
  const own = Math.round(ratio * BAR_WIDTH);
  return [fact('', '█'.repeat(own) + '░'.repeat(BAR_WIDTH - own))];
}

function evaluationLines({ score, scorecard, criteria }: Evaluation): readonly PanelLine[] {
  const { earned, possible, unknown, percentage, passMark, passed, autoFailed } = score;
  const undecided = percentage === null ? 'no score' : `not decided: ${unknown} points are unknown`;
  const verdict = passed === null ? undecided : passed ? 'passed' : 'not passed';
  const why = autoFailed ? 'one failure fails all of it' : `from ${passMark} % on`;
  const points = `${earned} of ${possible} points, ${percentage ?? '-'} %`;
  return [
    { look: lookOf(passed), text: `${points}: ${verdict} (${why})` },
    { look: 'faint', text: `by the scorecard "${scorecard.name}", revision ${scorecard.revision}` },
    RULE,
    ...criteria.flatMap(criterionLines),
  ];
}

function lookOf(passed: boolean | null): PanelLine['look'] {
  if (passed === null) return 'faint';
  return passed ? 'good' : 'bad';
}

/** The verdict, and below it the words of the call, or the reason where nothing can be quoted. */
function criterionLines(criterion: JudgedCriterion): readonly PanelLine[] {
  const { result, points, maxPoints, question, rationale, evidence } = criterion;
  const share = `${points}/${maxPoints}`.padStart(5);
  const quote = evidence[0];
  const basis = quote === undefined ? rationale : `${clock(quote.startMs)} "${quote.quote}"`;
  const margin = ' '.repeat(LABEL_WIDTH);
  return [
    {
      look: LOOKS[result],
      text: `${`${result} ${share}`.padEnd(LABEL_WIDTH)}${question}`,
      indent: LABEL_WIDTH,
    },
    { look: 'faint', text: margin + basis, indent: LABEL_WIDTH },
  ];
}

function fact(label: string, value: string): PanelLine {
  const indent = LABEL_WIDTH + 1;
  return { look: 'plain', text: label.padEnd(indent) + value, indent };
}

function percent(ratio: number | null): string {
  return ratio === null ? '-' : `${Math.round(ratio * 100)} %`;
}

function seconds(ms: number | null): string {
  return ms === null ? '-' : `${(ms / 1_000).toFixed(1)} s`;
}

/** `1:04` */
function clock(ms: number): string {
  const whole = Math.floor(ms / 1_000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
