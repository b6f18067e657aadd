/**
 * Reads the body of a request as it comes, and stops at a bound that the route knows only when it
 * sees the request, or where the bodies of others leave no room. What is beyond is never kept, and
 * the connection is closed.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import { tooLarge } from '../reply/error-reply.ts';
import type { BodyShare } from './body-budget.ts';

const LEFT = 'The request ended before its body was complete.';
const CROWDED = 'Too much is being received at once. Send this request again later.';

/** What is left of the request is not wanted. */
export function closeAfter(reply: FastifyReply): void {
  reply.header('connection', 'close');
}

/**
 * Rejects with BODY_TOO_LARGE beyond `bytesMax`, with OVERLOADED if `share` has no room, and if the
 * client leaves before the end.
 */
export async function receiveBody(
  request: FastifyRequest,
  reply: FastifyReply,
  bytesMax: number,
  share: BodyShare,
): Promise<Buffer> {
  try {
    const bytes = await readBody(request.raw, bytesMax, share);
    if (bytes === null) throw tooLarge(bytesMax);
    return bytes;
  } catch (error) {
    closeAfter(reply);
    throw error;
  }
}

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
