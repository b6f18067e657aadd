/**
 * The deliveries in Japanese: the same keys and arguments as English, which the type and a test
 * demand.
 */

import type { Words } from '../en.ts';
import { jaCount } from './count.ts';

export const delivery: Words['delivery'] = {
  title: '配信',
  lead: 'どのエンドポイントに何を送り、どうなったか。',
  listed: '配信 (新しい順)。',
  views: 'ビュー',
  view: {
    all: 'すべて',
    failing: '失敗中',
    exhausted: '送信終了 (失敗)',
    waiting: '待機中',
    delivered: '配信済み',
  },
  column: {
    trigger: 'トリガー',
    state: '状態',
    endpoint: 'エンドポイント',
    call: '通話',
    attempts: '試行',
    last: '最後の応答',
    next: '次の試行まで',
    created: '作成',
  },
  filter: {
    state: '状態',
    endpoint: 'エンドポイント',
    trigger: 'トリガー',
    class: '結果',
    call: '通話 ID',
    notState: '状態 (除外)',
    notEndpoint: 'エンドポイント (除外)',
    notTrigger: 'トリガー (除外)',
    attempts: '試行',
    orMore: (count) => `${count} 回以上`,
    placeholder: 'フィルター: state:exhausted -endpoint:… attempts:>=3',
    never: {
      took:
        '所要時間には索引がなく、配信済みをすべて読むことになります。class:timeout や attempts:>=2、' +
        '概要のパーセンタイル、または通話のタイムラインを使ってください。',
      waited:
        'state:waiting または state:held を使ってください。最も古いものは最後のページにあります。',
      code: 'class:5xx のように class: を使うか、ステータス別の問題の一覧を見てください。',
      kind: 'endpoint: でその種類のエンドポイントを指定してください。',
    },
  },
  removedEndpoint: '削除済みのエンドポイント',
  nextDue: 'わずか',
  emptyTitle: '配信はまだありません',
  empty: '通話が報告され、そのトリガーを購読するエンドポイントがあると、ここに表示されます。',
  emptyAction: '通話をシミュレート',
  noMatch: 'フィルターに一致する配信はありません',
  noMatchCall: '通話 ID は完全な ID を入力してください。',
  retry: (count) => jaCount(count, '# 件を再試行'),
  retryEffect: (endpoints) =>
    `${jaCount(endpoints, '# 個のエンドポイント')}に同じ webhook-id で 1 回ずつ再送します。` +
    '以前に受け付けた受信側には重複して届きます。',
  retried: (count) => jaCount(count, '# 件の再試行を依頼しました。'),
  cancel: (count) => jaCount(count, '# 件を取り消す'),
  cancelEffect:
    '送信されず、同じ通話の後の配信はこれらを飛ばして進みます。受信側には届きません。' +
    'あとで再試行したものは、遅れて順序どおりでなく届きます。',
  cancelled: (count) => jaCount(count, '# 件を取り消しました。'),
  someRefused: (done, whole, why) => `${whole} 件中 ${done} 件完了。最初の拒否理由: ${why}`,
  whole: {
    choose: 'フィルターに一致するすべてを対象にする',
    chosen: 'フィルターに一致するすべて',
    back: '選択したものだけ',
    retry: 'すべて再試行…',
    cancel: 'すべてキャンセル…',
    retryEffect: (endpoints) =>
      'フィルターに表示されるもののうち、打ち切られたもの、または指定した状態のものが対象です。' +
      `${jaCount(endpoints, '# 個のエンドポイント')}に同じ webhook-id で 1 回ずつ再送します。` +
      '以前に受け付けた受信側には重複して届きます。',
    cancelEffect:
      'フィルターに表示されるもののうち、未完了のものが対象です。送信されず、レーンは次へ進みます。',
    noRetry: 'フィルターに表示されるものに、再試行できる状態のものはありません。',
    noCancel: 'フィルターに表示されるものに、未完了のものはありません。',
  },
  peek: {
    open: '詳細ページを開く',
    attempts: '試行',
    noAttempts: 'まだ送信していません。',
    body: '本文',
    bodyLabel: '配信の本文',
    excerpt: '受信側の応答',
    number: (number) => `試行 ${number}`,
    by: '手動',
    after: (duration) => `${duration}後`,
    behind: '先行する配信',
    sequence: 'レーン内の順番',
    id: '配信 ID',
    message: 'webhook-id',
  },
};

