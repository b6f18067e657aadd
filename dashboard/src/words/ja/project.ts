/**
 * The project's settings
 * in Japanese.
 */
import type { Words } from '../en.ts';

export const setting: Words['setting'] = {
  title: '設定',
  lead: 'プロジェクト全体に適用される設定です。',
  sections: '設定の区分',
  section: {
    general: '全般',
    calls: '通話',
    retention: '保存期間',
    alerts: 'アラート',
  },
  alerts: {
    lead:
      '問題を知らせる条件です。空欄にするとそのアラートは無効になります。' +
      '受け取るアラートは各エンドポイントで選びます。',
    off: '無効',
    threshold: {
      failures: '1 つのエンドポイントで続けて失敗した試行。',
      givenUp: '下の期間に断念された、1 つのエンドポイントの配信。',
      laneAgeMs: 'エンドポイントの最も古い未完了の配信の待ち時間。',
      backlog: 'すべてのエンドポイントの未完了の配信。',
      diskFreeBytes: 'サービスのディスクの空きがこれより少ないとき。最初のプロジェクトだけです。',
      retentionBehindMs: '期限切れデータの削除が一巡しない時間。最初のプロジェクトだけです。',
      certificateDays: 'エンドポイントの証明書が切れるまで。',
      sourceSilentMs: 'ソースから正しく署名されたリクエストが届かない時間。',
      sourceRefused: '署名の誤ったリクエストが続いた数。',
      runsFailed: '下の期間に失敗したエージェントの実行。',
      scoreBelow: '1 日 (5 件以上) の評価の平均がこれより低いとき。',
      windowMs: '断念された配信と失敗した実行を数える期間。',
      recoverAfterMs: '復旧を知らせるまでに、問題のない状態が続く時間。',
    },
    window: '期間',
    rest: '復旧までの待ち時間',
    unit: {
      attempts: '回',
      deliveries: '件',
      requests: '件',
      runs: '件',
      percent: '%',
      days: '日',
      seconds: '秒',
      minutes: '分',
      hours: '時間',
      mebibytes: 'MiB',
    },
    range: (least: string, most: string, optional: boolean) =>
      optional
        ? `${least} から ${most} までの数値を入力するか、空欄にしてください。`
        : `${least} から ${most} までの数値を入力してください。`,
    mail: 'アラートのメールの宛先',
    mailHint: 'メールサーバーが設定されている場合に届きます。エンドポイントは不要です。',
    mails: {
      operators: 'オーナー、管理者、オペレーター',
      owners: 'オーナーのみ',
      none: '送らない',
    },
  },
  mayNot: '管理者またはオーナーの権限が必要です。',
  save: '変更を保存',
  saved: '設定を保存しました。',
  name: 'プロジェクト名',
  serviceName: 'サービス名',
  serviceNameHint: 'すべてのメッセージの先頭行に入ります。以後の Webhook から使われます。',
  preview: 'メッセージの先頭',
  erase: {
    title: '消去',
    lead: '通話、クライアント、電話番号に関するすべてを直ちに消去します。元には戻せません。',
    what: '対象',
    subject: { number: '電話番号', clientId: 'クライアント ID', callId: '通話 ID' },
    open: '消去…',
    action: '消去',
    everyText:
      'この番号がどこかに記録されている通話を、配信、通話ログ、結果とともにすべて消去します。',
    everything: '通話を、配信、通話ログ、結果とともにすべて消去します。',
    later: '受信側に届いたものは残ります。消去した件数は受領書に記録され、監査ログにも残ります。',
  },
  firstSteps: {
    title: '最初のステップ',
    lead: '空のサービスから自分の通話が届くまでを案内する、概要ページの一覧です。',
    now: {
      shown: 'すべて完了するまで、このブラウザーに表示されます。',
      hidden: 'このブラウザーでは非表示です。',
      again: '非表示にするまで、このブラウザーに表示されます。',
    },
    show: '最初のステップをもう一度表示',
  },
  limits: {
    title: '上限',
    lead: 'このプロジェクトを作成したプラットフォームが設定しています。変更はその運用者に依頼してください。',
    reference: 'プラットフォームの参照番号',
    endpoints: 'エンドポイント',
    reports: '1 秒あたりの報告',
    calls: '保存する通話',
    none: '上限なし',
    used: (calls: string, most: string) => `${most} 件中 ${calls} 件 `,
    full: { word: '満杯', meaning: '一部を削除するまで、新しい通話の報告は拒否されます。' },
    suspended: { word: '停止中', meaning: '再開されるまで、すべての報告が拒否されます。' },
  },
  factor: '2 要素認証を必須にする',
  factorHint: '設定していないメンバーは、設定するまで何もできません。あなたも同じです。',
  mask: '閲覧者には個人データを隠す',
  maskHint:
    'オンにすると、閲覧者には名前・電話番号・文字起こし・本文が、どのページにもエクスポートにも表示されません。' +
    '通話・配信・通話ログ・結果を開いた人は監査ログに記録されます。',
  callsLead:
    '報告が途絶えた通話は、この時間の後にエラーとして終了します。同じ状態の報告は生存の合図になります。',
  stale: {
    acceptingMs: '受付中(ACCEPTING)',
    callingMs: '通話中(CALLING)',
    closingMs: '終了処理中(CLOSING)',
    otherInternalMs: 'その他の独自の状態',
  },
  minutes: '分',
  outbound: '発信通話も対象にする',
  outboundHint: 'オフの場合は着信通話だけが対象です。発信の終了はプラットフォームが報告します。',
  retentionLead: '古いものは少しずつ、昼夜を問わず削除されます。',
  retention: {
    deliveredDays: '配信済みの Webhook',
    notDeliveredDays: '配信できなかった Webhook',
    excerptDays: '受信側の応答',
    acwResultDays: '後処理の結果',
    callLogDays: '通話ログ',
    auditDays: '監査ログ',
  },
  days: '日',
  shorter: '期間を短くすると、それより古いものは削除され、元に戻せません。',
};

