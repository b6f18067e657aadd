/**
 * The trend of evaluations in Japanese: the same keys and arguments as English,
 * which the type and a test demand.
 */
import { jaCount } from '../../../i18n/plural.ts';
import type { trendEn } from './trend-en.ts';

export const trendJa: typeof trendEn = {
  title: '評価の推移',
  lead: '組み込みの評価エージェントの結果: スコア、合格、失敗の多い項目。',
  agent: '評価エージェント',
  allAgents: 'すべての評価エージェント',
  figures: '数値',
  charts: 'グラフ',
  tile: {
    average: '平均スコア',
    scored: (count) => jaCount(count, '評価 # 件の平均'),
    passRate: '合格率',
    passed: (passed, judged) => `${judged} 件中 ${passed} 件が合格`,
    evaluations: '評価',
    noScore: (count) => jaCount(count, '判定なし # 件'),
    allScored: 'すべて判定あり',
  },
  chart: {
    scores: '平均スコアと合格率',
    average: '平均スコア',
    passRate: '合格率',
    counts: '評価の件数',
    passed: '合格',
    failed: '不合格',
    noScore: '判定なし',
  },
  criteria: {
    title: '失敗の多い項目',
    listed: '失敗の多い順の項目。',
    criterion: '項目',
    gone: (id) => `項目 ${id}`,
    share: '失敗',
    of: (failed, judged) => `${judged} 件中 ${failed} 件`,
    unknown: '不明',
    none: 'この期間に失敗した項目はありません。',
  },
  notAll: (from) => `${from} 以降の評価だけを数えています。期間を短くしてください。`,
  emptyTitle: 'この期間に評価はありません',
  empty:
    '組み込みの評価エージェントは、通話ログが届くとスコアカードで通話を採点します。' +
    'その推移がここに表示されます。',
  create: '評価エージェントを作成',
  noMatch: 'この評価エージェントはこの期間に採点していません',
};
