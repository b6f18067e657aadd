/**
 * The span of the program that asks, as it stands in the header `traceparent`. Nothing is checked
 * here: a tracer ignores what is no valid one, and without a tracer it is not read further.
 */
import type { FastifyRequest } from 'fastify';

export function callerOf(request: Pick<FastifyRequest, 'raw'>): string | undefined {
  const { traceparent } = request.raw.headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
}