/**
 * Members and invitations
 * in Japanese.
 */
export const member: Words['member'] = {
  title: 'メンバー',
  lead: 'このプロジェクトにサインインできる人と、その権限です。',
  members: 'メンバー',
  listed: 'このプロジェクトのメンバー。',
  name: '名前',
  role: 'ロール',
  since: '参加日',
  you: '自分',
  roleOf: (name) => `${name} のロール`,
  roleChanged: (name) => `${name} のロールを変更しました。`,
  remove: '外す',
  leave: '退出する',
  removeTitle: (name) => `${name} を外しますか`,
  leaveTitle: 'プロジェクトから退出しますか',
  removeEffect: 'このプロジェクトを見られなくなります。アカウントは残ります。',
  leaveEffect: 'このプロジェクトを見られなくなります。オーナーは再び招待できます。',
  removeAction: 'メンバーを外す',
  leaveAction: 'プロジェクトから退出する',
  removed: (name) => `${name} を外しました。`,
  roles: {
    owner: 'オーナー: メンバー管理を含むすべて',
    admin: '管理者: メンバー管理以外のすべて',
    operator: 'オペレーター: 再試行・取消・停止・シミュレーション',
    viewer: '閲覧者: 読み取りのみ',
  },
  mayNot: 'メンバーを変更できるのはオーナーだけです。',
  invitations: '未使用の招待',
  invitationsListed: 'まだ使われていない招待。',
  noInvitations: '未使用の招待はありません',
  email: 'メールアドレス',
  until: '有効期限',
  withdraw: '取り消す',
  withdrawTitle: (email) => `${email} への招待を取り消しますか？`,
  withdrawEffect: 'リンクはすぐに使えなくなります。新しい招待には別のリンクが付きます。',
  withdrawn: (email) => `${email} への招待を取り消しました。`,
  invite: '招待する',
  inviteTitle: '招待する',
  inviteHint: '一度だけ、72 時間有効なリンクを作ります。',
  inviteAction: 'リンクを作る',
  made: '招待を作成しました',
  madeLead: (email) => `このリンクを ${email} に送ってください。二度と表示されません。`,
  link: '招待リンク',
  done: '完了',
  cancel: 'キャンセル',
  mailed: (email) => `${email} にメールで送信しました。`,
  notMailed: (why) => `メールは送信できませんでしたが、招待は有効です。${why}`,
  reset: '新しいパスワード',
  resetTitle: (name) => `${name} のパスワードを再設定しますか?`,
  resetEffect:
    '本人が新しいパスワードを設定するためのリンクを作ります。一度だけ、24 時間有効です。' +
    '使われると、すべての端末でサインアウトされます。それまでは何も変わりません。',
  resetAction: 'リンクを作る',
  resetMade: 'リンクを作成しました',
  resetMadeLead: (email) =>
    `信頼できる方法で ${email} に渡してください。このリンクがあれば本人としてサインインできます。二度と表示されません。`,
  resetLink: 'パスワード再設定リンク',
  lesserTitle: (name) => `${name} のロールを変更しますか`,
  lesserEffect: (role) => `今後は「${role}」になります。作成した API キーは引き続き有効です。`,
  lesserAction: 'ロールを変更する',
  noKeysMade: 'この人が作成した有効な API キーはありません。',
  keysMade: (count) =>
    `この人、またはこの人のキーで作成された有効な API キーが ${count} 個あります:`,
  revokeKeys: (count) => `この ${count} 個のキーも失効させる`,
  revokeKeysEffect: 'これらを使うプログラムはすぐに拒否されます。元に戻せません。',
  removeFactor: '2 段階認証を解除',
  removeFactorTitle: (name) => `${name} の 2 段階認証を解除しますか`,
  removeFactorEffect: (name) =>
    `電話とリカバリーコードを失ったのか、信頼できる方法で ${name} に確かめてください。以後は、` +
    'すべてのプロジェクトでパスワードだけでサインインできます。すべての端末でサインアウトされ、' +
    'メールサーバーがあればメールで知らせます。',
  removeFactorAction: '2 段階認証を解除する',
  factorRemoved: (name) => `${name} の 2 段階認証を解除しました。`,
  wantsEmail: (name, present, wanted) =>
    `${name} (${present}) がメールアドレス ${wanted} への変更を希望しています。`,
  emailConfirm: 'アドレスを確認',
  emailRefuse: '拒否',
  emailConfirmTitle: (email) => `${email} は本人のものですか`,
  emailConfirmEffect: (name) =>
    `信頼できる方法で ${name} に確かめてください。そのメールを読める人はアカウントを取得できます。` +
    'すべての端末でサインアウトされ、以後はこのアドレスでサインインします。',
  emailConfirmed: (name) => `${name} のメールアドレスを変更しました。`,
  emailRefused: (name) => `${name} のメールアドレスはそのままです。`,
  noMembers: 'メンバーはいません',
};

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

