/**
 * The words of the domain in Japanese. Names of the API (triggers, statuses, codes) stay as they
 * are.
 */
import { wordsOfKinds } from '../../../../src/core/endpoint/kind-words.ts';
import { meaningSentences } from '../../../../src/core/trigger/meaning.ts';
import type { Trigger } from '../../../../src/core/trigger/trigger.ts';
import type { Words } from '../en.ts';

export const word: Words['word'] = {
  delivery: {
    state: {
      waiting: { word: '順番待ち', meaning: '同じ通話の前の配信が先に送信されます。' },
      due: { word: '送信予定', meaning: 'エンドポイントに空きができ次第送信します。' },
      sending: { word: '送信中', meaning: '現在送信しています。' },
      retrying: { word: '再試行待ち', meaning: '送信に失敗し、次の試行が予定されています。' },
      held: { word: '保留', meaning: 'エンドポイントが無効または保留中です。失われません。' },
      delivered: { word: '配信済み', meaning: '受信側が受け付けました。' },
      rejected: { word: '拒否', meaning: '受信側が拒否したため、再試行していません。' },
      exhausted: { word: '再試行終了', meaning: '初回とすべての再試行が失敗しました。' },
      blocked: { word: 'ブロック', meaning: '送信が許可されていない宛先です。' },
      cancelled: { word: '取り消し', meaning: '配信前に取り消されました。' },
    },
    unknownState: 'このページが知らない状態です。再読み込みしてください。',
    heldOff: {
      word: '保留 (エンドポイント無効)',
      meaning: 'エンドポイントが無効です。有効にすると保留分が送信されます。',
    },
    heldUntil: (time, failures) => ({
      word: `${time} まで保留`,
      meaning: `${failures} 回連続で失敗したためエンドポイントを保留しています。失われません。`,
    }),
    status: (status) => `ステータス ${status}`,
    error: {
      timeout: '時間内に応答なし',
      'connect-timeout': '時間内に接続できず',
      dns: '名前を解決できず',
      refused: '接続拒否',
      reset: '接続が切断',
      tls: '証明書または TLS の問題',
      protocol: '不正な HTTP 応答',
      network: 'ネットワークに到達できず',
      signing: '署名できず',
      configuration: 'エンドポイントの設定に誤り',
      authentication: 'メールサーバーがログインを拒否',
      consumer: 'コンシューマーが失敗と報告',
      blocked: '許可されていない宛先',
    },
    noRetry: {
      sending: '現在送信しています。',
      held: 'エンドポイントが配信を再開すると送信されます。',
      waiting: '自動で送信されます。まだ再試行は不要です。',
    },
    alreadyClosed: 'すでに完了しています。',
  },
  endpoint: {
    state: {
      healthy: {
        word: '正常',
        meaning: '最後の成功または有効化のあと、失敗はありません。',
      },
      untried: { word: '配信なし', meaning: '受け取られた配信も拒まれた配信もまだありません。' },
      failing: { word: '失敗中', meaning: '最後の失敗のあと、まだ成功していません。' },
      held: {
        word: '一時保留',
        meaning: '連続した失敗のため初回の試行は待っています。再試行は続き、様子を確かめます。',
      },
      attention: {
        word: '要確認',
        meaning: '応答によると再試行では直りません。設定を確認してください。',
      },
      disabled: { word: '無効', meaning: '配信は保留されています。失われるものはありません。' },
    },
    disabled: {
      operator: '誰かが無効にしました。配信は保留され、失われません。',
      gone: '受信側が 410 を返したため無効になりました。配信は保留されています。',
      failing: '72 時間成功がなかったため無効になりました。配信は保留されています。',
    },
    heldUntil: (time: string, failures: number) =>
      `${failures} 回連続で失敗したため、初回の試行は ${time} まで待ちます。再試行は続きます。`,
  },
  figure: {
    ended: (failed: number, failing: number) =>
      failing === 0 ? `打ち切り ${failed} 件` : `打ち切り ${failed} 件、失敗中 ${failing} 件`,
    ofAttempts: (share: string) => `全試行の ${share}`,
    shares: (firstTry: string, attempts: string) => `初回 ${firstTry}、全試行 ${attempts}`,
    noTraffic: 'まだ配信はありません',
  },
  kind: {
    ...wordsOfKinds('name'),
    slack: 'Slack',
    teams: 'Microsoft Teams',
    email: 'メール',
    custom: 'カスタム',
    'builtin-analyzer': '組み込みアナライザー',
    'builtin-evaluator': '組み込み評価',
    'self-provided-agent': '独自のエージェント',
    pull: 'プル',
  },
  role: {
    owner: 'オーナー',
    admin: '管理者',
    operator: 'オペレーター',
    viewer: '閲覧者',
  },
};

