/**
 * The words of the domain in Japanese. Names of the API (triggers, statuses, codes) stay as they
 * are.
 */
import type { en } from './en.ts';

export const ja: typeof en = {
  delivery: {
    state: {
      waiting: { word: '順番待ち', meaning: '同じ通話の前の配信が先に送信されます。' },
      due: { word: '送信予定', meaning: 'エンドポイントに空きができ次第送信します。' },
      sending: { word: '送信中', meaning: '現在送信しています。' },
      retrying: { word: '再試行待ち', meaning: '送信に失敗し、次の試行が予定されています。' },
      held: { word: '保留', meaning: 'エンドポイントが無効または保留中です。失われません。' },
      delivered: { word: '配信済み', meaning: '受信側が受け付けました。' },
      rejected: { word: '拒否', meaning: '受信側が拒否したため、再試行していません。' },
      exhausted: { word: '再試行終了', meaning: '初回とすべての再試行が失敗しました。' },
      blocked: { word: 'ブロック', meaning: '送信が許可されていない宛先です。' },
      cancelled: { word: '取り消し', meaning: '配信前に取り消されました。' },
    },
    unknownState: 'このページが知らない状態です。再読み込みしてください。',
    heldOff: {
      word: '保留 (エンドポイント無効)',
      meaning: 'エンドポイントが無効です。有効にすると保留分が送信されます。',
    },
    heldUntil: (time, failures) => ({
      word: `${time} まで保留`,
      meaning: `${failures} 回連続で失敗したためエンドポイントを保留しています。失われません。`,
    }),
    status: (status) => `ステータス ${status}`,
    error: {
      timeout: '時間内に応答なし',
      'connect-timeout': '時間内に接続できず',
      dns: '名前を解決できず',
      refused: '接続拒否',
      reset: '接続が切断',
      tls: '証明書または TLS の問題',
      protocol: '不正な HTTP 応答',
      network: 'ネットワークに到達できず',
      signing: '署名できず',
      configuration: 'エンドポイントの設定に誤り',
      authentication: 'メールサーバーがログインを拒否',
      blocked: '許可されていない宛先',
    },
    noRetry: {
      sending: '現在送信しています。',
      held: 'エンドポイントが配信を再開すると送信されます。',
      waiting: '自動で送信されます。まだ再試行は不要です。',
    },
    alreadyClosed: 'すでに完了しています。',
  },
  endpoint: {
    state: {
      healthy: {
        word: '正常',
        meaning: '最後の成功または有効化のあと、失敗はありません。',
      },
      untried: { word: '配信なし', meaning: '受け取られた配信も拒まれた配信もまだありません。' },
      failing: { word: '失敗中', meaning: '最後の失敗のあと、まだ成功していません。' },
      held: {
        word: '一時保留',
        meaning: '連続した失敗のため初回の試行は待っています。再試行は続き、様子を確かめます。',
      },
      attention: {
        word: '要確認',
        meaning: '応答によると再試行では直りません。設定を確認してください。',
      },
      disabled: { word: '無効', meaning: '配信は保留されています。失われるものはありません。' },
    },
    disabled: {
      operator: '誰かが無効にしました。配信は保留され、失われません。',
      gone: '受信側が 410 を返したため無効になりました。配信は保留されています。',
      failing: '72 時間成功がなかったため無効になりました。配信は保留されています。',
    },
    heldUntil: (time: string, failures: number) =>
      `${failures} 回連続で失敗したため、初回の試行は ${time} まで待ちます。再試行は続きます。`,
  },
  figure: {
    ended: (failed: number, failing: number) =>
      failing === 0 ? `打ち切り ${failed} 件` : `打ち切り ${failed} 件、失敗中 ${failing} 件`,
    ofAttempts: (share: string) => `全試行の ${share}`,
    shares: (firstTry: string, attempts: string) => `初回 ${firstTry}、全試行 ${attempts}`,
    noTraffic: 'まだ配信はありません',
  },
  kind: {
    slack: 'Slack',
    teams: 'Microsoft Teams',
    email: 'メール',
    custom: 'カスタム',
    'builtin-analyzer': '組み込みアナライザー',
    'builtin-evaluator': '組み込み評価',
    'self-provided-agent': '独自のエージェント',
  },
  role: {
    owner: 'オーナー',
    admin: '管理者',
    operator: 'オペレーター',
    viewer: '閲覧者',
  },
};
