/**
 * Records failed sign-ins, second factors and API keys in the audit trail: counted in memory,
 * written as few rows. The first failure of each kind, account and network is written at once, the
 * others as one entry when the window ends or the process stops. The rows of a window are bounded;
 * failures beyond the bound are merged into one entry of their kind. Source: docs/decisions/0041.
 */
import type { ProjectKey, UserKey } from '../../core/id.ts';
import { networkOf } from '../../core/person/network.ts';
import { isoTime } from '../../core/time.ts';
import { auditEntry, SYSTEM_AUTHOR } from '../manage/author.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { AuditStore } from '../ports/manage-store.ts';
import type { PeopleStore } from '../ports/people-store.ts';

/** Their names in the audit trail. */
export const FAILURES = {
  'sign-in': 'sign-in.failed',
  reauthentication: 'reauthentication.failed',
  'second-factor': 'second-factor.failed',
  'api-key': 'api-key.refused',
} as const;
export type FailureKind = keyof typeof FAILURES;

export interface Failure {
  readonly kind: FailureKind;
  readonly address: string;
  /** The account or key that was tried; null: neither is known, and no typed text is kept. */
  readonly about: FailedAccount | FailedKey | null;
  /** The first characters of a wrong key, which the holder of the key can compare. */
  readonly hint?: string | null;
}

/** `name`: the text by which the tries for an account are counted; never written. */
interface FailedAccount {
  readonly id: string;
  readonly userKey: UserKey;
  readonly name: string;
}

/** A revoked or expired key. */
interface FailedKey {
  readonly id: string;
  readonly projectKey: ProjectKey;
}

export interface FailureLog {
  note(failure: Failure): void;
  /**
   * A try that was refused without being checked; `name`: the account that it was for. Writes
   * nothing by itself.
   */
  refused(kind: FailureKind, name: string, address: string): void;
  /** Writes the present counts. */
  flush(): Promise<void>;
}

export interface FailureLogParts {
  readonly store: Pick<PeopleStore, 'membershipsOf'> & Pick<AuditStore, 'noteAudit'>;
  readonly clock: Clock;
  /** The project whose trail holds failures that belong to no account: the oldest one. */
  readonly firstProject: () => Promise<ProjectKey>;
  readonly onTrouble: (message: string) => void;
}

export const FAILURE_WINDOW_MS = 600_000;
/** Entries that one window writes at once, and entries that it counts apart until it ends. */
export const FIRST_ENTRIES_MAX = 20;
export const FAILURES_APART_MAX = 200;
/** The largest number of hints in one entry. */
const HINTS_MAX = 3;

interface Counted {
  readonly kind: FailureKind;
  readonly about: Failure['about'];
  /** Null: several networks. */
  readonly network: string | null;
  readonly hints: Set<string>;
  tries: number;
  refused: number;
  fromMs: number;
  toMs: number;
}

export function createFailureLog(parts: FailureLogParts): FailureLog {
  const { clock, onTrouble } = parts;
  const counts = new Map<string, Counted>();
  let firsts = 0;
  let timer: Timer | null = null;
  let writing: Promise<void> = Promise.resolve();

  /** One count for each kind, account and network; beyond the bound one for each kind. */
  function countOf({ kind, about, address }: Failure): { counted: Counted; isNew: boolean } {
    const network = networkOf(address);
    const name = `${kind} ${nameOf(about)} ${network}`;
    const present = counts.get(name);
    if (present !== undefined) return { counted: present, isNew: false };
    timer ??= clock.after(FAILURE_WINDOW_MS, end);
    const made = counts.size < FAILURES_APART_MAX;
    const fresh = made ? { kind, about, network } : { kind, about: null, network: null };
    const key = made ? name : `${kind} of many`;
    const atMs = clock.wallMs();
    const empty = { hints: new Set<string>(), tries: 0, refused: 0, fromMs: atMs, toMs: atMs };
    const counted = counts.get(key) ?? { ...fresh, ...empty };
    counts.set(key, counted);
    return { counted, isNew: made };
  }

  function add(counted: Counted, what: 'tries' | 'refused'): void {
    const atMs = clock.wallMs();
    if (counted.tries + counted.refused === 0) counted.fromMs = atMs;
    counted[what] += 1;
    counted.toMs = atMs;
  }

  /** Writes entries one after another, so that the end of a window causes no burst. */
  function write(counted: Counted): void {
    const { tries, refused } = counted;
    if (tries + refused === 0) return;
    const entry = { ...counted, hints: new Set(counted.hints) };
    counted.tries = 0;
    counted.refused = 0;
    writing = writing
      .then(() => writeEntry(parts, entry))
      .catch((error: unknown) => onTrouble(`failed tries were not noted: ${error}`));
  }

  function end(): void {
    timer?.cancel();
    timer = null;
    firsts = 0;
    for (const counted of counts.values()) write(counted);
    counts.clear();
  }

  return {
    note(failure) {
      const { counted, isNew } = countOf(failure);
      add(counted, 'tries');
      const { hint } = failure;
      if (typeof hint === 'string' && counted.hints.size < HINTS_MAX) counted.hints.add(hint);
      if (!isNew || firsts >= FIRST_ENTRIES_MAX) return;
      firsts += 1;
      write(counted);
    },

    refused(kind, name, address) {
      const known = counts.get(`${kind} ${name} ${networkOf(address)}`);
      add(known ?? countOf({ kind, about: null, address }).counted, 'refused');
    },

    async flush() {
      end();
      await writing;
    },
  };
}

function nameOf(about: Failure['about']): string {
  if (about === null) return '';
  return 'name' in about ? about.name : about.id;
}

/**
 * Writes to the trail of each project of the account, of the key's project, or of the oldest
 * project.
 */
async function writeEntry(parts: FailureLogParts, counted: Counted): Promise<void> {
  const { kind, about, network, tries, refused, hints, fromMs, toMs } = counted;
  const after = {
    tries,
    refused,
    from: isoTime(fromMs),
    to: isoTime(toMs),
    ...(hints.size === 0 ? {} : { keys: [...hints] }),
    ...(network === null ? { folded: true } : {}),
  };
  const change = { before: null, after };
  const author = { ...SYSTEM_AUTHOR, address: network };
  const target = about?.id ?? null;
  const audit = auditEntry(author, parts.clock.wallMs(), FAILURES[kind], target, change);
  for (const projectKey of await projectsOf(parts, about)) {
    await parts.store.noteAudit({ projectKey, audit });
  }
}

async function projectsOf(
  { store, firstProject }: FailureLogParts,
  about: Failure['about'],
): Promise<readonly ProjectKey[]> {
  if (about === null) return [await firstProject()];
  if ('projectKey' in about) return [about.projectKey];
  return (await store.membershipsOf(about.userKey)).map(({ projectKey }) => projectKey);
}
