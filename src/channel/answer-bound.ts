/**
 * Step 8: how many bytes of a connection one answer may take, whatever they are. The parser counts
 * headers and bodies only: an endless reason phrase, blank lines before the status, spaces before
 * a header's value and chunk extensions pass it unseen, at gigabytes a second until the deadline.
 * Must never end an answer that keeps the bounds of headers and body.
 */
import type { Socket } from 'node:net';
import { failure, SendFailure } from './send-failure.ts';

/**
 * 16 KiB of headers and 16 KiB of body, the body in chunks of one byte that take six each, leave
 * room for a few provisional answers.
 */
export const ANSWER_BYTES_MAX = 131_072;

/**
 * The parser is given pieces of this size: past its bound of headers it goes on to the end of the
 * piece, with an error and a stack trace for each header. That took 100 ms for 64 KiB.
 */
const PIECE_BYTES = 1_024;

/** For a connection that is open and not read from yet; it is destroyed at the bound. */
export function boundAnswers(socket: Socket): void {
  const read = socket.read.bind(socket);
  let written = socket.bytesWritten;
  let taken = 0;
  socket.read = (size) => {
    // The parser would be given what is left in the buffer of a socket that it has destroyed.
    if (socket.destroyed) return null;
    const isLong = size === undefined && socket.readableLength > PIECE_BYTES;
    const piece: Buffer | null = read(isLong ? PIECE_BYTES : size);
    // One request at a time is on a connection: what comes after it is written belongs to it.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      taken = 0;
    }
    taken += piece?.length ?? 0;
    if (taken > ANSWER_BYTES_MAX) socket.destroy(new SendFailure(TOO_LONG));
    return piece;
  };
}

const TOO_LONG = failure('protocol', `The answer takes more than ${ANSWER_BYTES_MAX} bytes.`);
