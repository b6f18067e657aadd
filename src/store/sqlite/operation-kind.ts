/**
 * How a shared operation is done on this store: in the writer's transaction or on a reader, with or
 * without the session's notes, on one snapshot or statement by statement.
 */
import type { Session } from '../operation/session.ts';
import type { Operation } from '../statement.ts';
import type { Connection } from './connection.ts';
import type { WriteSession } from './session.ts';

/** A shared change that keeps nothing in memory. */
export function plain<Argument, Value>(operation: (argument: Argument) => Operation<Value>) {
  return ({ db }: WriteSession, argument: Argument): Value => db.do(operation(argument));
}

/** A shared change that notes in the session what the commit writes, or what holds no more. */
export function noting<Argument, Value>(
  operation: (session: Session, argument: Argument) => Operation<Value>,
) {
  return (session: WriteSession, argument: Argument): Value =>
    session.db.do(operation(session, argument));
}

export function reading<Argument, Value>(operation: (argument: Argument) => Operation<Value>) {
  return (db: Connection, argument: Argument): Value => db.do(operation(argument));
}

/** All its statements see the same commit. */
export function readingSnapshot<Argument, Value>(
  operation: (argument: Argument) => Operation<Value>,
) {
  return (db: Connection, argument: Argument): Value => {
    db.database.exec('begin');
    try {
      return db.do(operation(argument));
    } finally {
      db.database.exec('commit');
    }
  };
}
