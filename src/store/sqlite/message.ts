/**
 * The messages between the event loop and the threads of the embedded store: one flat list of
 * values for a whole batch. Cloning a list of texts and numbers costs a third of cloning the same
 * records as objects. Reports, settlements and heads, which every delivery has, are written field
 * by field; all other arguments and values are elements as they are. Each part is written and read
 * in the same order, and the test takes every form of each there and back.
 */

import type { Report, ReportVariant } from '../../core/call/report.ts';
import type { NextState } from '../../core/delivery/state.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { ReportAnswer } from '../../core/intake/plan.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type {
  AttemptRecord,
  Head,
  Settlement,
  SettleResult,
} from '../../engine/ports/dispatch-store.ts';
import type { ReportItem, ReportReceipt } from '../../engine/ports/report-store.ts';
import type { ReadyHeads } from '../operation/delivery/ready-heads.ts';
import type { Outcome } from './batch.ts';
import type { ReadRequest, WriteRequest } from './operations.ts';
import type { BatchMessage } from './performer.ts';

export type Message = readonly unknown[];
type Request = WriteRequest | ReadRequest;

export function writeRequests(requests: readonly Request[]): Message {
  const list: unknown[] = [requests.length];
  for (const { name, argument } of requests) {
    list.push(name);
    argumentOf(name).write(list, argument);
  }
  return list;
}

export function readRequests<Asked extends Request>(message: Message): readonly Asked[] {
  const list = new List(message);
  return list.many(() => {
    const name = list.next<Asked['name']>();
    // The sender has paired name and argument.
    return { name, argument: argumentOf(name).read(list) } as Asked;
  });
}

/** The answer to `requests`; the receiver knows them too, so their names are not repeated. */
export function writeAnswer(requests: readonly Request[], answer: BatchMessage): Message {
  const list: unknown[] = [answer.commits];
  for (const [index, { name }] of requests.entries()) {
    const outcome = answer.outcomes[index];
    if (outcome === undefined) throw new Error(`${name} has no outcome`);
    list.push(outcome.ok ? null : outcome.error);
    if (outcome.ok) resultOf(name).write(list, outcome.value);
  }
  return list;
}

export function readAnswer(requests: readonly Request[], message: Message): BatchMessage {
  const list = new List(message);
  const commits = list.next<number>();
  const outcomes = requests.map(({ name }): Outcome => {
    const error = list.next<(Outcome & { ok: false })['error'] | null>();
    return error === null ? { ok: true, value: resultOf(name).read(list) } : { ok: false, error };
  });
  return { outcomes, commits };
}

/** One kind of record in the list: how it is written, and how it is read again. */
interface Part<Value> {
  write(list: unknown[], value: Value): void;
  read(list: List): Value;
}

/** A message that is being read. */
class List {
  readonly #values: Message;
  #at = 0;

  constructor(values: Message) {
    this.#values = values;
  }

  /** The caller reads what the sender has written at this place, which has the type it names. */
  next<Value>(): Value {
    const value = this.#values[this.#at];
    this.#at += 1;
    return value as Value;
  }

  /** What was written after its length. */
  many<Value>(one: () => Value): Value[] {
    const values: Value[] = [];
    for (let left = this.next<number>(); left > 0; left -= 1) values.push(one());
    return values;
  }
}

/** An element as it is. */
const whole: Part<unknown> = {
  write: (list, value) => void list.push(value),
  read: (list) => list.next(),
};

const report: Part<Report> = {
  write(list, { status, direction, callSid, clientId, occurredAtMs, reportId, ...said }) {
    const { errors, facts = null } = said;
    list.push(facts, status, direction, callSid, clientId, occurredAtMs, reportId);
    list.push(errors.length === 0 ? null : errors);
  },
  read(list) {
    const facts = list.next<Report['facts']>();
    const read: Report = {
      status: list.next(),
      direction: list.next(),
      callSid: list.next(),
      clientId: list.next(),
      occurredAtMs: list.next(),
      reportId: list.next(),
      errors: list.next<Report['errors'] | null>() ?? [],
    };
    return facts ? { ...read, facts } : read;
  },
};

