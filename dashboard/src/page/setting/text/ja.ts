/**
 * The project's settings
 * in Japanese.
 */
import type { en } from './en.ts';

export const ja: typeof en = {
  title: '設定',
  lead: 'プロジェクト全体に適用される設定です。',
  sections: '設定の区分',
  section: { general: '全般', calls: '通話', retention: '保存期間', sources: '取込元' },
  mayNot: '管理者またはオーナーの権限が必要です。',
  save: '変更を保存',
  saved: '設定を保存しました。',
  conflict: '他の人が先に保存しました。現在の内容を確認してから保存してください。',
  name: 'プロジェクト名',
  serviceName: 'サービス名',
  serviceNameHint: 'すべてのメッセージの先頭行に入ります。以後の Webhook から使われます。',
  preview: 'メッセージの先頭',
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
  sourcesLead:
    '独自のコールバックを送る電話プラットフォームです。それぞれ専用のアドレスを持ちます。',
  source: {
    listed: 'このプロジェクトの取込元。',
    name: '名前',
    adapter: 'プラットフォーム',
    address: 'コールバックのアドレス',
    secret: '秘密',
    empty: '取込元はありません',
    emptyText: 'Twilio ならコードを書かずに通話を報告できます。',
    create: '新しい取込元',
    secretHint: 'アカウントの認証トークンです。コールバックが本物であることを確かめます。',
    publicUrl: 'プラットフォームから見たアドレス',
    publicUrlHint: 'プロキシがアドレスを変える場合だけ入力します。署名はこれに対して作られます。',
    made: (name) => `${name} を作成しました。アドレスをプラットフォームに設定してください。`,
    remove: '削除',
    removeTitle: (name) => `${name} を削除しますか`,
    removeEffect: '以後のコールバックは拒否されます。報告済みの通話は残ります。',
    removeAction: '取込元を削除する',
    removed: (name) => `${name} を削除しました。`,
    requests: '最近のリクエスト',
    requestsOf: (name) => `${name} の最近のリクエスト`,
    noRequests: 'まだ何も届いていません。',
    result: '結果',
    at: '日時',
    body: '本文',
    cancel: 'キャンセル',
    close: '閉じる',
  },
};
