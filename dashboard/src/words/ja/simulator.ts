/**
 * The simulator in Japanese.
 * The same keys and arguments as English; the type and a test see to that.
 */

import type { Words } from '../en.ts';
import { jaCount } from './count.ts';

export const simulator: Words['simulator'] = {
  title: 'シミュレーター',
  lead: 'プラットフォームと同じように、公開 API で通話を報告します。配信は実際に送られます。',
  scenarios: 'シナリオ',
  scenario: {
    completed: { name: '完了', about: '呼び出し、応答、正常終了。' },
    transcript: {
      name: '完了 (文字起こし付き)',
      about: '着信通話で、通話ログも送ります。通話後処理のエージェントが読めます。',
    },
    busy: { name: '話し中', about: '話し中です。通話ログは届かない場合があります。' },
    'no-response': { name: '応答なし', about: '呼び出しに誰も出ません。' },
    unreachable: { name: '到達不能', about: '番号につながりません。' },
    voicemail: { name: '留守番電話', about: '留守番電話が応答します。' },
    'error-mid-call': {
      name: '通話中のエラー',
      about: '応答後、通話中にエラーが報告され、ERROR で終わります。',
    },
    'concurrency-limit': {
      name: '着信: 同時通話数の上限',
      about: '進行中の通話が多すぎるため、着信を受けられません。',
    },
    'stale-inbound': {
      name: '着信: 途絶',
      about:
        '着信が始まった後、何も報告されません。プロジェクトで設定した時間 (既定は 2 時間) の後、サービスが終了させます。',
    },
    'out-of-order': {
      name: '順不同の報告',
      about: '前の状態が後から届きます。記録されますが、何も変わりません。',
    },
    burst: { name: '一斉通話', about: '200 件の通話を一度に、まとめて報告します。' },
  },
  settings: '設定',
  calls: '通話数',
  callsHint: '1 から 500',
  speed: '速さ',
  speeds: { real: '実際と同じ', fast: '5 倍', faster: '20 倍', instant: '待たない' },
  prefix: '通話 ID の先頭',
  prefixHint: '実行ごとに末尾が付くため、常に新しい通話になります。',
  clientId: 'クライアント ID',
  callSid: 'Call SID',
  optional: '任意',
  badPrefix: '表示できる文字を 1 から 200 文字で入力してください。',
  badCount: '1 から 500 の整数を入力してください。',
  start: (count) => jaCount(count, '# 件の通話をシミュレート'),
  abort: '停止',
  progress: '進行状況',
  state: {
    idle: { word: '未開始', meaning: 'まだ何も送っていません。' },
    running: { word: '実行中', meaning: 'リクエストを送っています。' },
    done: { word: '完了', meaning: 'すべて受け付けられました。' },
    aborted: { word: '停止', meaning: '残りは送られませんでした。' },
    failed: { word: '完了 (拒否あり)', meaning: '一部のリクエストが拒否されました。' },
  },
  sent: (sent, whole) => `${whole} 件中 ${sent} 件のリクエスト`,
  allCalls: 'すべての通話',
  inbox: 'ローカル受信箱',
  openCalls: 'この実行の通話',
  more: (count) => jaCount(count, '他 # 件'),
  requests: 'リクエスト',
  requestsLead:
    '実際に送る内容です。このページはあなたのセッションで送ります。プログラムは代わりに reports:write スコープの API キーを送ります。',
  shownOf: (shown, whole) => `${whole} 件のうち最初の ${shown} 件を示しています。`,
  what: {
    status: (callId, status) => `${status}、${callId}`,
    errors: (callId, code) => `エラー ${code}、${callId}`,
    log: (callId) => `${callId} の通話ログ`,
    batch: (status, count) => jaCount(count, `${status}、# 件の通話`),
  },
  answer: {
    waiting: '待機',
    sending: '送信中',
    stored: (turns) => jaCount(turns, '# 発話を保存'),
    fired: (triggers) => `${triggers} が発火`,
    silent: '発火なし',
    ignored: (reason) => `記録のみ、変化なし: ${reason}`,
    batch: (accepted, refused) => `${accepted} 件を受付、${refused} 件を拒否`,
    skipped: '送信せず',
  },
  curl: 'curl で表示',
  noEndpoint: 'エンドポイントがまだありません。通話は記録されますが、どこにも送られません。',
  makeEndpoint: 'エンドポイントを作成',
};