const item: Part<ReportItem> = {
  write(list, { traceparent = null, judgedAtMs = null, variants = null, ...given }) {
    list.push(traceparent, judgedAtMs, variants, given.projectKey, given.callId, given.source);
    list.push(given.receivedAtMs);
    report.write(list, given.report);
  },
  read(list) {
    const traceparent = list.next<string | null>();
    const judgedAtMs = list.next<number | null>();
    const variants = list.next<readonly ReportVariant[] | null>();
    const read: ReportItem = {
      projectKey: list.next(),
      callId: list.next(),
      source: list.next(),
      receivedAtMs: list.next(),
      report: report.read(list),
    };
    if (traceparent === null && judgedAtMs === null && variants === null) return read;
    return {
      ...read,
      ...(traceparent === null ? {} : { traceparent }),
      ...(judgedAtMs === null ? {} : { judgedAtMs }),
      ...(variants === null ? {} : { variants }),
    };
  },
};

const items: Part<readonly ReportItem[]> = {
  write: (list, each) => writeEach(list, each, item),
  read: (list) => list.many(() => item.read(list)),
};

const head: Part<Head> = {
  write(list, one) {
    list.push(one.delivery, one.createdAtMs, one.projectKey, one.endpoint, one.call, one.callId);
    list.push(one.firing, one.firedAtMs, one.trigger, one.sequence, one.state, one.dueAtMs);
    list.push(one.attempts, one.failures, one.lastAttemptAtMs, one.manual, one.resumeState);
    list.push(one.resumeAtMs, one.bodyForm, one.text, one.data, one.errors);
    list.push(one.traceparent, one.facts);
  },
  read: (list) => ({
    delivery: list.next(),
    createdAtMs: list.next(),
    projectKey: list.next(),
    endpoint: list.next(),
    call: list.next(),
    callId: list.next(),
    firing: list.next(),
    firedAtMs: list.next(),
    trigger: list.next(),
    sequence: list.next(),
    state: list.next(),
    dueAtMs: list.next(),
    attempts: list.next(),
    failures: list.next(),
    lastAttemptAtMs: list.next(),
    manual: list.next(),
    resumeState: list.next(),
    resumeAtMs: list.next(),
    bodyForm: list.next(),
    text: list.next(),
    data: list.next(),
    errors: list.next(),
    traceparent: list.next(),
    facts: list.next(),
  }),
};

const heads: Part<readonly Head[]> = {
  write: (list, each) => writeEach(list, each, head),
  read: (list) => list.many(() => head.read(list)),
};

const answer: Part<ReportAnswer> = {
  write(list, { callId, applied, reason = null, callStatus, triggers }) {
    list.push(reason, callId, applied, callStatus, triggers.length, ...triggers);
  },
  read(list) {
    const reason = list.next<ReportAnswer['reason'] | null>();
    const read: ReportAnswer = {
      callId: list.next(),
      applied: list.next(),
      callStatus: list.next(),
      triggers: list.many(() => list.next<Trigger>()),
    };
    return reason ? { ...read, reason } : read;
  },
};

const receipt: Part<ReportReceipt> = {
  write(list, given) {
    if (given.kind === 'refused') {
      list.push(given);
      return;
    }
    list.push(null, besidesOf(given));
    answer.write(list, given.answer);
    list.push(given.made.length, ...given.made);
    heads.write(list, given.heads);
  },
  read(list) {
    const refused = list.next<ReportReceipt | null>();
    if (refused !== null) return refused;
    const besides = list.next<Besides | null>();
    const read: ReportReceipt = {
      kind: 'accepted',
      answer: answer.read(list),
      made: list.many(() => list.next<EndpointKey>()),
      heads: heads.read(list),
    };
    return besides === null ? read : { ...read, ...besides };
  },
};

/** Few receipts have any of it. */
type Besides = Pick<Accepted, 'planned' | 'kept'>;
type Accepted = Extract<ReportReceipt, { readonly kind: 'accepted' }>;

