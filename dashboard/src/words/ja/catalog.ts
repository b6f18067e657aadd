/**
 * The event catalog in Japanese. Names of triggers, keys and codes are those of the API. `word.ts`
 * says when each trigger fires.
 */

import type { Words } from '../en.ts';
import { jaCount } from './count.ts';

export const catalog: Words['catalog'] = {
  title: 'イベントカタログ',
  lead: '19 種類のトリガー: いつ発火し、何を運び、どこに知らせるか。',
  carries: '運ぶ内容',
  listed: 'トリガー。仕様の順。',
  back: 'すべてのトリガー',
  find: 'トリガー、キー、発火の条件を探す',
  column: {
    name: 'トリガー',
    fires: '発火の条件',
    keys: 'data',
    fired: '7 日間',
    subscribers: 'エンドポイント',
  },
  noMatch: '一致するトリガーはありません',
  searched: (text: string) => `検索した語: ${text}`,
  empty: 'トリガーがありません',
  group: {
    outbound: '発信通話',
    inbound: '着信通話',
    'call-log': '通話ログ',
    'after-call-work': '後処理',
  },
  fact: {
    group: '分類',
    keys: 'data のキー (順番どおり)',
    errors: 'errors',
    fired: '発火した回数',
  },
  errors: {
    always: '常にあり、エラーが 1 件以上入ります。',
    'if-reported': 'エラーが報告されたときにあり、なければ省かれます。',
    never: 'ありません。',
  },
  fired: (count: string, since: string) => `${since} から ${count} 回`,
  withLog: '同じ通話終了について、直後に CALL_LOG_CREATED が発火します。',
  subscribers: '知らせる先',
  noSubscribers: 'このトリガーを知らせるエンドポイントはありません。',
  count: (count: number) => jaCount(count, '# 件'),
  off: '無効',
  subscribe: 'エンドポイントを登録',
  sample: '送られる内容',
  sampleLead: '架空の値を、実際に送るコードで組み立てています。',
  kind: 'エンドポイントの種類',
  noAgent: 'エージェントは起動できません。自分の終了で自分が起動されてしまいます。',
  schema: '本文の JSON Schema',
  download: 'ダウンロード',
  schemaMissing: 'API 文書にこのトリガーのスキーマがありません。',
  unknown: (name: string) => `${name} というトリガーはありません`,
  unknownText: '名前は OUTBOUND_CALL_COMPLETED のように大文字で書きます。',
  unknownStatus: {
    title: '何も発火しない状態',
    lead:
      '通話がこれらの公開されていない状態にあります。トリガーは発火せず、通話も終わりません。' +
      '通話の終了を意味する場合は、プラットフォームから公開の状態を報告してください。',
    calls: (count: number) => jaCount(count, '通話 # 件'),
  },
};
