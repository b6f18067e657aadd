/**
 * What alerts say, in English and Japanese: a title, what was found, and what to do. Mails, chats,
 * webhooks and the dashboard say the same. A name comes from an operator: the code that puts these
 * sentences into a page or a message escapes them.
 */
import { DAY_MS, MINUTE_MS } from '../time.ts';
import type { OpsTrigger } from '../trigger/ops-trigger.ts';
import type { Condition } from './alert.ts';

export type AlertLanguage = 'en' | 'ja';

/** `found`: a whole sentence about the name and the measured value. */
interface AlertWords {
  readonly title: string;
  readonly found: (name: string, value: number) => string;
  readonly action: string;
}

const ENGLISH: Readonly<Record<OpsTrigger, AlertWords>> = {
  OPS_ENDPOINT_FAILING: {
    title: 'Endpoint failing',
    found: (name, value) => `${counted(value, 'attempt')} in a row failed at ${name}.`,
    action: 'Open the endpoint, read the last answer, and correct the receiver or its settings.',
  },
  OPS_ENDPOINT_HELD: {
    title: 'Endpoint on hold',
    found: (name, value) =>
      `${name} is on hold after ${counted(value, 'failed attempt')} in a row.`,
    action:
      'See whether the receiver is up. Ringpost probes it by itself, at most 10 minutes apart.',
  },
  OPS_ENDPOINT_DISABLED: {
    title: 'Endpoint disabled',
    found: (name) => `Ringpost disabled ${name}: it answered 410 Gone, or failed for 72 hours.`,
    action: 'Correct the receiver, then enable the endpoint. Its deliveries are held until then.',
  },
  OPS_DELIVERIES_EXHAUSTED: {
    title: 'Deliveries given up',
    found: (name, value) =>
      value === 1
        ? `1 delivery to ${name} was given up.`
        : `${value} deliveries to ${name} were given up.`,
    action: 'Correct the cause that the issue names, then retry the deliveries of the issue.',
  },
  OPS_LANE_OLD: {
    title: 'Deliveries wait too long',
    found: (name, value) => `The oldest delivery to ${name} has waited for ${lasting(value)}.`,
    action: 'See whether workers run, and whether the rate of the endpoint is enough.',
  },
  OPS_BACKLOG_LARGE: {
    title: 'Large backlog',
    found: (name, value) => `${counted(value, 'delivery', 'deliveries')} of ${name} wait.`,
    action:
      'See which endpoint has the most, and whether workers run and receivers answer in time.',
  },
  OPS_DISK_LOW: {
    title: 'Disk nearly full',
    found: (_name, value) => `The disk of the data directory has ${bytes(value)} left.`,
    action: 'Make room, or shorten the retention of the projects. A full disk refuses reports.',
  },
  OPS_RETENTION_BEHIND: {
    title: 'Retention behind',
    found: (_name, value) => `Retention has not come round for ${lasting(value)}.`,
    action: 'See whether a worker runs, and whether its log names a failed sweep.',
  },
  OPS_CERTIFICATE_ENDING: {
    title: 'Certificate ending',
    found: (name, value) =>
      value > 0
        ? `The certificate of the target of ${name} ends in ${lasting(value)}.`
        : `The certificate of the target of ${name} has ended.`,
    action: 'Ask the operator of the receiver to renew the certificate.',
  },
  OPS_SOURCE_SILENT: {
    title: 'Source silent',
    found: (name, value) => `The source ${name} has sent nothing for ${lasting(value)}.`,
    action: 'See whether the provider still calls the address of the source.',
  },
  OPS_SOURCE_REFUSED: {
    title: 'Source with wrong signatures',
    found: (name, value) =>
      `The last ${value} requests of the source ${name} were not signed right.`,
    action: 'Compare the secret and the public address of the source with those of the provider.',
  },
  OPS_RUNS_FAILING: {
    title: 'Runs failing',
    found: (name, value) => `${counted(value, 'run')} of agents of ${name} failed.`,
    action: 'Open the failed runs: each names its reason.',
  },
  OPS_SCORES_LOW: {
    title: 'Low scores',
    found: (name, value) => `Evaluations of ${name} reached ${value} % on average within a day.`,
    action: 'Open the evaluations, and see which criteria fail most.',
  },
};

