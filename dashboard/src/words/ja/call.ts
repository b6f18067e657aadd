/**
 * The calls in Japanese.
 * The same messages as in English, which is the source.
 */

import type { Words } from '../en.ts';
import { jaCount } from './count.ts';

export const call: Words['call'] = {
  title: '通話',
  lead: '報告されたすべての通話と、それが引き起こしたこと。',
  listed: '通話の一覧。新しい順。',
  openBundle: 'バンドルを開く…',
  views: 'ビュー',
  view: { all: 'すべて', errors: 'エラーあり', stale: '無報告により終了' },
  column: {
    call: '通話',
    status: 'ステータス',
    errors: 'エラー',
    direction: '方向',
    client: 'clientId',
    sid: 'callSid',
    deliveries: '配信',
    runs: '実行数',
    duration: '通話時間',
    started: '開始',
  },
  filter: {
    direction: '方向',
    status: 'ステータス',
    errors: 'エラーあり',
    stale: '無報告による終了',
    clientId: 'clientId',
    callSid: 'callSid',
    number: '番号',
    tag: 'タグ',
    yes: 'はい',
    no: 'いいえ',
    not: (label) => `${label} (除外)`,
    placeholder: 'フィルター: status:ERROR direction:… errors:yes clientId:…',
    placeholderMasked: 'フィルター: status:ERROR direction:… errors:yes callSid:…',
  },
  direction: { INBOUND: '着信', OUTBOUND: '発信' },
  noStatus: 'ステータスなし',
  staleMark: '無報告により終了',
  staleWhy: '報告が長く届かなかったため、サービスが通話を終了させました。',
  delivered: (done, all) => `${all} 件中 ${done} 件`,
  open: (count) => jaCount(count, '未完了 # 件'),
  failed: (count) => jaCount(count, '失敗 # 件'),
  emptyTitle: '通話はまだありません',
  empty:
    '最初の報告が届くと、ここに通話が表示されます。お使いの基盤から報告するか、試してみてください。',
  emptyAction: '通話をシミュレートする',
  noMatch: '条件に合う通話はありません',
  one: {
    back: '通話',
    statusNote:
      'ステータスはエラーの判定には使えません。どのステータスの通話でもエラーが報告されることがあります。エラーの欄を見てください。',
    copyId: '通話 ID',
    direction: '方向',
    client: 'clientId',
    sid: 'callSid',
    started: '最初の報告',
    ended: '終了',
    running: '継続中',
    log: '通話ログ',
    facts: {
      from: '発信元',
      to: '宛先',
      answeredAt: '応答',
      endedAt: '終了 (プラットフォーム)',
      durationMs: '通話時間 (プラットフォーム)',
      cause: '切断理由',
      recordingUrl: '録音',
      agentId: '担当',
      queue: 'キュー',
      tags: 'タグ',
      metadata: 'メタデータ',
    },
    errors: 'エラー',
    errorAt: (report) => `報告 ${report}`,
    stale:
      'この通話は無報告により終了しました。報告が長く届かなかったためです。通話ログは存在しないかもしれません。',
    truncated: 'この通話のすべては表示されていません。最も古い報告または配信が省かれています。',
    tabs: '通話の各部分',
    tab: {
      timeline: 'タイムライン',
      deliveries: '配信',
      log: '通話ログ',
      acw: '通話後処理',
      raw: '生データ',
    },
    download: 'JSON をダウンロード',
    downloaded: 'この通話のすべてがファイルに入っています。秘密情報は含まれません。',
    cancel: (count) => jaCount(count, '未完了の配信 # 件を取り消す'),
    cancelEffect: '送信されません。配信済みのものはそのままです。',
  },
  deletion: {
    menu: 'その他の操作',
    open: '通話を削除…',
    title: 'この通話を削除しますか',
    action: '通話を削除',
    erased:
      'この通話について保存されているものをすぐにすべて消去します。元に戻せません。消去の対象:',
    parts: [
      '報告、ステータス、エラー、発火したトリガー',
      '配信と試行 (送信した本文と応答の本文を含む)',
      '通話ログ',
      'エージェントの実行と、その結果・評価',
      '取込元に保存されているプロバイダーからのリクエスト',
      'ローカル受信箱にある写し',
    ],
    counting: '未完了の配信を数えています…',
    uncounted: '未完了の配信は取り消されます。',
    cancels: (count, atLeast) =>
      `${jaCount(count, '未完了の配信 # 件')}${atLeast ? '以上' : ''}が取り消されます。`,
    noneOpen: '送信待ちの配信はありません。',
    inFlight: '今まさに送信中のものは届くことがあります。',
    later:
      '以後、この通話の報告、ログ、結果は 410 で拒否されます。受信側、エージェント、言語モデルに' +
      '送信済みのものは相手側のものであり、そこに残ります。',
    id: '通話 ID',
    done: '通話を、保存されていたものごと削除しました。',
    clientId: 'clientId',
    client: {
      open: 'このクライアントの通話をすべて削除…',
      title: 'このクライアントの通話をすべて削除しますか',
      all:
        '一覧の他の条件にかかわらず、これまでに報告されたこのクライアントの通話すべてが対象です。' +
        '保存されているものを通話ごとに消去し、元に戻せません。中止すると残りはそのままです。' +
        '各通話の消去の対象:',
      cancels: (endpoints) =>
        endpoints === 0
          ? '送信待ちの配信はありません。'
          : `${jaCount(endpoints, '# 件のエンドポイント')}への未完了の配信が取り消されます。`,
      later:
        '以後、これらの通話の報告、ログ、結果は 410 で拒否されます。このクライアントの新しい通話は' +
        'これまでどおり受け付けます。',
    },
  },
  replay: {
    open: 'トリガーを再送…',
    none: 'この通話はまだ何も発火させていません。',
    title: 'この通話のトリガーを再送',
    triggers: '発火したもの',
    times: (count) => jaCount(count, '# 回発火'),
    to: '再送先',
    subscribed: 'そのトリガーを現在購読しているエンドポイント',
    named: '自分で選ぶエンドポイント (購読の有無を問わない)',
    endpoints: 'エンドポイント',
    disabled: '無効: 配信は保留されます',
    action: (count) => jaCount(count, '# 件を再送'),
    nothing:
      '送信されるものがありません。トリガーと、それを受け取るエンドポイントを選んでください。',
    effect: (count, endpoints) =>
      `${jaCount(endpoints, '# 件のエンドポイント')}へ${jaCount(count, '新しい配信 # 件')}を送ります。`,
    same:
      '元の webhook-id のまま、それぞれのレーンの末尾に入ります。受信側には重複に見えることがあり、' +
      'ID を覚えている受信側は捨てます。エージェントには送られません。',
    held: (count) =>
      jaCount(count, '# 件のエンドポイントは無効です。その分は有効になるまで保留されます。'),
    uncertain: 'この通話にはここに表示されていないものもあるため、配信はさらに多いかもしれません。',
    made: (count) => jaCount(count, '配信 # 件を作成しました'),
    toOne: (endpoint) => `宛先: ${endpoint}`,
    andMore: (count) => `ほか ${count} 件は「配信」タブにあります。`,
  },
  logState: {
    PRESENT: 'あり',
    EXPECTED: '予定',
    UNLIKELY: '見込み薄',
    NEVER: 'なし',
    DELETED: '削除済み',
  },
  logMeaning: {
    PRESENT: '保存されています。',
    EXPECTED: 'まだ保存されていません。これから届くかもしれません。',
    UNLIKELY: '保存されていません。応答がなかった通話なので、おそらく存在しません。',
    NEVER: '存在しません。通話が発信されませんでした。',
    DELETED: '削除されました。これから作られた結果は残ります。',
  },
  logVersion: (version) => `バージョン ${version}`,
  turns: (count) => jaCount(count, '# 発話'),
  log: {
    title: '文字起こし',
    none: '通話ログなし',
    noTurns: '通話ログに発話がありません。誰も話しませんでした。',
    turn: (number) => `発話 ${number} へのリンク`,
    more: (count) => jaCount(count, 'さらに # 発話を表示'),
    began: '開始',
    language: '言語',
    recording: '録音',
    find: '文字起こしから探す',
    found: (count) => jaCount(count, '# 件一致'),
    noTurn: '通話ログにその発話はありません。',
  },
  acw: {
    title: 'エージェントの実行',
    empty: 'この通話ではエージェントが実行されていません',
    emptyText: '購読しているトリガーが発火すると実行されます。手動でも実行できます。',
    agent: 'エージェント',
    trigger: 'トリガー',
    state: '状態',
    created: '作成',
    took: '所要時間',
    result: '結果',
    openResult: '結果を開く',
    again: '再実行',
    run: 'エージェントを実行',
    runIt: '実行',
    started: (agent) => `${agent} をこの通話に対して起動しました。`,
    noAgents:
      'このプロジェクトにはエージェントがありません。エンドポイントとして追加してください。',
    giveUp: '打ち切りまで',
    stopped: '起動は取り消し済み',
    states: {
      QUEUED: { word: '待機中', meaning: '起動がまだ配信されていません。' },
      WAITING_CALL_LOG: { word: '通話ログ待ち', meaning: 'ログが届くと始まります。' },
      RUNNING: { word: '実行中', meaning: 'エージェントが作業しています。' },
      SUCCEEDED: { word: '成功', meaning: '結果を記録しました。' },
      FAILED: { word: '失敗', meaning: '使える結果を残さずに終わりました。' },
      CANCELLED: { word: 'キャンセル', meaning: '起動がキャンセルされ、始まりませんでした。' },
    },
  },
  explain: {
    title: 'エンドポイントに届いた、または届かなかった理由',
    choose: 'エンドポイント',
    none: 'エンドポイントを選択',
    empty: 'このエンドポイントが購読しているものは発火していません。',
    delivery: '配信を開く',
    notSent: '未送信',
    fired: '発火',
    truncated: 'この通話のすべては読み込まれていません。最も古い発火が欠けているかもしれません。',
  },
  deliveries: {
    title: 'この通話の配信',
    empty: 'この通話では何も送信されていません',
    emptyText: 'この通話が発火させたものを購読するエンドポイントがありません。理由は下にあります。',
  },
  raw: {
    reports: '届いたままの報告',
    firings: '発火したもの',
    received: '受信',
    occurred: '発生',
    source: '送信元',
    status: 'ステータス',
    outcome: '結果',
    errors: 'エラー',
    reportId: '報告 ID',
    accepted: '受理',
    errorsOnly: 'エラーのみ',
    factsOnly: '詳細のみ',
    ignored: {
      STALE: '拒否: 既知の内容より古い',
      DUPLICATE: '無視: すでにこのステータス',
      TERMINAL: '拒否: 通話は終了済み',
      NOT_ALLOWED: '拒否: このステータスからは移れない',
    },
    sourceName: { api: 'API', stale: '無報告の検査' },
    ingest: (source) => `取込元 ${source}`,
    said: (facts) => `伝えた事実: ${facts}`,
    data: 'data',
    noFirings: '何も発火していません。',
  },
};

/**
 * An imported bundle in Japanese.
 * The same messages as in English, which is the source.
 */
export const bundle: Words['bundle'] = {
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
