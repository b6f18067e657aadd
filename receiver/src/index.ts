/**
 * The public names of `@ringpost/receiver`: verify a webhook, read its payload, fetch the keys,
 * and handle each webhook once and in order. No dependencies.
 */
export { type AgentOptions, type AgentRun, createAgent } from './agent.ts';
export { type CallLogOptions, type CallLogResult, readCallLog } from './call-log.ts';
export { type FastifyLike, fastifyWebhook } from './fastify.ts';
export { createKeySet, type KeyLookup, type KeySet, type KeySetOptions } from './key-set.ts';
export {
  createMemoryStore,
  createOrderGuard,
  type OrderedWebhook,
  type OrderGuard,
  type OrderGuardOptions,
  type OrderOutcome,
  type OrderStore,
} from './order-guard.ts';
export {
  type AcwCompletedData,
  type CallError,
  type CallFacts,
  type CallLogData,
  type CallStatus,
  type ErrorCode,
  hasErrors,
  type InboundData,
  type InboundErrorData,
  type KnownData,
  type OutboundData,
  type PayloadResult,
  parsePayload,
  type WebhookPayload,
} from './payload.ts';
export type { PublicJwk, PublicKey } from './public-key.ts';
export {
  createReceiver,
  type NodeRequest,
  type NodeResponse,
  type Receiver,
  type ReceiverOptions,
} from './receiver.ts';
export type { HeadersLike } from './request-headers.ts';
export {
  type InvalidReason,
  type InvalidWebhook,
  type SignatureFormat,
  type ValidWebhook,
  type VerifyOptions,
  type VerifyResult,
  verifyWebhook,
} from './verify-webhook.ts';
