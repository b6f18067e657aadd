/**
 * Reads the body of a request as it comes, and stops at a bound that the route knows only when it
 * sees the request, or where the bodies of others leave no room. What is beyond is never kept; the
 * caller closes the connection.
 */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../core/error/service-error.ts';
import type { BodyShare } from './body-budget.ts';

const LEFT = 'The request ended before its body was complete.';
const CROWDED = 'Too much is being received at once. Send this request again later.';

/** Null: the body is longer than `bytesMax`. Rejects if the client leaves before the end. */
export function readBody(
  message: IncomingMessage,
  bytesMax: number,
  share: BodyShare,
): Promise<Buffer | null> {
  const announced = Number(message.headers['content-length'] ?? 0);
  if (announced > bytesMax) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    function take(piece: Buffer): void {
      bytes += piece.length;
      if (bytes > bytesMax) done(() => resolve(null));
      else if (share.take(piece.length)) pieces.push(piece);
      else done(() => reject(new ServiceError('OVERLOADED', CROWDED)));
    }
    const finish = () => done(() => resolve(pieces.length === 1 ? first() : Buffer.concat(pieces)));
    const first = () => pieces[0] ?? Buffer.alloc(0);
    const fail = () => done(() => reject(new ServiceError('MALFORMED_REQUEST', LEFT)));
    function done(then: () => void): void {
      message.off('data', take).off('end', finish).off('close', fail).off('error', fail);
      then();
    }
    message.on('data', take).on('end', finish).on('close', fail).on('error', fail);
  });
}
