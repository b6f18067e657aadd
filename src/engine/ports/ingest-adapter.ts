/**
 * Step 1 for platforms that post their own callbacks: an adapter turns a platform's request into
 * reports, hints and a call log. Pure: the route reads the request, opens the secrets, tells the
 * time, and calls it; the service stores what it says. Platforms send again what is refused, so a
 * genuine request without use is taken with nothing in it.
 */
import type { CallLog } from '../../acw/call-log/call-log.ts';
import type { CallFacts } from '../../core/call/facts.ts';
import type { Report, ReportVariant } from '../../core/call/report.ts';
import type { FieldError } from '../../core/error/service-error.ts';
import type { CallHint } from './report-store.ts';

export type IngestMethod = 'POST' | 'GET' | 'HEAD';

export interface IngestRequest {
  readonly method: Exclude<IngestMethod, 'HEAD'>;
  /** The media type in lower case without parameters; empty if the request has no body. */
  readonly contentType: string;
  /** The exact body bytes as text, and the headers in lower case. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address that the platform was given, with its query; configured, never the Host header. */
  readonly publicUrl: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The present secret, then the previous one while it counts. At least one. */
  readonly secrets: readonly string[];
  /** When the request came, by our clock; for the window of signed times. */
  readonly nowMs: number;
  /** Of the source, as `settingsFaults` let them pass; absent or null if it has none. */
  readonly settings?: object | null;
  /**
   * A pasted sample without its headers, of which nothing is stored: no signature is looked at.
   * Must never be set for a request that came.
   */
  readonly isSample?: boolean;
}

export type IngestResult = Taken | Refused;

/** A genuine request. All lists empty: nothing follows from it, and `why` says why. */
export interface Taken {
  readonly kind: 'taken';
  /** Stored in this order, in one transaction. */
  readonly reports: readonly IngestReport[];
  /** Kept until a report asks for them; stored before the reports. */
  readonly hints: readonly CallHint[];
  readonly callLog: IngestCallLog | null;
  /** Values that the mapping does not know, such as `state parked`; counted and shown. */
  readonly unmapped: readonly string[];
  /** For the operator, if nothing follows; else null. */
  readonly why: string | null;
  /** Null: as the adapter says. Of a handshake: what the platform wants to read. */
  readonly answer: IngestAnswer | null;
}

export interface IngestReport {
  readonly callId: string;
  readonly report: Report;
  /** What the report says instead if the call turns out to be another one; the first that fits. */
  readonly variants: readonly ReportVariant[];
  /** What breaks a rule of facts is left out, never refused. */
  readonly facts: IngestFacts;
}

/** What the platform knows of the call besides its status. */
export interface IngestFacts extends CallFacts {
  /** How many entries of the operator's own data could be no entries of `metadata`. */
  readonly metadataLeftOut?: number;
}

export interface IngestCallLog {
  readonly callId: string;
  readonly log: CallLog;
}

export const REFUSALS = [
  'SIGNATURE_INVALID',
  'MALFORMED_FORM',
  'MALFORMED_JSON',
  'INVALID_INPUT',
] as const;

export interface Refused {
  readonly kind: 'refused';
  readonly code: (typeof REFUSALS)[number];
  /** For the platform and the operator; never holds a secret. */
  readonly detail: string;
}

export interface IngestAnswer {
  readonly status: 200 | 204;
  /** Empty with 204. */
  readonly body: string;
  /** Of the body. */
  readonly contentType: string;
}

/**
 * What people need to connect the platform: for the API, the pages and the table of platforms,
 * which is made of it. Sentences name menus and fields as the platform's own pages do.
 */
export interface AdapterAbout {
  /** As the platform writes its name. */
  readonly title: string;
  /** What is signed and how, in few words: `HMAC-SHA256 over the time and the body`. */
  readonly signature: string;
  readonly secret: {
    /** `operator`: chosen here and entered there as well; `platform`: made and shown there. */
    readonly from: 'platform' | 'operator';
    /** One sentence: which of the platform's secrets it is, and where it stands. */
    readonly where: string;
    /** What its text must be; of an adapter with settings, before these say more. */
    readonly form: SecretForm;
  };
  /** One sentence: where the platform takes the address of the source. */
  readonly address: string;
  /** What it says of a call, in few words: `begin, answer, end with its cause`. */
  readonly events: string;
  /** Whether it sends transcripts, which become call logs. */
  readonly callLogs: boolean;
  /** The file in docs/guides. */
  readonly guide: string;
  /** An example of the settings, which people change; null: the adapter takes none. */
  readonly settings: object | null;
}

/** `base64`: of the key; `public-key`: of Ed25519, in base64 or PEM. */
export const SECRET_FORMS = ['text', 'base64', 'public-key', 'user:password'] as const;
export type SecretForm = (typeof SECRET_FORMS)[number];

export interface IngestAdapter {
  /** Stands in the address and in a source's `adapter`. */
  readonly name: string;
  readonly about: AdapterAbout;
  /** HEAD is answered 200 without being read: some platforms try an address so. */
  readonly methods: readonly IngestMethod[];
  /** Of bodies, in lower case without parameters. */
  readonly contentTypes: readonly string[];
  /** At most `INGEST_BYTES_MAX`. */
  readonly bodyBytesMax: number;
  /**
   * Whether the platform's signature covers the address to which it posts, so that the address must
   * be known exactly.
   */
  readonly signsAddress: boolean;
  /**
   * The headers of which a genuine request with a body has at least one, in small letters; empty:
   * the proof stands in the body. A request with none of them is refused before its body is read.
   */
  proofHeaders(settings: object | null): readonly string[];
  /** How far a signed time may be from ours; null: the scheme signs no time. */
  readonly windowMs: number | null;
  /** To every genuine request, after the commit. */
  readonly answer: IngestAnswer;
  /**
   * The status of a problem by its code, where the catalogue's status makes this platform do the
   * wrong thing: one that sends again what can never be taken, or stops when nothing was stored.
   */
  readonly statusOf: Readonly<Partial<Record<(typeof STATUS_CODES)[number], number>>>;
  /**
   * Of an adapter that a source configures: every broken rule of its settings, with JSON pointers
   * into them; null: the source has none. Absent: the adapter takes no settings.
   */
  settingsFaults?(settings: object | null): readonly FieldError[];
  /**
   * What to send instead of a secret that these settings cannot use, because it would give an empty
   * or short key or could never fit; null if it may be used. `read` must take no such secret for a
   * proof either. `former`: the settings under which a secret that stays has counted so far; one
   * that others may know under these, a public key, must not become a key that signs.
   */
  secretFault(secret: string, settings: object | null, former?: object | null): string | null;
  read(request: IngestRequest): IngestResult;
  /**
   * The same for a sample, with what each line of the settings became. Not `checked`: the signature
   * is not looked at, because the sample has none.
   */
  trace?(
    request: IngestRequest,
    checked: boolean,
  ): { readonly result: IngestResult; readonly lines: readonly TraceLine[] };
}

/** A line of a source's settings, the value that it found in a sample, and what became of it. */
export interface TraceLine {
  readonly line: string;
  readonly value: string | null;
  readonly became: string;
}

/** For the last three nothing was stored, and the platform may try again. */
export const STATUS_CODES = [
  ...REFUSALS,
  'STORAGE_UNAVAILABLE',
  'STORAGE_FULL',
  'RATE_LIMITED',
] as const;

/** Of a status callback. */
export const CALLBACK_BYTES_MAX = 64 * 1024;
/** Of the longest body of any platform: a transcript with words and times. */
export const INGEST_BYTES_MAX = 16 * 1024 * 1024;
