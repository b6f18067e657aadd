/**
 * Step 8: bounds the bytes of a connection that one answer may take. The parser limits only headers
 * and bodies: an endless reason phrase, blank lines before the status, spaces before a header's
 * value and chunk extensions pass it uncounted, at gigabytes a second until the deadline. Must
 * never end an answer that stays within the limits of headers and body.
 */
import type { Socket } from 'node:net';
import { failure, SendFailure } from './send-failure.ts';

/**
 * 16 KiB of headers and 16 KiB of body, the body in chunks of one byte that take six each, leave
 * room for a few provisional answers.
 */
export const ANSWER_BYTES_MAX = 131_072;

/**
 * The parser gets pieces of this size, because beyond its limit of headers it continues to the end
 * of the piece, with an error and a stack trace for each header. That took 100 ms for 64 KiB.
 */
const PIECE_BYTES = 1_024;

/** For an open connection that has not been read from; it is destroyed at the bound. */
export function boundAnswers(socket: Socket): void {
  const read = socket.read.bind(socket);
  let written = socket.bytesWritten;
  let taken = 0;
  socket.read = (size) => {
    // Without this the parser would get the rest of the buffer of a destroyed socket.
    if (socket.destroyed) return null;
    const isLong = size === undefined && socket.readableLength > PIECE_BYTES;
    const piece: Buffer | null = read(isLong ? PIECE_BYTES : size);
    // A connection has one request at a time, so bytes that arrive after writing belong to it.
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
