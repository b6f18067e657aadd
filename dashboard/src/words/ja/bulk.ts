/**
 * A bulk job in Japanese: the same keys and arguments as English, which the type and a test
 * demand.
 */

import type { Words } from '../en.ts';
import { jaCount } from './count.ts';

const deliveries = (count: number) => jaCount(count, '# 件の配信');
const calls = (count: number) => jaCount(count, '# 件の通話');

export const bulk: Words['bulk'] = {
  back: '配信',
  backToCalls: '通話',
  kind: '一括処理',
  title: {
    retry: (count: number) => `${deliveries(count)}を再試行`,
    recover: (count: number) => `${deliveries(count)}を最初から再試行`,
    cancel: (count: number) => `${deliveries(count)}を取り消し`,
    replay: (count: number) => `${deliveries(count)}を再送`,
    'delete-calls': (count: number) => `クライアントの${calls(count)}を削除`,
  },
  ask: {
    counting: '件数を数えています…',
    atLeast: '少なくともこの数です。これ以上は数えていません。',
    nothing: '一致するものはもうありません。',
    retry: {
      title: (count: number) => `${deliveries(count)}を再試行しますか`,
      act: (count: number) => `${deliveries(count)}を再試行`,
    },
    cancel: {
      title: (count: number) => `${deliveries(count)}を取り消しますか`,
      act: (count: number) => `${deliveries(count)}を取り消す`,
    },
    'delete-calls': {
      title: (count: number) => `このクライアントの${calls(count)}を削除しますか`,
      act: (count: number) => `${calls(count)}を削除`,
    },
  },
  state: {
    queued: { word: '待機中', meaning: 'プロジェクトの他の処理が終わり次第、始まります。' },
    running: { word: '実行中', meaning: 'このページを離れても処理は続きます。' },
    done: { word: '完了', meaning: '条件に合うものをすべて処理しました。' },
    aborted: { word: '中止', meaning: '途中で停止しました。処理済みのものはそのままです。' },
  },
  progress: '進み具合',
  of: (done: string, all: string) => `${done} / ${all}`,
  atLeast: (count: string) => `${count} 以上`,
  counts: {
    skipped: '対象外',
    failed: '失敗',
    left: '残り',
  },
  fact: {
    what: '対象',
    ids: (count: number) => `個別に選んだ${deliveries(count)}`,
    everything: 'この操作の対象すべて',
    reason: '理由',
    by: '依頼者',
    created: '依頼',
    started: '開始',
    ended: '終了',
    notYet: 'まだです',
  },
  filter: {
    endpointId: 'エンドポイント',
    callId: '通話',
    trigger: 'トリガー',
    state: '状態',
    class: '種類',
    notEndpointId: 'エンドポイント (除外)',
    notTrigger: 'トリガー (除外)',
    notState: '状態 (除外)',
    attemptsMin: '試行回数 (以上)',
    issue: '問題',
    clientId: 'クライアントの通話',
    number: '番号を含む通話',
    from: '作成 (以降)',
    to: '作成 (より前)',
  } as Readonly<Record<string, string>>,
  issue: '問題に戻る',
  abort: '中止',
  abortTitle: 'この処理を中止しますか',
  abortEffect: '現在の位置で停止します。処理済みのものはそのままです。',
  aborted: '処理を停止します。',
  ended: 'すでに終了しています。',
  items: '結果',
  listed: '各配信の結果。処理した順です。',
  itemsMax: '最初の 1,000 件の結果が保存されます。',
  itemsEmpty: '結果はまだありません',
  itemsEmptyText: '処理が進むにつれて、ここに表示されます。',
  column: { delivery: '配信', result: '結果', reason: '理由', made: '新しい配信' },
  /** By action: the result of a delivery or call that it was applied to. */
  taken: {
    retry: { word: '再送待ち', meaning: '順番が来たら送信されます。' },
    recover: { word: '再送待ち', meaning: '順番が来たら送信されます。' },
    cancel: { word: '取り消し済み', meaning: '送信されません。' },
    replay: { word: '作成済み', meaning: '新しい webhook-id の配信を作成しました。' },
    'delete-calls': { word: '削除済み', meaning: '通話の記録は何も残っていません。' },
  },
  sentLater: 'まだ配信されたわけではありません。その後の結果は各配信のページにあります。',
  result: {
    skipped: { word: '対象外', meaning: 'この操作ができる状態ではなくなっていました。' },
    failed: { word: '失敗', meaning: '操作は拒否されました。' },
  },
  reason: {
    NOT_FOUND: 'もう存在しません。',
    STATE: 'この操作ができる状態ではありません。',
    ENDPOINT_DELETED: 'エンドポイントは削除されました。',
    AGENT: 'エージェントは再送されません。',
  },
};
