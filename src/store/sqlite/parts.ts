/**
 * The parts of the embedded store: one backend that writes, one or two that read, and functions
 * that run an operation by its name on them, with the operation's types.
 */
import type { BatcherLimits, Gathering } from '../batcher.ts';
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
/**
 * Each commit writes the same inner pages again: a delivery cost the writer 61 us with 17 of them a
 * commit, 53 with 50 and 47 with 200. Under load, 3 ms gather half as many again (16 to 24).
 */
const GATHERING: Gathering = { afterRequests: 16, waitMs: 3, enough: 500 };
const READER_LIMITS: BatcherLimits = { batchMax: 16, queueMax: 10_000 };

/**
 * `gathers`: the writer has its own thread, so that it pays to let requests gather between large
 * batches. `reader`: lists and figures. `dispatchReader`: the dispatcher and look-ups, which are
 * short; if it is missing, `reader` serves them too.
 */
export interface Performers {
  readonly gathers?: true;
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
  { gathers, writer, reader, dispatchReader }: Performers,
  onDeath: (detail: string) => void,
): Parts {
  const limits = gathers ? { ...WRITER_LIMITS, gather: GATHERING } : WRITER_LIMITS;
  const writing = new Backend(writer, limits, onDeath);
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
        const backend = pool === 'queries' ? reading : dispatching;
        return (argument) => backend.ask({ name, argument }, 1, true);
      },
      change: (name, row) => (argument) =>
        writing.ask({ name, argument }, row.weight?.(argument) ?? 1, false),
    },
  };
}
