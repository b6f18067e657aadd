/**
 * Every setting of the service in one table: its flag, its environment variable, how its text is
 * read, its default, its bounds and its help (S14.2). The command line, the `doctor` command and
 * docs/reference/settings.md come from it. Nothing else reads the environment; `setting-name.ts`
 * warns of a `RINGPOST_` name that is not in it.
 */
import { MODEL_MARGIN_MS, WORK_MS_MAX } from '../engine/ports/language-model.ts';
import * as mail from './mail-setting.ts';
import * as model from './model-setting.ts';
import * as people from './people-setting.ts';
import * as read from './read-value.ts';
import * as trace from './trace-setting.ts';

export interface Setting<Value> {
  /**
   * Without dashes, for example `data-dir`; the environment name `RINGPOST_DATA_DIR` follows from
   * it.
   */
  readonly flag: string;
  readonly read: (text: string) => Value;
  readonly fallback: Value;
  /** The default in words, if its value does not show it. */
  readonly fallbackText?: string;
  readonly help: string;
  /** Has no flag, which would show in process lists, but a `..._FILE`; masked when shown. */
  readonly secret?: true;
}

/** `api`: answers requests and serves the dashboard. `worker`: sends, and sweeps. */
export const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const INBOX_SETTINGS = ['auto', 'on', 'off'] as const;
type InboxSetting = (typeof INBOX_SETTINGS)[number];

const SWITCH = ['on', 'off'] as const;
type Switch = (typeof SWITCH)[number];

function setting<Value>(definition: Setting<Value>): Setting<Value> {
  return definition;
}

