/**
 * Every operation of the embedded store by name: changes run in the writer's transaction, reads on
 * a read-only connection. The rows of the catalogue run unchanged; beside them are the hot path and
 * the few operations that need this store. Threads exchange a name and one argument.
 */
import type { Asked, Store } from '../../engine/ports/store.ts';
import { backlogsIfEmpty } from '../operation/backlog-sample.ts';
import { type ChangeName, performedBy, type SharedName } from '../operation/catalogue.ts';
import { isMistimed, repairHeads } from '../operation/delivery/clock-repair.ts';
import { acceptAll } from './accept-all.ts';
import type { Connection } from './connection.ts';
import { own } from './epoch.ts';
import { endpointsWithHeads } from './head.ts';
import { probe } from './probe.ts';
import type { WriteSession } from './session.ts';
import { settle } from './settle.ts';

const OWN_WRITES = {
  accept: acceptAll,
  settle,
  own: (session: WriteSession, _: null) => own(session),
  probe,
  repairHeads: ({ db }: WriteSession, wanted: Asked<'repairHeads'>) => db.do(repairHeads(wanted)),
} as const;

const OWN_READS = {
  endpointsWithHeads,
  isMistimed: (db: Connection, asked: Asked<'repairHeads'>) => db.do(isMistimed(asked)),
  backlogsIfEmpty: (db: Connection, asked: Asked<'backlogs'>) => db.do(backlogsIfEmpty(asked)),
} as const;

type OwnWrites = typeof OWN_WRITES;
type OwnReads = typeof OWN_READS;
export type OwnWriteName = keyof OwnWrites;
export type OwnReadName = keyof OwnReads;

export type WriteName = OwnWriteName | ChangeName;

export interface WriteRequest {
  readonly name: WriteName;
  readonly argument: unknown;
}

export interface ReadRequest {
  readonly name: OwnReadName | SharedName;
  readonly argument: unknown;
}

export type WriteArgument<Name extends WriteName> = Name extends OwnWriteName
  ? Parameters<OwnWrites[Name]>[1]
  : Name extends ChangeName
    ? Asked<Name>
    : never;
export type WriteValue<Name extends WriteName> = Name extends OwnWriteName
  ? ReturnType<OwnWrites[Name]>
  : Name extends ChangeName
    ? Awaited<ReturnType<Store[Name]>>
    : never;
export type ReadArgument<Name extends OwnReadName> = Parameters<OwnReads[Name]>[1];
export type ReadValue<Name extends OwnReadName> = ReturnType<OwnReads[Name]>;

type Write = (session: WriteSession, argument: never) => unknown;
type Read = (db: Connection, argument: never) => unknown;

const WRITES: Readonly<Record<string, Write>> = {
  ...performedBy<Write>({
    change: (_, row) => (session, wanted) => session.db.do(row.change(session, wanted)),
    read: (name) => () => refuse(name),
  }),
  ...OWN_WRITES,
};
const READS: Readonly<Record<string, Read>> = {
  ...performedBy<Read>({
    change: (name) => () => refuse(name),
    read: (_, { kind, operation }) =>
      kind === 'read'
        ? (db, asked) => db.do(operation(asked))
        : (db, asked) => onSnapshot(db, () => db.do(operation(asked))),
  }),
  ...OWN_READS,
};

/** All statements see the same commit. */
function onSnapshot<Value>({ database }: Connection, work: () => Value): Value {
  database.exec('begin');
  try {
    return work();
  } finally {
    database.exec('commit');
  }
}

/** The caller has paired name and argument; a message between threads loses the types. */
export function runWrite(session: WriteSession, { name, argument }: WriteRequest): unknown {
  const operation = WRITES[name] ?? refuse(name);
  return operation(session, argument as never);
}

export function runRead(db: Connection, { name, argument }: ReadRequest): unknown {
  const operation = READS[name] ?? refuse(name);
  return operation(db, argument as never);
}

function refuse(name: string): never {
  throw new Error(`${name} was asked of the wrong thread of the store`);
}
