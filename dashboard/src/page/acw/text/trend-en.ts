/**
 * The trend of evaluations in English.
 * Must never hold a value: values come as arguments.
 */
import { enCount } from '../../../i18n/plural.ts';

export const trendEn = {
  title: 'Trends of evaluations',
  lead: 'What the built-in evaluators gave: scores, who passed, and what failed most.',
  agent: 'Evaluator',
  allAgents: 'All evaluators',
  figures: 'Figures',
  charts: 'Charts',
  tile: {
    average: 'Average score',
    scored: (count: number) =>
      enCount(count, { one: 'of # evaluation', other: 'of # evaluations' }),
    passRate: 'Pass rate',
    passed: (passed: number, judged: number) => `${passed} of ${judged} passed`,
    evaluations: 'Evaluations',
    noScore: (count: number) =>
      enCount(count, { one: '# without a verdict', other: '# without a verdict' }),
    allScored: 'each with a verdict',
  },
  chart: {
    scores: 'Average score and pass rate',
    average: 'Average score',
    passRate: 'Pass rate',
    counts: 'Evaluations',
    passed: 'Passed',
    failed: 'Not passed',
    noScore: 'Without a verdict',
  },
  criteria: {
    title: 'Most failed criteria',
    listed: 'Criteria by how often they failed, the most failed first.',
    criterion: 'Criterion',
    gone: (id: string) => `Criterion ${id}`,
    share: 'Failed',
    of: (failed: number, judged: number) => `${failed} of ${judged}`,
    unknown: 'Unknown',
    none: 'No criterion failed in this range.',
  },
  notAll: (from: string) => `Only evaluations from ${from} on are counted; choose a shorter range.`,
  emptyTitle: 'No evaluations in this range',
  empty:
    'A built-in evaluator scores calls by a scorecard once their call log is there. ' +
    'Its scores show here as a trend.',
  create: 'Create an evaluator',
  noMatch: 'This evaluator scored no call in this range',
};
