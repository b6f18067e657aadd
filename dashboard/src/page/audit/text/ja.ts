/**
 * The audit log in
 * Japanese.
 */
import type { en } from './en.ts';

const failed: Readonly<Record<string, (count: number) => string>> = {
  'sign-in.failed': (count) => `サインインで誤ったパスワード: ${count} 回。`,
  'reauthentication.failed': (count) => `セッション中の誤ったパスワード: ${count} 回。`,
  'second-factor.failed': (count) => `誤った 2 段階認証: ${count} 回。`,
  'api-key.refused': (count) => `誤った API キーのリクエスト: ${count} 件。`,
};

export const ja: typeof en = {
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