/**
 * When each trigger fires, as a sentence in Japanese. The same keys as English; names of triggers
 * stay as they are.
 */
export const fires: Readonly<Record<Trigger, string>> = {
  ...meaningSentences(),
  OUTBOUND_CALL_CALLING: '発信を開始しました。',
  OUTBOUND_CALL_CLOSING: '通話を終了しています。',
  OUTBOUND_CALL_COMPLETED: '通話がエラーなく終了しました。',
  OUTBOUND_CALL_VOICEMAIL_REACHED: '留守番電話が応答しました。',
  OUTBOUND_CALL_ERROR: '通話がエラーで終了したか、エラーが報告されました。',
  OUTBOUND_CALL_BUSY: '話し中でした。',
  OUTBOUND_CALL_NO_RESPONSE: '応答がありませんでした。',
  OUTBOUND_CALL_UNREACHABLE: '相手の番号につながりませんでした。',
  OUTBOUND_CALL_CANCELED: '発信前に取り消されました。',
  OUTBOUND_CALL_EXPIRED: '発信前に有効期限が切れました。',
  OUTBOUND_CALL_MAX_ATTEMPTS_REACHED: '発信回数の上限に達しました。',
  OUTBOUND_CALL_HEALTHCHECK_FAILED: '発信前のヘルスチェックに失敗しました。',
  INBOUND_CALL_CALLING: '通話中です。',
  INBOUND_CALL_CLOSING: '通話を終了しています。',
  INBOUND_CALL_COMPLETED: '通話がエラーなく終了しました。',
  INBOUND_CALL_ERROR: '通話がエラーで終了したか、報告が途絶えたか、エラーが報告されました。',
  INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED: '空き回線がありませんでした。',
  CALL_LOG_CREATED: '発信または着信した通話が終了しました。通話ログが届く場合があります。',
  ACW_COMPLETED: 'エージェントの実行が終了しました。',
};

/**
 * What a failure means, in Japanese: by the same ids as English, which a test demands. Must never
 * repeat a text of a receiver.
 */
