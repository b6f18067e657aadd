/**
 * Alerts in Japanese: the same keys and arguments as English. What an alert says itself is in
 * `src/core/alert/words.ts`.
 */
import type { Words } from '../en.ts';

export const alert: Words['alert'] = {
  title: 'アラート',
  lead: 'サービスが見つけた問題と、その通知先です。',
  list: 'アラート',
  listed: 'アラート (新しい順)',
  allOfIt: 'このエンドポイントのアラートをすべて表示',
  placeholder: 'フィルター: state:open trigger:…',
  noMatch: 'この条件に合うアラートはありません',
  back: 'すべてのアラート',
  facts: '見つかったこと',
  advice: '対応:',
  causes: '原因',
  issues: 'このエンドポイントの問題',
  over: '復旧',
  waiting: '待っている配信',
  mutedUntil: 'ミュートの終わり',
  notices: '通知先',
  noNoticesTitle: '通知は送られていません',
  noNotices:
    'エンドポイントでアラートを選ぶか、メールサーバーを設定してください。ミュート中のアラートは終了後に通知されます。',
  emptyTitle: 'アラートはありません',
  empty: '30 秒ごとに確認していますが、問題は見つかっていません。',
  gone: '以前の宛先',
  column: {
    what: '内容',
    status: '状態',
    about: '対象',
    since: '開始',
    to: '宛先',
    attempts: '試行',
    answer: '応答',
    when: '日時',
  },
  status: {
    open: { word: '未対応', meaning: '現在の問題で、まだ確認されていません。' },
    acknowledged: { word: '確認済み', meaning: 'メンバーが対応しています。' },
    muted: { word: 'ミュート', meaning: 'ミュートが終わるまで通知されません。' },
    recovered: { word: '復旧', meaning: '復旧しました。' },
  },
  notice: {
    due: { word: '送信待ち', meaning: '送信中か、再試行を待っています。' },
    sent: { word: '送信済み', meaning: '宛先が受け取りました。' },
    failed: { word: '断念', meaning: 'どの試行も受け取られませんでした。' },
    dropped: {
      word: '取りやめ',
      meaning:
        '宛先がなくなったか、アラートを受け取らなくなったか、新しい通知が多く待っていました。',
    },
  },
  edge: { opened: '発生', recovered: '復旧' },
  acknowledge: '確認済みにする',
  reopen: '取り消す',
  mute: 'ミュート',
  muteFor: (count: number) => `${count} 時間ミュート`,
  unmute: 'ミュートを終える',
  done: {
    acknowledged: '確認済みにしました。',
    open: '確認を取り消しました。',
    muted: 'ミュートしました。',
    unmuted: 'ミュートを終えました。',
  },
  window: {
    title: 'メンテナンス',
    begin: 'メンテナンスを始める',
    muteAll: (count: number) => `${count} 時間通知しない`,
    begun: 'メンテナンスを始めました。',
    end: '終える',
    ended: 'メンテナンスを終えました。',
  },
};