const JAPANESE: Readonly<Record<OpsTrigger, AlertWords>> = {
  OPS_ENDPOINT_FAILING: {
    title: 'エンドポイントの失敗',
    found: (name, value) => `${name} への送信が ${value} 回続けて失敗しました。`,
    action: 'エンドポイントを開いて最後の応答を確認し、受信側または設定を直してください。',
  },
  OPS_ENDPOINT_HELD: {
    title: 'エンドポイントの保留',
    found: (name, value) => `${name} は ${value} 回続けて失敗したため、保留中です。`,
    action: '受信側が動いているか確認してください。Ringpost は 10 分以内の間隔で自動的に試します。',
  },
  OPS_ENDPOINT_DISABLED: {
    title: 'エンドポイントの無効化',
    found: (name) => `${name} は 410 Gone を返したか 72 時間失敗し続けたため、無効になりました。`,
    action: '受信側を直し、エンドポイントを有効にしてください。それまで配信は保留されます。',
  },
  OPS_DELIVERIES_EXHAUSTED: {
    title: '断念された配信',
    found: (name, value) => `${name} への配信 ${value} 件が断念されました。`,
    action: '問題のページが示す原因を直し、その配信を再試行してください。',
  },
  OPS_LANE_OLD: {
    title: '配信の遅れ',
    found: (name, value) => `${name} への最も古い配信が ${lastingJa(value)}待っています。`,
    action: 'ワーカーが動いているか、エンドポイントの速度が足りているか確認してください。',
  },
  OPS_BACKLOG_LARGE: {
    title: '大きな滞留',
    found: (name, value) => `${name} の配信 ${value} 件が待っています。`,
    action: 'どのエンドポイントに多いか、ワーカーと受信側が動いているか確認してください。',
  },
  OPS_DISK_LOW: {
    title: 'ディスクの空き不足',
    found: (_name, value) => `データディレクトリのディスクの空きは ${bytes(value)} です。`,
    action: '空きを作るか保持期間を短くしてください。ディスクが満杯になると報告は拒否されます。',
  },
  OPS_RETENTION_BEHIND: {
    title: '保持期間の処理の遅れ',
    found: (_name, value) => `期限切れデータの削除が ${lastingJa(value)}終わっていません。`,
    action: 'ワーカーが動いているか、ログに失敗した処理がないか確認してください。',
  },
  OPS_CERTIFICATE_ENDING: {
    title: '証明書の期限',
    found: (name, value) =>
      value > 0
        ? `${name} の宛先の証明書はあと ${lastingJa(value)}で切れます。`
        : `${name} の宛先の証明書は期限が切れています。`,
    action: '受信側の運用者に証明書の更新を依頼してください。',
  },
  OPS_SOURCE_SILENT: {
    title: '届かないソース',
    found: (name, value) => `ソース ${name} から ${lastingJa(value)}何も届いていません。`,
    action: 'プロバイダーがソースのアドレスを呼び出しているか確認してください。',
  },
  OPS_SOURCE_REFUSED: {
    title: '署名の誤ったソース',
    found: (name, value) => `ソース ${name} の直近 ${value} 件の署名が正しくありません。`,
    action: 'ソースの秘密と公開アドレスを、プロバイダーの設定と比べてください。',
  },
  OPS_RUNS_FAILING: {
    title: '実行の失敗',
    found: (name, value) => `${name} のエージェントの実行 ${value} 件が失敗しました。`,
    action: '失敗した実行を開いて、理由を確認してください。',
  },
  OPS_SCORES_LOW: {
    title: '低い評価',
    found: (name, value) => `${name} の評価は 1 日の平均で ${value} % でした。`,
    action: '評価を開いて、満たされない項目を確認してください。',
  },
};

const WORDS = { en: ENGLISH, ja: JAPANESE } as const;

export function titleOf(trigger: OpsTrigger, language: AlertLanguage = 'en'): string {
  return WORDS[language][trigger].title;
}

/** What was found, as one sentence. */
export function foundOf(
  { trigger, name, value }: Pick<Condition, 'trigger' | 'name' | 'value'>,
  language: AlertLanguage = 'en',
): string {
  return WORDS[language][trigger].found(name, value);
}

export function actionOf(trigger: OpsTrigger, language: AlertLanguage = 'en'): string {
  return WORDS[language][trigger].action;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A duration in its largest unit: `45 seconds`, `15 minutes`, `3 hours`, `14 days`. */
export function lasting(ms: number): string {
  const { count, unit } = inUnit(ms);
  return counted(count, unit);
}

const UNITS_JA = { second: '秒', minute: '分', hour: '時間', day: '日' } as const;

function lastingJa(ms: number): string {
  const { count, unit } = inUnit(ms);
  return `${count} ${UNITS_JA[unit]}`;
}

function inUnit(ms: number): { count: number; unit: keyof typeof UNITS_JA } {
  if (ms < 2 * MINUTE_MS) return { count: Math.max(1, Math.round(ms / 1_000)), unit: 'second' };
  if (ms < 120 * MINUTE_MS) return { count: Math.round(ms / MINUTE_MS), unit: 'minute' };
  if (ms < 2 * DAY_MS) return { count: Math.round(ms / (60 * MINUTE_MS)), unit: 'hour' };
  return { count: Math.round(ms / DAY_MS), unit: 'day' };
}

/** `512 MiB`, `1.5 GiB`. */
function bytes(count: number): string {
  const mebibytes = count / 2 ** 20;
  if (mebibytes < 1_024) return `${Math.floor(mebibytes)} MiB`;
  return `${(mebibytes / 1_024).toFixed(1)} GiB`;
}
