/**
 * The issues in Japanese: the same keys and arguments as English, which the type and a test
 * demand.
 */

import type { Words } from '../en.ts';
import { jaCount } from './count.ts';

const deliveries = (count: number) => jaCount(count, '# 件の配信');

export const issue: Words['issue'] = {
  title: '問題',
  lead: '一つのエンドポイントの同じ種類の失敗を、一つの問題としてまとめます。',
  listed: '問題の一覧。最後に失敗したものが先頭です。',
  views: '表示',
  all: 'すべて',
  status: {
    open: { word: '未対応', meaning: 'まだ誰も確認していません。' },
    acknowledged: { word: '確認済み', meaning: '担当者が把握しています。' },
    muted: { word: 'ミュート', meaning: '意図的に放置しています。' },
    resolved: {
      word: '解決',
      meaning: 'その後エンドポイントへの配信が成功し、失敗中のものはありません。',
    },
  },
  column: {
    what: '内容',
    status: '状態',
    endpoint: 'エンドポイント',
    count: '配信',
    calls: '通話',
    trend: '推移',
    last: '最後',
  },
  trendOf: (count: number) => `${deliveries(count)} (最後の試行の日時別)`,
  partial: (count: number) =>
    `失敗した最新の${deliveries(count)}だけを調べました。期間を短くするとすべて確認できます。`,
  placeholder: 'フィルター: status:open endpoint:…',
  emptyTitle: '問題はありません',
  empty: 'エンドポイントでの失敗が、原因ごとにまとめてここに表示されます。',
  noMatch: 'この条件に合う問題はありません',
  one: {
    back: '問題',
    facts: 'この問題について',
    first: '最初',
    last: '最後',
    none: '残っているものはありません',
    count: '配信',
    waiting: (count: number) => jaCount(count, 'ほかに # 件が後ろで待機'),
    failing: (count: number) => jaCount(count, '再試行中 # 件'),
    givenUp: (count: number) => jaCount(count, '打ち切り # 件'),
    calls: '影響した通話',
    trend: '推移',
    nextStep: '対処',
    examples: '最新の配信',
    examplesNone: '残っている配信はありません。',
    examplesEmpty: 'その後、配信されたか、取り消されたか、削除されました。',
    all: 'このエンドポイントの失敗した配信をすべて見る',
    partial: 'これより古い失敗は調べていません。件数は少なくともこの数です。',
    note: 'メモ',
    noteBy: (who: string) => `記入者 ${who}`,
    noteNone: 'メモはありません。担当者や、放置する理由を書いてください。',
    noteLabel: 'このプロジェクトの全員へのメモ',
    noteEdit: 'メモを書く',
    noteChange: 'メモを変更',
    noteSave: 'メモを保存',
    noteSaved: 'メモを保存しました。',
    cancel: 'やめる',
    acknowledge: '確認済みにする',
    mute: 'ミュート',
    open: '未対応に戻す',
    marked: {
      open: '未対応に戻しました。',
      acknowledged: '確認済みにしました。',
      muted: 'ミュートしました。',
    },
    more: 'その他',
    retry: 'すべて再試行',
    retryNothing: '再試行するものは残っていません。',
    cancelAll: 'すべて取り消す',
    cancelNothing: '未完了のものはありません。',
    retryEffect: (count: number) =>
      `エンドポイント 1 件へ${deliveries(count)}を送ります。すでに受理した受信側には、同じ webhook-id で重複して届きます。`,
    thenWaiting: (count: number) =>
      jaCount(count, 'これらの通話の後の配信 # 件が待っており、順に続きます。'),
    how: '方法',
    once: 'それぞれもう一度だけ試行',
    anew: '再試行スケジュールを最初から',
    cancelEffect: '未完了のものは送信されません。レーンは次の配信へ進みます。',
  },
};