/**
 * API keys in
 * Japanese.
 */
export const apiKey: Words['apiKey'] = {
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
  environment: {
    word: '環境変数',
    meaning: 'このサービスの RINGPOST_API_KEY です。',
  },
  environmentRevoked:
    '失効したキーがこのサービスの環境変数に残っています。RINGPOST_API_KEY を環境変数から削除するか、' +
    '別のキーを設定してください。',
  revokeEnvironment:
    'このサービスの RINGPOST_API_KEY です。環境変数からも削除するか、別のキーを設定してください。',
  madeBy: '作成者',
  bySystem: 'Ringpost',
  byUnknown: '不明',
  byInstanceKey: 'インスタンスキー',
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

const failed: Readonly<Record<string, (count: number) => string>> = {
  'sign-in.failed': (count) => `サインインで誤ったパスワード: ${count} 回。`,
  'reauthentication.failed': (count) => `セッション中の誤ったパスワード: ${count} 回。`,
  'second-factor.failed': (count) => `誤った 2 段階認証: ${count} 回。`,
  'api-key.refused': (count) => `誤った API キーのリクエスト: ${count} 件。`,
};

/**
 * The audit log in
 * Japanese.
 */
export const audit: Words['audit'] = {
  failed,
  refusedUnread: (count) => `ほかに ${count} 回が確認前に拒否されました。`,
  keysBegin: (keys) => `キーの先頭: ${keys}。`,
  fromMany: '多数のネットワークからの合計です。',
  title: '監査ログ',
  lead: 'このプロジェクトで誰が何を変更したか。記録は編集されず、秘密は伏せられます。',
  listed: '変更の一覧(新しい順)。',
  action: '操作',
  actor: '実行者',
  system: 'Ringpost 自身',
  target: '対象',
  at: '日時',
  address: '接続元',
  open: '変更内容を表示',
  entry: '変更',
  before: '変更前',
  after: '変更後',
  request: 'リクエスト',
  nothing: 'なし',
  close: '閉じる',
  empty: 'まだ変更はありません',
  noMatch: '条件に一致する変更はありません',
  filter: {
    notAction: '操作 (除外)',
    placeholder: '絞り込み: action:endpoint.updated -action:… actor:usr_… target:ep_…',
  },
  emptyText: 'エンドポイント、キー、メンバー、設定の変更がここに表示されます。',
};

/**
 * The state of the service
 * in Japanese.
 */
export const system: Words['system'] = {
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
    'source-secret': '取込元のシークレット',
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
