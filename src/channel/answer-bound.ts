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

/** For a connection that is open and not read from yet; it is destroyed at the bound. */
export function boundAnswers(socket: Socket): void {
  let written = socket.bytesWritten;
  let before = socket.bytesRead;
  let seen = before;
  // Runs before the parser's own listener, and again after each 64 KiB that it takes.
  socket.on('readable', () => {
    // One request at a time is on a connection: whatever was written since belongs to the next.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      before = seen;
    }
    seen = socket.bytesRead;
    if (seen - before > ANSWER_BYTES_MAX) socket.destroy(new SendFailure(TOO_LONG));
  });
}

const TOO_LONG = failure('protocol', `The answer takes more than ${ANSWER_BYTES_MAX} bytes.`);
