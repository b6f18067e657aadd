/**
 * API keys in
 * Japanese.
 */
import type { en } from './en.ts';

const scopes: Readonly<Record<string, string>> = {
  'reports:write': '通話を報告する',
  'calls:read': '通話とタイムラインを読む',
  'calls:delete': '通話を記録ごと削除する',
  'endpoints:read': 'エンドポイントを読む',
  'endpoints:write': 'エンドポイントを設定する',
  'deliveries:read': '配信を読む',
  'deliveries:write': '配信の再試行・取消、エージェントの実行',
  'call-logs:read': '通話ログを読む',
  'call-logs:write': '通話ログを送る',
  'acw-results:read': '後処理の結果を読む',
  'acw-results:write': '後処理の結果を登録する',
  'project:admin': 'キーと設定を含むプロジェクトのすべて',
};

export const ja: typeof en = {
  title: 'API キー',
  lead: 'プログラムが使います。用途ごとに別のキーを作り、必要な権限だけを与えてください。',
  listed: 'このプロジェクトの API キー。',
  name: '名前',
  scopesHead: '権限',
  lastUsed: '最終使用',
  expires: '有効期限',
  never: 'なし',
  notUsed: '未使用',
  state: '状態',
  active: { word: '有効', meaning: '受け付けられます。' },
  expired: { word: '期限切れ', meaning: '期限が過ぎたため拒否されます。' },
  revoked: { word: '失効', meaning: '取り消されたため拒否されます。' },
  madeBy: '作成者',
  bySystem: 'Ringpost',
  byUnknown: '不明',
  byKey: 'API キー',
  maker: {
    removed: {
      word: 'メンバーではない',
      meaning: '作成者はもうプロジェクトのメンバーではありません。',
    },
    demoted: { word: '権限なし', meaning: '作成者は API キーを作れないロールになりました。' },
  },
  orphans: (count) =>
    `${count} 個のキーは、もうキーを作れない人が作成したものです。不要なものは失効させてください。`,
  empty: 'API キーはありません',
  emptyText: '通話を報告するプラットフォームには 1 つ必要です。',
  create: '新しい API キー',
  createTitle: '新しい API キー',
  nameHint: '使う場所を書きます。例:「PBX の報告」',
  scopesLegend: 'できること',
  presets: 'よく使う組み合わせ',
  preset: {
    report: '通話の報告',
    agent: '自社エージェント',
    read: '読み取りのみ',
    all: 'すべて',
  },
  expiresLabel: '有効期限',
  expiresIn: {
    never: 'なし',
    days30: '30 日後',
    days90: '90 日後',
    year: '1 年後',
  },
  made: 'キーを作成しました',
  madeLead: '今コピーしてください。二度と表示されません。',
  key: 'API キー',
  download: 'ファイルに保存',
  try: '試す',
  done: '完了',
  cancel: 'キャンセル',
  revoke: '失効させる',
  revokeTitle: (name) => `${name} を失効させますか`,
  revokeEffect: 'このキーを使うプログラムはすぐに拒否されます。元に戻せません。',
  revokeAction: 'キーを失効させる',
  revokedToast: (name) => `${name} を失効させました。`,
  mayNot: '管理者またはオーナーの権限が必要です。',
  scopes,
};
