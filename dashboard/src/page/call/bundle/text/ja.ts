/**
 * An imported bundle in Japanese.
 * The same messages as in English, which is the source.
 */
import type { en } from './en.ts';

export const ja: typeof en = {
  title: '通話バンドル',
  lead: 'このサービスや別の Ringpost から JSON でダウンロードされた通話を表示します。',
  file: '通話バンドルのファイル',
  choose: 'ファイルを選択…',
  another: '別のファイルを開く…',
  imported: '読み込んだバンドル',
  readOnly: '読み取り専用です。何も送信・保存されず、ページを離れると消えます。',
  from: (name) => `${name} から。取得:`,
  empty: 'バンドルは開かれていません',
  emptyText:
    '通話の「JSON でダウンロード」で作られたファイルを選んでください。このタブの中だけで使われます。',
  refused: (name) => `${name} は表示できません`,
  tooLarge: (size, most) =>
    `ファイルは ${size} ですが、バンドルは最大 ${most} です。正しいファイルか確認してください。`,
  unreadable: 'ブラウザーがファイルを読めませんでした。まだ存在するか確認してください。',
  fault: {
    'no-json': 'JSON ではないか、途中で切れています。バンドルをもう一度ダウンロードしてください。',
    foreign:
      'JSON ですが、通話のバンドルではありません。通話のページの「JSON でダウンロード」で取得してください。',
    newer: 'このバージョンが知らない形式のバンドルです。より新しい Ringpost で開いてください。',
  },
  malformed: (at) =>
    `バンドルだと書かれていますが、${at} がないか、種類が違います。もう一度ダウンロードしてください。` +
    '編集されている場合は、元のファイルを使ってください。',
  noLog: '通話ログはありますが、取得した人が読めなかったため、バンドルに含まれていません。',
};
