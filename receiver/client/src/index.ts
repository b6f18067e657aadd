/**
 * The public names of `@ringpost/client`: `createClient`, its types, and an error class for each
 * code of the API. No dependencies.
 */
export { ApiError, type ApiProblem, ConnectionError, type FieldProblem } from './api-error.ts';
export {
  type AnswerOf,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type InputOf,
  type ItemOf,
  type ListName,
  type OperationName,
} from './client.ts';
export * from './generated.ts';
