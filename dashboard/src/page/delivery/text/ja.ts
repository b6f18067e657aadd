/**
 * The deliveries in Japanese: the same keys and arguments as English, which the type and a test
 * demand.
 */
import { jaCount } from '../../../i18n/plural.ts';
import type { en } from './en.ts';

export const ja: typeof en = {
  title: '配信',
  lead: 'どのエンドポイントに何を送り、どうなったか。',
  listed: '配信 (新しい順)。',
  views: 'ビュー',
  view: {
    all: 'すべて',
    failing: '失敗中',
    exhausted: '送信終了 (失敗)',
    waiting: '待機中',
    delivered: '配信済み',
  },
  column: {
    trigger: 'トリガー',
    state: '状態',
    endpoint: 'エンドポイント',
    call: '通話',
    attempts: '試行',
    last: '最後の応答',
    next: '次の試行まで',
    created: '作成',
  },
  filter: {
    state: '状態',
    endpoint: 'エンドポイント',
    trigger: 'トリガー',
    class: '結果',
    call: '通話 ID',
    notState: '状態 (除外)',
    notEndpoint: 'エンドポイント (除外)',
    notTrigger: 'トリガー (除外)',
    attempts: '試行',
    orMore: (count) => `${count} 回以上`,
    placeholder: 'フィルター: state:exhausted -endpoint:… attempts:>=3',
    never: {
      took:
        '所要時間には索引がなく、配信済みをすべて読むことになります。class:timeout や attempts:>=2、' +
        '概要のパーセンタイル、または通話のタイムラインを使ってください。',
      waited:
        'state:waiting または state:held を使ってください。最も古いものは最後のページにあります。',
      code: 'class:5xx のように class: を使うか、ステータス別の問題の一覧を見てください。',
      kind: 'endpoint: でその種類のエンドポイントを指定してください。',
    },
  },
  removedEndpoint: '削除済みのエンドポイント',
  nextDue: 'わずか',
  emptyTitle: '配信はまだありません',
  empty: '通話が報告され、そのトリガーを購読するエンドポイントがあると、ここに表示されます。',
  emptyAction: '通話をシミュレート',
  noMatch: 'フィルターに一致する配信はありません',
  noMatchCall: '通話 ID は完全な ID を入力してください。',
  retry: (count) => jaCount(count, '# 件を再試行'),
  retryEffect: (endpoints) =>
    `${jaCount(endpoints, '# 個のエンドポイント')}に同じ webhook-id で 1 回ずつ再送します。` +
    '以前に受け付けた受信側には重複して届きます。',
  retried: (count) => jaCount(count, '# 件の再試行を依頼しました。'),
  cancel: (count) => jaCount(count, '# 件を取り消す'),
  cancelEffect:
    '送信されず、同じ通話の後の配信はこれらを飛ばして進みます。受信側には届きません。' +
    'あとで再試行したものは、遅れて順序どおりでなく届きます。',
  cancelled: (count) => jaCount(count, '# 件を取り消しました。'),
  someRefused: (done, whole, why) => `${whole} 件中 ${done} 件完了。最初の拒否理由: ${why}`,
  whole: {
    choose: 'フィルターに一致するすべてを対象にする',
    chosen: 'フィルターに一致するすべて',
    back: '選択したものだけ',
    retry: 'すべて再試行…',
    cancel: 'すべてキャンセル…',
    retryEffect: (endpoints) =>
      'フィルターに表示されるもののうち、打ち切られたもの、または指定した状態のものが対象です。' +
      `${jaCount(endpoints, '# 個のエンドポイント')}に同じ webhook-id で 1 回ずつ再送します。` +
      '以前に受け付けた受信側には重複して届きます。',
    cancelEffect:
      'フィルターに表示されるもののうち、未完了のものが対象です。送信されず、レーンは次へ進みます。',
    noRetry: 'フィルターに表示されるものに、再試行できる状態のものはありません。',
    noCancel: 'フィルターに表示されるものに、未完了のものはありません。',
  },
  peek: {
    open: '詳細ページを開く',
    attempts: '試行',
    noAttempts: 'まだ送信していません。',
    body: '本文',
    bodyLabel: '配信の本文',
    excerpt: '受信側の応答',
    number: (number) => `試行 ${number}`,
    by: '手動',
    after: (duration) => `${duration}後`,
    behind: '先行する配信',
    sequence: 'レーン内の順番',
    id: '配信 ID',
    message: 'webhook-id',
  },
};
