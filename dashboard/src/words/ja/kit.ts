/**
 * The kit in Japanese. The same keys and arguments as English; the type of the catalogue and a
 * test both see to that.
 */

import type { Words } from '../en.ts';
import { jaCount } from './count.ts';

export const kit: Words['kit'] = {
  region: {
    loading: '読み込み中',
    shownFrom: '表示中のデータの取得時刻',
  },
  failure: {
    title: {
      error: '読み込めませんでした',
      offline: 'サービスに接続できません',
      forbidden: 'あなたのロールでは表示できません',
      'not-found': 'この ID のデータはありません',
      expired: '保存期間が過ぎたため削除されました',
    },
    sentence: {
      OFFLINE: 'サービスに接続できません。表示は古い可能性があります。自動で再接続します。',
      MALFORMED:
        '応答はサービスからのものではありません。間にプロキシーやネットワークのサインインページが' +
        'ある可能性があります。自動的に再度確認します。',
      TIMEOUT: '時間内に応答がありませんでした。再試行するか、期間を短くしてください。',
      CALL_REMOVED:
        '通話は保存期間が終わると削除されます。保存期間はプロジェクトの設定にあります。',
      REMOVED: 'これほど古いものは保存されていません。保存期間はプロジェクトの設定にあります。',
    },
    status: (status, code) => `ステータス ${status}、${code}`,
    request: 'リクエスト ID',
    removedAt: '削除日時:',
    deleted: {
      title: 'この通話は依頼により削除されました',
      sentence:
        '保存されていたものはすべて消去され、元に戻せません。この通話あての報告、ログ、結果は ' +
        '410 で拒否されます。',
      at: '削除日時:',
    },
    retry: '再試行',
  },
  copy: {
    copy: (what) => `コピー: ${what}`,
    copied: 'コピーしました',
    copiedId: (id) => `コピーしました: ${id}`,
    failed: 'コピーできませんでした。テキストを選択して手動でコピーしてください。',
  },
  table: {
    select: (name) => `${name} を選択`,
    selectAll: 'このページの行をすべて選択',
    selected: (count) => jaCount(count, '# 件を選択中'),
    clearSelection: '選択を解除',
    keys: 'キー: j と k で移動、Enter で開く、o でプレビュー、x で選択。',
    more: 'その他の操作',
  },
  pager: {
    label: (what) => `${what}のページ`,
    newest: '最新',
    older: '古い方へ',
    shown: (count) => jaCount(count, '# 件を表示'),
  },
  list: {
    fresh: (count) => jaCount(count, '新着 # 件'),
    freshOver: (count) => jaCount(count, '新着 # 件以上'),
    showFresh: '先頭に表示',
    paused: '更新を一時停止中',
    pausedWhy: '行を選択している間、一覧は動きません。Esc で選択を解除します。',
    range: (range) => `期間: ${range}`,
  },
  filter: {
    label: 'フィルター',
    placeholder: 'フィルター: state:、endpoint:、call:',
    add: 'フィルターを追加',
    active: '適用中のフィルター',
    clear: 'フィルターを解除',
    remove: (what) => `${what} を外す`,
    unknown: (text) => `「${text}」というフィルターはありません。絞り込みには使われません。`,
    noValue: (key, value) => `${key} に「${value}」という値はありません。`,
    suggestions: '候補',
  },
  dialog: {
    cancel: 'キャンセル',
    close: '閉じる',
    typeCount: (count) => `続けるには、件数 ${count} を入力してください`,
    typeWord: (word) => `続けるには ${word} と入力してください`,
  },
  toast: {
    label: 'お知らせ',
    undo: '元に戻す',
    dismiss: '閉じる',
  },
  form: {
    fix: (count) => jaCount(count, '# 個の項目を修正してください'),
    unsavedTitle: '保存せずに移動しますか?',
    unsaved: 'このページに入力した内容は保存されておらず、失われます。',
    stay: 'このページに残る',
    leave: '移動する',
  },
  code: {
    pretty: '整形',
    raw: '送信バイト列',
    hex: '16 進',
    wrap: '折り返し',
    find: 'このテキストを検索',
    found: (count) => jaCount(count, '# 件一致'),
    truncated: (shown, whole) => `一部のみ: ${whole} のうち ${shown} を保存しています。`,
    empty: '本文は空です',
    notText: 'UTF-8 のテキストではないため 16 進で表示します。',
  },
  chart: {
    table: '表',
    time: '時刻',
    keys: '左右キーで値を読み上げます。',
    empty: 'この期間には何も起きていません。',
  },
  peek: {
    close: 'パネルを閉じる',
  },
  views: {
    save: 'ビューを保存',
    saveWhy: '現在のフィルターに名前を付けて保存します',
    full: (most) => `すでに ${most} 件あります。先に 1 件削除してください。`,
    menu: (name) => `ビュー「${name}」`,
    rename: '名前を変更',
    remove: '削除',
    removed: (name) => `ビュー「${name}」を削除しました。`,
    name: '名前',
    kept: 'このブラウザーに、あなた用として保存されます。共有するにはアドレスをコピーしてください。',
    keep: '保存',
    taken: '同じ名前のビューがあります。',
    noName: '名前を入力してください。',
  },
  look: {
    button: '列と行間',
    density: '行間',
    comfortable: '標準',
    compact: '狭い',
    columns: '列',
    usual: '初期設定に戻す',
    kept: 'このブラウザーに、この一覧用として保存されます。',
  },
  listExport: {
    button: 'この一覧をエクスポート',
    title: 'この一覧をエクスポートしますか',
    effect:
      'このページだけでなく、条件に合うすべての行を最大 100,000 件エクスポートします。' +
      'エクスポートは監査ログに記録されます。',
    form: '形式',
    forms: { csv: 'CSV (表計算用)', ndjson: 'JSON Lines (プログラム用)' },
    action: 'エクスポート',
  },
  onlyRole: (role) => `この操作には「${role}」ロールが必要です。`,
};
