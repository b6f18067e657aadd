/**
 * The endpoints in Japanese.
 * Short sentences: each says what happens to deliveries.
 */
import { jaCount } from '../../../i18n/plural.ts';
import type { en } from './en.ts';

export const ja: typeof en = {
  title: 'エンドポイント',
  lead: '通知の送り先と、届き具合です。',
  listed: 'エンドポイント。古い順。',
  add: '新しいエンドポイント',
  onlyAdmins: 'エンドポイントを追加・変更できるのはオーナーと管理者だけです。',
  onlyOperators: '閲覧者はエンドポイントの有効化、無効化、回復ができません。',
  column: {
    name: '名前',
    kind: '種類',
    state: '状態',
    line: '過去 24 時間',
    success: '配信済み',
    latency: 'p95',
    backlog: '待機',
    last: '最後の成功',
    actions: '操作',
  },
  noFigures: '過去 24 時間の数値を読み込めませんでした。状態は最新です。',
  line: (made: string, failed: string) => `24 時間で作成 ${made} 件、打ち切り ${failed} 件`,
  never: 'なし',
  filter: {
    q: '名前または宛先',
    kind: '種類',
    state: '状態',
    placeholder: 'フィルター: state:failing kind:slack q:billing',
  },
  noMatch: '条件に合うエンドポイントはありません',
  without: (count: number) => jaCount(count, '条件を外すと # 件のエンドポイントがあります。'),
  emptyTitle: 'エンドポイントはまだありません',
  empty:
    'エンドポイントは、送り先と知らせるトリガーの組です。アカウントなしで試すには、カスタムのエンドポイントを登録し、宛先にローカル受信箱を使ってください。',
  newTitle: '新しいエンドポイント',
  newLead: '通知を受け取るものを選びます。プレビューは実際に届くバイト列を示します。',
  chooseKind: '続けるには種類を選んでください。',
  back: 'すべてのエンドポイント',
  tabs: 'エンドポイントの各部',
  tab: {
    overview: '概要',
    deliveries: '配信',
    settings: '設定',
    auth: '認証',
    test: 'テスト',
  },
  remove: '削除',
  removeTitle: (name: string) => `${name} を削除しますか?`,
  removeEffect: '今後は何も届きません。過去の配信は引き続き参照できます。',
  removeQueued: (count: number, more: boolean) =>
    jaCount(
      count,
      more ? '待機中の配信 # 件以上が取り消されます。' : '待機中の配信 # 件が取り消されます。',
    ),
  removed: (name: string) => `${name} を削除しました。`,
  disable: '無効にする',
  disableTitle: (name: string) => `${name} を無効にしますか?`,
  disableEffect:
    '今後の配信は保留されます。失われるものはなく、再び有効にするときに扱いを選べます。',
  disabled: (name: string) => `${name} を無効にしました。配信は保留されます。`,
  enable: '有効にする',
  enableTitle: (name: string) => `${name} を有効にする`,
  held: (count: number, more: boolean) =>
    jaCount(count, more ? '# 件以上の配信が保留されています。' : '# 件の配信が保留されています。'),
  heldUnknown: '保留されている配信の数はまだわかりません。',
  heldLegend: '保留された配信をどうしますか?',
  heldChoice: {
    send: { name: 'すべて送る', hint: '通話ごとに順番どおり、間隔をあけて送ります。' },
    newest: {
      name: '各通話の最新だけ',
      hint: '各通話の最後の通知だけを送り、古いものは取り消します。',
    },
    drop: { name: '送らない', hint: '保留されたものをすべて取り消します。' },
  },
  enabled: (name: string, cancelled: number) =>
    cancelled === 0
      ? `${name} を有効にしました。`
      : `${name} を有効にしました。${jaCount(cancelled, '保留中の # 件を取り消しました。')}`,
  endHold: '一時保留を解除',
  endHoldDone: (name: string) => `${name} の一時保留を解除しました。`,
  recover: '回復',
  recoverTitle: (name: string) => `${name} に届かなかった配信を再送`,
  recoverEffect:
    'それ以降に打ち切った配信は、同じ webhook-id で、順番どおりに最初から再試行されます。すでに受け取った受信側には重複して届きます。',
  recoverSince: '打ち切った時期',
  recoverRange: { '1h': '過去 1 時間', '24h': '過去 24 時間', '7d': '過去 7 日間' },
  recovered: (count: number) => jaCount(count, '# 件の配信を再開します。'),
  recoverWhenOn: '先にエンドポイントを有効にしてください。保留中の配信が解放されます。',
  fact: {
    destination: '宛先',
    none: 'なし: このサービスの中で動作します',
    triggers: 'トリガー',
    auth: '認証',
    noAuth: 'なし',
    lastSuccess: '最後の成功',
    failures: '連続した失敗',
    id: 'エンドポイント ID',
    created: '作成',
    updated: '変更',
    retries: '再試行',
    noRetries: 'なし',
    timeout: 'タイムアウト',
    pacing: '間隔',
    paced: (rate: string | null, burst: string, concurrency: string) =>
      rate === null
        ? `速度の制限なし、同時に ${concurrency} 件`
        : `毎秒 ${rate} 件、一度に ${burst} 件、同時に ${concurrency} 件`,
    agent: 'エージェント',
    deadline: (text: string) => `結果の期限は ${text}`,
    engine: (engine: string, wait: string) => `${engine}、通話ログを ${wait} 待つ`,
  },
  bearer: (hint: string) => `Bearer トークン ${hint}`,
  signed: (format: string) => `RSA-SHA256、${format}`,
  secret: (hint: string) => `HMAC-SHA256、秘密鍵 ${hint}`,
  figures: '過去 24 時間',
  tile: {
    delivered: '配信済み',
    success: '成功率',
    latency: '配信までの時間 p95',
    p50: (text: string) => `p50 ${text}`,
    backlog: '現在の待機',
    oldest: '最も古いもの',
  },
  chart: '配信',
  series: { delivered: '配信済み', failed: '打ち切り' },
  settings: '設定の概要',
  deliveriesTitle: 'このエンドポイントの配信',
  noDeliveries: '配信はまだありません',
  noDeliveriesWhy: '通話が、知らせるトリガーを発火させるとここに表示されます。',
  noDeliveriesIn: 'この期間の配信はありません',
  allRange: '全期間',
  changedMeanwhile: '表示している間に、誰かがこのエンドポイントを変更しました。',
  showChanged: '新しい設定を表示',
  noAuthTitle: '固有の認証はありません',
  noAuthWhy: {
    slack:
      'Webhook の URL が秘密の値です。知る人は誰でも投稿できます。Slack で差し替えてから、ここも変更してください。',
    teams:
      'ワークフローの URL が秘密の値です。知る人は誰でも投稿できます。Teams で差し替えてから、ここも変更してください。',
    email: 'メールはこのサービスのメールサーバーが、その認証で送ります。',
    'builtin-analyzer': 'このサービスの中で動作し、ネットワークには何も送りません。',
    'builtin-evaluator': 'このサービスの中で動作し、ネットワークには何も送りません。',
  },
  agentHeaders: '起動時のヘッダー',
  agentHeadersHint: 'どの実行の結果かを示します。結果と一緒に送り返してください。',
  results: '実行の一覧',
  answer: {
    title: 'エージェントの結果',
    register: '登録後、最初の結果が届くとここに表示されます。',
    waiting: '最初の結果を待っています…',
    first: '最初の結果が届きました:',
    newest: '結果が届いています。最新の結果:',
    of: (callId) => `通話 ${callId} の結果`,
    byHand: 'エージェントが送るリクエストです。ID は起動のリクエストから取ります。',
    ready: '結果を待っている実行があります。結果キーを入れて実行すると結果を送れます。',
    curl: 'エージェントのリクエスト',
  },
};