const attempts = (count: number) => jaCount(count, '# 回の試行');

/**
 * One delivery in Japanese. The same keys and arguments as English, which the type and a test
 * demand.
 */
export const deliveryRecord: Words['deliveryRecord'] = {
  back: '配信',
  neighbour: {
    label: '一覧のほかの配信',
    before: '前へ',
    after: '次へ',
    beforeTitle: '一覧の前の配信 (k)',
    afterTitle: '一覧の次の配信 (j)',
    place: (place: string, of: string) => `${of} 件中 ${place} 件目`,
  },
  sentence: {
    deliveredFirst: (took: string) => `最初の試行で届きました。作成から ${took}です。`,
    delivered: (count: number, took: string) =>
      `${attempts(count)}で届きました。作成から ${took}です。`,
    exhausted: (count: number, span: string, answer: string) =>
      `送信を打ち切りました。${span}の間に${attempts(count)}、最後の結果は「${answer}」です。`,
    rejected: (answer: string) => `拒否されました (${answer})。自動では再試行されません。`,
    blocked: '何も送信されていません。このエンドポイントのアドレスへの送信は許可されていません。',
    cancelled: (count: number) =>
      count === 0
        ? '何も送信される前に取り消されました。'
        : `${attempts(count)}が失敗した後に取り消されました。`,
    laneWentOn: (at: string) => `レーンは ${at} に先へ進みました。`,
    retrying: (count: number, of: number, answer: string) =>
      `${of} 回のうち ${count} 回の試行が失敗しました。最後の結果は「${answer}」です。`,
    next: (left: string, at: string) => `次は ${left}後、${at} です。`,
    nextNow: '次の試行は今すぐです。',
    byHand: '手動で試行が依頼されました。',
    waiting: '順序を守るため、同じ通話の前の配信を待っています。',
    due: 'エンドポイントに空きができ次第、送信されます。',
    sending: (number: number) => `試行 ${number} を送信中です。`,
  },
  fact: {
    label: 'この配信について',
    endpoint: 'エンドポイント',
    call: '通話',
    sequence: 'レーン内の位置',
    place: (number: string) => `${number} 番目`,
    created: '作成',
    last: '最後の試行',
    none: 'まだありません',
    closed: '完了',
    open: '未完了',
    message: 'webhook-id',
    id: '配信 ID',
    replayOf: '元の配信',
    replays: '再送した配信',
  },
  lane: {
    behind: '待っている配信',
    reads: '待っている配信を確認しています。',
  },
  action: {
    retry: '今すぐ再試行',
    retryTitle: '同じ webhook-id でもう一度試行します。キー: r',
    retried: '試行を依頼しました。',
    cancel: '取り消す',
    cancelTitle: '送信されません。レーンは先へ進みます。キー: c',
    cancelled: '取り消しました。',
    replay: '新しく再送',
    replayTitle: '同じ発火の新しい配信を、レーンの最後に作ります。',
    replayed: '新しい配信を作りました。これがその配信です。',
    replayOpen: 'まだ完了していません。再送できるのは完了した配信です。',
    replayAgent: 'エージェントは再送できません。通話後処理をもう一度実行してください。',
    replayRemoved: 'エンドポイントは削除されました。',
    replayDisabled: 'エンドポイントが無効です。先に有効にしてください。',
    ask: {
      cancel: {
        title: 'この配信を取り消しますか？',
        action: '配信を取り消す',
        effect:
          '送信されず、同じ通話の後の配信はこれを飛ばして進みます。受信側には 1 件届きません。' +
          'あとで再試行すると、遅れて順序どおりでなく届きます。',
      },
      replay: {
        title: 'この配信を新しい配信として再送しますか？',
        action: '新しい配信として再送',
        effect:
          '受信側には同じイベントが、この通話の最新の配信として同じ webhook-id でもう一度届きます。' +
          '重複を取り除かない受信側は、もう一度処理します。',
      },
      retry: {
        title: '配信済みのものをもう一度送信しますか？',
        action: 'もう一度送信',
        effect:
          '受信側はこの配信を受け取っています。同じ webhook-id で、遅れて順序どおりでなく再び届きます。' +
          '重複を取り除かない受信側は、もう一度処理します。',
      },
    },
    copy: 'ローカル受信箱へ送る',
    copyTitle: '同じ本文の写しをテストとして送ります。試行にも統計にも数えません。',
    copied: '写しがローカル受信箱に届きました。これがその写しです。',
    copyLost: '写しはローカル受信箱に届きませんでした。',
    copyAgent: 'このエージェントはサービス内にあり、写せる送信がありません。',
    curl: 'curl コマンド',
    inbox: 'ローカル受信箱で見る',
    moreOfCall: 'この通話のすべての配信',
  },
  attempts: '試行',
  noAttempts: 'まだ試行されていません。予定はスケジュールにあります。',
  attempt: (number: number) => `試行 ${number}`,
  byHand: '手動',
  answer: (status: number) => `ステータス ${status}`,
  done: '完了',
  tabs: '試行の詳細',
  tab: {
    request: 'リクエスト',
    response: 'レスポンス',
    timing: '時間',
    signature: '署名',
    schedule: 'スケジュール',
  },
  request: {
    headers: 'ヘッダー',
    body: '本文',
    note: 'ヘッダーは保存された情報から組み立てたものです。認証情報と署名は試行ごとに作られ、保存されません。',
    none: '宛先はこのサービスの内部です。ネットワークには何も送信されません。',
    mail: 'このアドレスへメールで送信されます。メールは下の本文から作られます。',
    product:
      'Slack と Teams には、この本文から作った独自の形式のメッセージが送られます。エンドポイントのプレビューで確認できます。',
    removed: 'エンドポイントが削除されたため、アドレスは分かりません。',
    credential: '(表示されません)',
    madeAnew: '(試行ごとに作られ、保存されません)',
  },
  response: {
    none: '応答がありませんでした',
    body: '応答の先頭部分',
    empty: '応答に本文がないか、保存されていません。',
    removed: (date: string) => `応答は保存期間が終わると削除されます。ここでは ${date} でした。`,
    note: '応答は先頭の 4 KiB まで保存され、ヘッダーは保存されません。',
  },
  timing: {
    started: '開始',
    ended: '終了',
    took: '所要時間',
    limit: 'エンドポイントの上限',
    waited: '直前の待ち時間',
    sinceCreated: '作成から終了まで',
    share: (took: string, limit: string) => `${took} / ${limit}`,
    note: '接続の最初のバイトから応答の終わりまで。',
  },
  signature: {
    rsa: 'webhook-identity-signature は次のバイト列への RSA と SHA-256 の署名です。',
    bytes: '署名されるバイト列',
    dot: '続けて本文をそのまま',
    keys: '現在署名している鍵',
    openssl: 'openssl でリクエストを検証する',
    opensslNote:
      '受信したリクエストの二つのヘッダーを最初の行に入れ、本文を body というファイルに保存してください。',
    bearer:
      'このエンドポイントは Bearer トークンで送信者を証明します。署名はなく、トークンは表示されません。',
    secret:
      'このエンドポイントは独自の秘密鍵で署名します (HMAC-SHA256)。' +
      'Standard Webhooks と Svix のライブラリが webhook-id、webhook-timestamp と本文で検証します。',
    none: 'この種類のエンドポイントに署名はありません。アドレスそのものが秘密です。',
    rfc9421:
      'このエンドポイントには HTTP Message Signatures (RFC 9421)が送られます。検証方法は署名キーのガイドにあります。',
    snippets: '5 つの言語の検証コード',
    inbox: 'ローカル受信箱での検証結果',
    verdict: {
      valid: '署名は有効です',
      invalid: '署名は無効です',
      unsigned: '署名がありません',
    } as Readonly<Record<string, string>>,
  },
  schedule: {
    caption: 'すべての試行 (実施済みと予定)',
    number: '試行',
    when: '日時',
    wait: '予定の待ち時間',
    result: '結果',
    first: 'すぐに',
    done: '受理',
    failed: '失敗',
    next: '次回',
    planned: '予定',
    skipped: '不要',
    dropped: '実施せず',
    earliest: '早くて',
    asked: (wait: string) => `受信側が ${wait}の待機を求めました (Retry-After)。`,
    manual: '手動で依頼された試行です。スケジュールには数えません。',
    spread: '一斉に再試行されないよう、待ち時間は最大 20 % 長くなります。',
    whenBehind: '順番が来たとき',
    noRetry: 'このエンドポイントは再試行しません。',
  },
  nextStep: '対処',
  issue: '同じ失敗をすべて見る',
};
