/**
 * Members and invitations
 * in Japanese.
 */
import type { en } from './en.ts';

export const ja: typeof en = {
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
  nobody: 'メンバーはいません',
};