export const SETTINGS = {
  port: setting({
    flag: 'port',
    read: read.integer({ min: 0, max: 65_535 }),
    fallback: 8_080,
    help: 'TCP port of API and dashboard; 0 takes a free one.',
  }),
  host: setting({
    flag: 'host',
    read: read.text({ max: 255 }),
    fallback: '127.0.0.1',
    help: 'Address to listen on; 0.0.0.0 for all, behind a proxy that speaks TLS.',
  }),
  dataDir: setting({
    flag: 'data-dir',
    read: read.text({ max: 4_096 }),
    fallback: './data',
    help: 'Directory of the embedded store and the master key; one process owns it.',
  }),
  databaseUrl: setting<string | null>({
    flag: 'database-url',
    read: read.databaseUrl,
    fallback: null,
    fallbackText: 'the embedded store in the data directory',
    help: 'PostgreSQL, shared by several processes: postgres://user:password@host:5432/database.',
    secret: true,
  }),
  roles: setting<readonly Role[]>({
    flag: 'roles',
    read: read.someOf(ROLES),
    fallback: ROLES,
    help: 'What this process does: api, worker, or both; one alone only with PostgreSQL.',
  }),
  publicUrl: setting<string | null>({
    flag: 'public-url',
    read: read.baseUrl,
    fallback: null,
    fallbackText: 'the address it listens on',
    help: 'How others reach this service; signed provider callbacks are checked against it.',
  }),
  allowedHosts: setting<readonly string[]>({
    flag: 'allowed-hosts',
    read: read.list(read.hostName),
    fallback: [],
    fallbackText: 'addresses, localhost and the public host only',
    help: 'Further names by which requests may ask for this service, comma-separated.',
  }),
  metricsPort: setting<number | null>({
    flag: 'metrics-port',
    read: read.integer({ min: 1, max: 65_535 }),
    fallback: null,
    fallbackText: 'the port of the API',
    help: 'TCP port of /metrics, which the port of the API then no longer serves.',
  }),
  alertEveryMs: setting({
    flag: 'alert-every-ms',
    read: read.integer({ min: 1_000, max: 3_600_000 }),
    fallback: 30_000,
    help: 'Time between two alert checks, such as of a failing endpoint or a full disk.',
  }),
  apiKey: setting<string | null>({
    flag: 'api-key',
    read: read.apiKey,
    fallback: null,
    fallbackText: 'made and printed once at the first start',
    help: 'Makes sure that a full-scope key with this value exists in the project "default".',
    secret: true,
  }),
  instanceKey: setting<string | null>({
    flag: 'instance-key',
    read: read.instanceKey,
    fallback: null,
    fallbackText: 'only those that `ringpost instance-key create` made',
    help: 'Makes sure that this instance key exists, by which a platform makes projects.',
    secret: true,
  }),
  masterKey: setting<string | null>({
    flag: 'master-key',
    read: read.text({ max: 256 }),
    fallback: null,
    fallbackText: 'master.key in the data directory',
    help: '32 bytes as base64 or hex that seal tokens and private keys; one for all processes.',
    secret: true,
  }),
  exportPassphrase: setting<string | null>({
    flag: 'export-passphrase',
    read: read.text({ max: 1_024 }),
    fallback: null,
    fallbackText: 'asked for at the terminal',
    help: 'Seals the secrets in the file of `ringpost export`; `ringpost import` needs the same.',
    secret: true,
  }),
  masterKeyNext: setting<string | null>({
    flag: 'master-key-next',
    read: read.text({ max: 256 }),
    fallback: null,
    fallbackText: 'master.key.next in the data directory, while there is one',
    help: 'The master key to which rotate-master-key changes; processes open with both.',
    secret: true,
  }),
  allowTargets: setting<readonly string[]>({
    flag: 'allow-targets',
    read: read.list(read.addressRange),
    fallback: [],
    fallbackText: 'none',
    help: 'Private address ranges that may be called, also over http:, comma-separated.',
  }),
  inbox: setting<InboxSetting>({
    flag: 'inbox',
    read: read.oneOf(INBOX_SETTINGS),
    fallback: 'auto',
    help: 'The local inbox: on, off, or auto: on if only this machine reaches the service.',
  }),
  inboxPort: setting<number | null>({
    flag: 'inbox-port',
    read: read.integer({ min: 1_024, max: 65_535 }),
    fallback: null,
    fallbackText: 'the port of the API + 1',
    help: 'TCP port of the local inbox, on 127.0.0.1 only.',
  }),
  smtpUrl: setting<mail.SmtpServer | null>({
    flag: 'smtp-url',
    read: mail.smtpUrl,
    fallback: null,
    fallbackText: 'none',
    help: 'Mail server: smtps://user:password@host:465, or smtp://… on 587 with STARTTLS.',
    secret: true,
  }),
  mailFrom: setting<string | null>({
    flag: 'mail-from',
    read: mail.mailFrom,
    fallback: null,
    fallbackText: 'none',
    help: 'Sender of mail, such as calls@example.com or Calls <calls@example.com>.',
  }),
  dkimRecord: setting<string | null>({
    flag: 'dkim-record',
    read: mail.dkimRecord,
    fallback: null,
    fallbackText: 'mail is not signed',
    help: 'DNS record of the key that signs mail, such as calls._domainkey.example.com.',
  }),
  dkimKey: setting<string | null>({
    flag: 'dkim-key',
    read: mail.dkimKey,
    fallback: null,
    fallbackText: 'mail is not signed',
    help: 'RSA private key that signs mail: PEM, or the file that holds it.',
    secret: true,
  }),
  trustedProxies: setting<readonly string[]>({
    flag: 'trusted-proxies',
    read: read.list(read.addressRange),
    fallback: [],
    fallbackText: 'none',
    help: 'Address ranges of reverse proxies whose X-Forwarded-For is believed, comma-separated.',
  }),
  oidcIssuer: setting<string | null>({
    flag: 'oidc-issuer',
    read: people.oidcIssuer,
    fallback: null,
    fallbackText: 'people sign in with passwords only',
    help: 'Identity provider (OpenID Connect): its issuer, such as https://login.example.com.',
  }),
  oidcClientId: setting<string | null>({
    flag: 'oidc-client-id',
    read: read.text({ max: 512 }),
    fallback: null,
    fallbackText: 'not set',
    help: 'Client id that the identity provider gave to this service.',
  }),
  oidcClientSecret: setting<string | null>({
    flag: 'oidc-client-secret',
    read: read.text({ max: 2_048 }),
    fallback: null,
    fallbackText: 'not set',
    help: 'Client secret that the identity provider gave to this service.',
    secret: true,
  }),
  oidcName: setting({
    flag: 'oidc-name',
    read: read.text({ max: 60 }),
    fallback: 'single sign-on',
    help: 'Name of the identity provider on the button that signs in by it.',
  }),
  oidcDomains: setting<readonly string[]>({
    flag: 'oidc-domains',
    read: read.list(people.mailDomain),
    fallback: [],
    fallbackText: 'only those who were invited',
    help: 'Domains of verified e-mails that enter the first project uninvited, comma-separated.',
  }),
  oidcRole: setting<(typeof people.OIDC_ROLES)[number]>({
    flag: 'oidc-role',
    read: read.oneOf(people.OIDC_ROLES),
    fallback: 'viewer',
    help: 'Role of people who enter uninvited: viewer, operator or admin.',
  }),
  llmBaseUrl: setting<string | null>({
    flag: 'llm-base-url',
    read: model.modelUrl,
    fallback: null,
    fallbackText: 'no language model is asked',
    help: 'Model server for after-call work, such as https://api.openai.com/v1.',
  }),
  llmApiKey: setting<string | null>({
    flag: 'llm-api-key',
    read: model.modelKey,
    fallback: null,
    fallbackText: 'none',
    help: 'Key of the model server; a server of your own may need none.',
    secret: true,
  }),
  llmModel: setting<string | null>({
    flag: 'llm-model',
    read: read.text({ max: 256 }),
    fallback: null,
    fallbackText: 'none',
    help: 'Name of the model, as its server knows it.',
  }),
  llmTimeoutMs: setting({
    flag: 'llm-timeout-ms',
    read: read.integer({ min: 1_000, max: WORK_MS_MAX - MODEL_MARGIN_MS }),
    fallback: 60_000,
    help: 'Time for one question to the model, its waits and tries included.',
  }),
  llmConcurrency: setting({
    flag: 'llm-concurrency',
    read: read.integer({ min: 1, max: 64 }),
    fallback: 4,
    help: 'Questions to the model in flight at once.',
  }),
  llmQuestionTokens: setting({
    flag: 'llm-question-tokens',
    read: read.integer({ min: 4_000, max: 1_000_000 }),
    fallback: 16_000,
    help: "Tokens of one question and its answer; at most the model's own limit.",
  }),
  llmTokensPerDay: setting({
    flag: 'llm-tokens-per-day',
    read: read.integer({ min: 0, max: 1_000_000_000_000 }),
    fallback: 5_000_000,
    help: 'Tokens that this process may spend from midnight to midnight UTC; 0: no bound.',
  }),
  llmRedact: setting<Switch>({
    flag: 'llm-redact',
    read: read.oneOf(SWITCH),
    fallback: 'on',
    help: 'Removes numbers of cards, accounts and persons from questions to the model: on or off.',
  }),
  inFlightMax: setting({
    flag: 'in-flight-max',
    read: read.integer({ min: 1, max: 10_000 }),
    fallback: 512,
    help: 'Attempts in flight at once, over all endpoints.',
  }),
  ingestBytesMax: setting({
    flag: 'ingest-bytes-max',
    read: read.integer({ min: 33_554_432, max: 4_294_967_296 }),
    fallback: 67_108_864,
    help: 'Bytes of platform callbacks held in memory at once; beyond them 503, to be sent again.',
  }),
  senderThreads: setting<number | null>({
    flag: 'sender-threads',
    read: read.integer({ min: 0, max: 16 }),
    fallback: null,
    fallbackText: 'one for each core above two, at most 4',
    help: 'Threads that send, on the embedded store; 0: the event loop sends.',
  }),
  drainMs: setting({
    flag: 'drain-ms',
    read: read.integer({ min: 0, max: 600_000 }),
    fallback: 35_000,
    help: 'How long a stop waits for attempts in flight; the rest is repeated after the start.',
  }),
  otlpUrl: setting<string | null>({
    flag: 'otlp-url',
    read: trace.collectorUrl,
    fallback: null,
    fallbackText: 'nothing is traced',
    help: 'OpenTelemetry collector (OTLP over HTTP) for traces, such as http://127.0.0.1:4318.',
  }),
  otlpHeaders: setting<Readonly<Record<string, string>> | null>({
    flag: 'otlp-headers',
    read: trace.collectorHeaders,
    fallback: null,
    fallbackText: 'none',
    help: 'Headers for the collector, such as authorization=Bearer%20abc, comma-separated.',
    secret: true,
  }),
  otlpRatio: setting({
    flag: 'otlp-ratio',
    read: trace.ratio,
    fallback: 1,
    help: 'Share of the reports that are traced, 0 to 1; a traced caller decides for its own.',
  }),
  otlpPerSecond: setting({
    flag: 'otlp-per-second',
    read: read.integer({ min: 0, max: 1_000_000 }),
    fallback: 100,
    help: 'Reports without a traced caller that are traced in a second at most; 0: no bound.',
  }),
  logLevel: setting({
    flag: 'log-level',
    read: read.oneOf(['silent', 'error', 'warn', 'info', 'debug']),
    fallback: 'info',
    help: 'silent, error, warn, info or debug; on standard error.',
  }),
  logFormat: setting({
    flag: 'log-format',
    read: read.oneOf(['json', 'pretty']),
    fallback: 'json',
    help: 'json, or pretty for a person at a terminal.',
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;

export type Settings = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer Value>
    ? Value
    : never;
};

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

export function environmentName(name: SettingName): string {
  return `RINGPOST_${SETTINGS[name].flag.replaceAll('-', '_').toUpperCase()}`;
}
