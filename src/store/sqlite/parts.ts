/**
 * The parts of the embedded store: one backend that writes, one or two that read, and functions
 * that run an operation by its name on them, with the operation's types.
 */
import type { BatcherLimits } from '../batcher.ts';
import type { RowPerformer } from '../operation/catalogue.ts';
import { Backend, type Performer } from './backend.ts';
import type {
  OwnReadName,
  OwnWriteName,
  ReadArgument,
  ReadRequest,
  ReadValue,
  WriteArgument,
  WriteRequest,
  WriteValue,
} from './operations.ts';

const WRITER_LIMITS: BatcherLimits = { batchMax: 1_000, queueMax: 20_000 };
const READER_LIMITS: BatcherLimits = { batchMax: 16, queueMax: 10_000 };

/** `dispatchReader`: only for the dispatcher; if it is missing, `reader` serves it too. */
export interface Performers {
  readonly writer: Performer<WriteRequest>;
  readonly reader: Performer<ReadRequest>;
  readonly dispatchReader?: Performer<ReadRequest>;
}

type Write = <Name extends OwnWriteName>(
  name: Name,
  argument: WriteArgument<Name>,
  weight?: number,
) => Promise<WriteValue<Name>>;
type Read = <Name extends OwnReadName>(
  name: Name,
  argument: ReadArgument<Name>,
) => Promise<ReadValue<Name>>;

export interface Parts {
  readonly writer: Backend<WriteRequest>;
  readonly readers: readonly Backend<ReadRequest>[];
  readonly write: Write;
  /** Reads on the dispatcher's reader. */
  readonly readNow: Read;
  /** Performs the rows of the catalogue. */
  readonly performer: RowPerformer<(argument: never) => Promise<unknown>>;
}

export function connect(
  { writer, reader, dispatchReader }: Performers,
  onDeath: (detail: string) => void,
): Parts {
  const writing = new Backend(writer, WRITER_LIMITS, onDeath);
  const reading = new Backend(reader, READER_LIMITS, onDeath);
  const dispatching =
    dispatchReader === undefined ? reading : new Backend(dispatchReader, READER_LIMITS, onDeath);
  // The value has the type of the named operation, which a message between threads cannot express.
  const write: Write = (name, argument, weight = 1) =>
    writing.ask({ name, argument }, weight, name === 'accept') as Promise<never>;
  const readNow: Read = (name, argument) =>
    dispatching.ask({ name, argument }, 1, true) as Promise<never>;
  return {
    writer: writing,
    readers: dispatching === reading ? [reading] : [reading, dispatching],
    write,
    readNow,
    performer: {
      read: (name, { pool }) => {
        const backend = pool === 'dispatch' ? dispatching : reading;
        return (argument) => backend.ask({ name, argument }, 1, true);
      },
      change: (name, row) => (argument) =>
        writing.ask({ name, argument }, row.weight?.(argument) ?? 1, false),
    },
  };
}