function besidesOf({ planned, kept }: Accepted): Besides | null {
  if (planned === undefined && kept === undefined) return null;
  return { ...(planned && { planned }), ...(kept && { kept }) };
}

const receipts: Part<readonly ReportReceipt[]> = {
  write: (list, each) => writeEach(list, each, receipt),
  read: (list) => list.many(() => receipt.read(list)),
};

const attempt: Part<AttemptRecord> = {
  write(list, { number, startedAtMs, durationMs, outcome, status, error, excerpt, manual }) {
    list.push(number, startedAtMs, durationMs, outcome, status, error, excerpt, manual);
  },
  read: (list) => ({
    number: list.next(),
    startedAtMs: list.next(),
    durationMs: list.next(),
    outcome: list.next(),
    status: list.next(),
    error: list.next(),
    excerpt: list.next(),
    manual: list.next(),
  }),
};

const next: Part<NextState> = {
  write(list, given) {
    list.push(given.state, given.failures);
    list.push(given.state === 'retrying' ? given.dueAtMs : given.atMs);
  },
  read(list) {
    const state = list.next<NextState['state']>();
    const failures = list.next<number>();
    const whenMs = list.next<number>();
    return state === 'retrying'
      ? { state, dueAtMs: whenMs, failures }
      : { state, atMs: whenMs, failures };
  },
};

const settlement: Part<Settlement> = {
  write(list, { run = null, ...given }) {
    // A settlement under a lease has no epoch; one element serves both.
    list.push(run, given.lease ?? given.epoch, given.delivery, given.endpoint, given.call);
    list.push(given.projectKey, given.createdAtMs);
    list.push(given.health, given.disable, given.revision, given.attempt !== null);
    if (given.attempt !== null) attempt.write(list, given.attempt);
    next.write(list, given.next);
  },
  read(list) {
    const run = list.next<Settlement['run'] | null>();
    const fence = list.next<number | string>();
    const read: Settlement = {
      ...(typeof fence === 'string' ? { epoch: 0, lease: fence } : { epoch: fence }),
      delivery: list.next(),
      endpoint: list.next(),
      call: list.next(),
      projectKey: list.next(),
      createdAtMs: list.next(),
      health: list.next(),
      disable: list.next(),
      revision: list.next(),
      attempt: list.next<boolean>() ? attempt.read(list) : null,
      next: next.read(list),
    };
    return run ? { ...read, run } : read;
  },
};

/** Almost every settlement is `settled`; the others are elements as they are. */
const settleResult: Part<SettleResult> = {
  write(list, result) {
    if (result.kind !== 'settled' || result.disabled) {
      list.push(result);
      return;
    }
    list.push(null);
    writeEach(list, result.promoted === null ? [] : [result.promoted], head);
  },
  read: (list) =>
    list.next<SettleResult | null>() ?? {
      kind: 'settled',
      promoted: heads.read(list)[0] ?? null,
    },
};

const readyHeads: Part<ReadyHeads> = {
  write(list, ready) {
    list.push(ready.nextDueAtMs);
    heads.write(list, ready.heads);
  },
  read: (list) => ({ nextDueAtMs: list.next(), heads: heads.read(list) }),
};

interface Parts {
  readonly argument: Part<unknown>;
  readonly value: Part<unknown>;
}

/** The operations of every delivery; a method of a part may narrow what it is given. */
const HOT: Partial<Readonly<Record<Request['name'], Parts>>> = {
  accept: { argument: items, value: receipts },
  settle: { argument: settlement, value: settleResult },
  readyHeads: { argument: whole, value: readyHeads },
};

function argumentOf(name: Request['name']): Part<unknown> {
  return HOT[name]?.argument ?? whole;
}

function resultOf(name: Request['name']): Part<unknown> {
  return HOT[name]?.value ?? whole;
}

function writeEach<Value>(list: unknown[], values: readonly Value[], part: Part<Value>): void {
  list.push(values.length);
  for (const value of values) part.write(list, value);
}
