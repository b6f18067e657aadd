/**
 * The state of the service
 * in Japanese.
 */
import type { en } from './en.ts';

export const ja: typeof en = {
  title: 'システム',
  lead: '応答しているプロセスの状態と、データの保存先です。',
  service: 'サービス',
  version: 'バージョン',
  node: 'Node.js',
  up: '稼働時間',
  memory: 'メモリ',
  clock: '時計',
  ahead: 'このブラウザーとの差',
  agrees: '時計は一致しています',
  differs: (by, ahead) => `${by}${ahead ? '進んでいます' : '遅れています'}`,
  diagnostics: '診断情報をダウンロード',
  address: '公開アドレス',
  noAddress: '未設定。リンクには待ち受けアドレスを使います',
  pages: '開いているページ',
  store: 'ストア',
  engine: 'エンジン',
  engines: { sqlite: 'SQLite(単一プロセス)', postgres: 'PostgreSQL(共有)' },
  writable: '書き込み',
  yes: '可能',
  no: '不可: ディスクが満杯か、データベースに接続できません',
  schema: 'スキーマ',
  bytes: 'サイズ',
  dispatcher: 'ディスパッチャー',
  alive: '動作中',
  notAlive: '停止中: プロセスを再起動してください',
  inFlight: '送信中のリクエスト',
  endpointsWithWork: '処理待ちのエンドポイント',
  residentHeads: 'メモリ上の配信',
  shards: '担当シャード',
  ofShards: (owned) => `64 個中 ${owned} 個`,
  inbox: 'ローカル受信箱',
  on: '有効',
  seals: '封印された秘密',
  sealsRefused: '起動後に開けなかった数',
  noSealRefused: 'なし',
  lastSeal: '最後',
  sealKind: '種類',
  sealRecord: 'レコード',
  sealKinds: {
    'endpoint-token': 'エンドポイントの Bearer トークン',
    'endpoint-secret': 'エンドポイントの署名シークレット',
    'endpoint-header': 'エンドポイントの固定ヘッダー',
    'endpoint-target': 'Slack または Teams エンドポイントの URL',
    'source-secret': 'ソースのシークレット',
    'signing-key': 'プロジェクトの署名キー',
    authenticator: 'アカウントの認証アプリ',
  },
  sealAdvice:
    '秘密が改変されたか、別のレコードから移されたか、別のマスターキーで封印されています。この秘密は使われません。' +
    'RINGPOST_MASTER_KEY がサービスの設定時と同じであること、データベースに書き込める人を確認してください。' +
    'その後、秘密を入力し直すか、キーを更新するか、認証アプリを設定し直してください。' +
    '個々の記録はログにあります(seal.refused)。',
  refresh: '5 秒ごとに更新されます。',
  noProject: 'プロジェクトのオーナーと管理者だけが見られます。',
};