export const diagnosis: Words['diagnosis'] = {
  answered: (status) => `${status} が返されました`,
  mailSaid: (status) => `メールサーバーの応答 ${status}`,
  titles: {
    redirect: '別の場所へリダイレクトされました',
    timeout: '時間内に応答なし',
    'connect-timeout': '時間内に接続できませんでした',
    dns: '名前を解決できませんでした',
    refused: '接続を拒否されました',
    reset: '接続が切れました',
    tls: '信頼できる TLS 接続ができませんでした',
    protocol: '応答の形式が正しくありません',
    network: 'ネットワークの障害',
    signing: '署名できませんでした',
    configuration: '設定が足りません',
    authentication: 'メールサーバーがログインを拒否',
    consumer: 'コンシューマーが失敗と報告しました',
    blocked: 'このアドレスへの送信は許可されていません',
    unknown: '失敗しました',
  },
  texts: {
    redirect:
      '受信側がリダイレクトを返しています。リダイレクトは決してたどらないため、何も届きません。',
    'answered-2xx':
      '製品は 2xx を返しましたが、本文ではメッセージを受け取らなかったと言っています。',
    'answered-400': '受信側はリクエストを理解できないと言っています。',
    'answered-401':
      '受信側が資格情報を受け入れません。トークンまたは鍵がこちらのものと違うか、' +
      'どちらかの時計がずれています（署名は数分で期限が切れます）。',
    'answered-403': '受信側、またはその手前のファイアウォールがこちらを拒否しています。',
    'answered-404': 'この URL には何もありません。',
    'answered-405': 'この URL には何かありますが、POST を受け付けません。',
    'answered-408': '受信側が、リクエストまたはその先の何かを長く待ちすぎました。',
    'answered-410': '受信側は、永久になくなったと言っています。エンドポイントは無効にされました。',
    'answered-413':
      '本文が受信側の受け取れる大きさを超えています。こちらの本文は最大 64 KiB です。',
    'answered-415': '受信側が application/json を受け取りません。',
    'answered-4xx':
      '受信側がリクエストを拒否しています。このような応答は、既定では再試行されません。',
    'answered-429':
      '受信側が速度を落とすよう求めています。予定の範囲内で、求められた時間だけ待ちます。',
    'answered-5xx': '受信側がリクエストの処理中に失敗しています。予定に従って再試行されます。',
    'answered-502': 'プロキシは応答しますが、その先の受信側が応答しません。',
    'answered-503': '受信側が停止しているか、過負荷です。',
    'answered-504': 'プロキシは応答しますが、その先の受信側に時間がかかりすぎています。',
    'answered-other': '受信側が、成功でも失敗でもないステータスを返しています。',
    timeout: '受信側には届きましたが、エンドポイントのタイムアウト内に応答が揃いませんでした。',
    'connect-timeout':
      '5 秒以内に何も応答しませんでした。' +
      'ホストが停止しているか、ファイアウォールがパケットを捨てています。',
    dns: 'URL のホスト名にアドレスがありません。',
    refused: 'ホストはありますが、このポートでは何も待ち受けていません。',
    reset: '受信側が応答する前に接続を閉じました。',
    tls:
      '証明書が期限切れ、' +
      '別の名前のもの、または信頼されていないか、ハンドシェイクに失敗しました。',
    protocol: '返ってきたものが HTTP (メールの場合は SMTP) ではありません。',
    network: 'ホストへの経路がありませんでした。',
    signing: 'エンドポイントの署名キーまたはトークンを開けませんでした。何も送信されていません。',
    configuration:
      '送信に必要なものがエンドポイントに欠けているか、秘密を開けません。何も送信されていません。',
    authentication: 'ログインできるようになるまで、メールは予定に従って待ちます。',
    consumer:
      'コンシューマーがメッセージを取得し、失敗として返しました。予定に従って再び配信されます。',
    blocked: 'ホストが私設または予約済みのアドレスにつながるため、何も送信されていません。',
    unknown: 'このバージョンに名前のない形で試行が失敗しました。',
    'mail-4xx': 'メールサーバーは今このメールを受け取れません。予定に従って再試行されます。',
    'mail-5xx': 'メールサーバーがこのメールを恒久的に拒否したため、再試行されません。',
  },
  steps: {
    redirect:
      'エンドポイントに https:// で始まる最終の URL を設定してください。' +
      'その後、打ち切った配信を再試行してください。',
    'in-the-text': '理由は、配信の試行に残る応答の本文に書かれています。',
    'answered-400':
      '理由は、配信の試行に残る応答に書かれています。' +
      '受信側を直すか、別のコンテンツキーを使ってください。',
    'answered-401':
      '両側に同じトークンを設定するか、受信側にこちらの公開鍵を渡してください。' +
      '両側の時計も確認してください（こちらの時計は `ringpost doctor` で確認できます）。' +
      'その後、打ち切った配信を再試行してください。',
    'new-url':
      'Webhook がなくなったか、投稿が許可されなくなりました。' +
      'エンドポイントに新しい URL を設定してください。',
    'answered-405':
      'エンドポイントの URL を確認するか、受信側が POST を受け付けるようにしてください。' +
      'その後、打ち切った配信を再試行してください。',
    'answered-408':
      '受信側がまず応答し、処理は後で行うようにしてください。' +
      'その後、打ち切った配信を再試行してください。',
    'answered-413':
      '受信側またはそのプロキシの上限を上げてください。' +
      'その後、打ち切った配信を再試行してください。',
    'answered-415':
      '受信側が JSON を受け取るようにしてください。' +
      'その後、打ち切った配信を再試行してください。',
    'answered-4xx':
      '理由は、配信の試行に残る応答に書かれています。' +
      'そこに書かれた点を直してから、打ち切った配信を再試行してください。',
    'answered-429': 'エンドポイントの送信ペースを下げるか、受信側の上限を上げてください。',
    'answered-5xx':
      '試行の時刻の受信側のログを確認してください。その後、打ち切った配信を再試行してください。',
    'answered-502':
      '受信側を起動するか、そこまでの経路を直してください。' +
      'その後、打ち切った配信を再試行してください。',
    'answered-503':
      '起動するか、余裕を持たせてください。その後、打ち切った配信を再試行してください。',
    'answered-504':
      '受信側がまず応答し、処理は後で行うようにしてください。' +
      'その後、打ち切った配信を再試行してください。',
    'answered-other': '理由は、配信の試行に残る応答に書かれています。',
    timeout:
      '受信側がまず応答し、' +
      '処理は後で行うようにするか、タイムアウトを延ばしてください (最大 30 秒)。',
    'connect-timeout':
      'ホスト、ポート、ファイアウォールを確認し、エンドポイントをテストしてください。' +
      'その後、打ち切った配信を再試行してください。',
    dns:
      'ホスト名の綴りと DNS レコードを確認してください。' +
      'その後、打ち切った配信を再試行してください。',
    refused:
      '受信側を起動するか、URL のポートを直してください。' +
      'その後、打ち切った配信を再試行してください。',
    reset:
      '受信側のログを確認してください。' +
      '落ちたか、再起動していませんか。その後、打ち切った配信を再試行してください。',
    tls:
      '証明書を更新し、証明書チェーン全体を送るようにしてください。' +
      'テストで詳しくわかります。その後、打ち切った配信を再試行してください。',
    protocol: 'URL とポートが、ほかのものではなく受信側につながるか確認してください。',
    network:
      '両側の経路とファイアウォールを確認し、エンドポイントをテストしてください。' +
      'その後、打ち切った配信を再試行してください。',
    signing: 'それらを封印したマスターキーでサービスを起動してください。',
    configuration: 'エンドポイントの設定を確認してください。テストで詳しくわかります。',
    authentication:
      'RINGPOST_SMTP_URL のログインを直して再起動してください。' + '`ringpost doctor` で試せます。',
    consumer:
      '配信の試行に記録された理由を読み、コンシューマーを直してください。' +
      'その後、打ち切られた配信を再試行してください。',
    blocked: '公開アドレスを使うか、' + 'RINGPOST_ALLOW_TARGETS で範囲を許可してください。',
    unknown: '配信の試行を確認し、エンドポイントをテストしてください。',
    'answered-410':
      'エンドポイントに新しい URL を設定して有効にしてください。' +
      '保留分はそのとき送信されます。',
    'mail-4xx':
      '理由は、配信の試行に残る応答に書かれています。' +
      '再び受け取れるようになったら、打ち切った配信を再試行してください。',
    'mail-5xx':
      '理由は、配信の試行に残る応答に書かれています。' +
      'エンドポイントのアドレスと差出人を確認してください。',
    'mail-server': '`ringpost doctor` がメールサーバーを試し、詳しく伝えます。',
    'mail-settings': 'メールの設定を確認してください。エンドポイントのテストで詳しくわかります。',
    'answered-2xx': '理由は、配信の試行に残る応答に書かれています。',
    'answered-403':
      'そこでこちらのリクエストを通し、トークンまたは鍵を確認してください。' +
      'その後、打ち切った配信を再試行してください。',
    'answered-404':
      'エンドポイントの URL を確認してください。その後、打ち切った配信を再試行してください。',
  },
};
