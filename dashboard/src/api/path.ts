/**
 * The addresses that the page may ask: those of the API document, as the types of
 * `@ringpost/client` have them (decision 67). Types alone.
 */
import type { OPERATIONS } from '../../../receiver/client/src/index.ts';

type Operation = (typeof OPERATIONS)[keyof typeof OPERATIONS];
/** `/v1/calls/{callId}` takes any text in the place of its parameter. */
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;
/** The addresses of the API document, without the slash at the beginning. */
export type PathOf<Method extends string> = Extract<
  Operation,
  { readonly method: Method }
>['path'] extends infer Path
  ? Path extends `/${infer Rest}`
    ? Filled<Rest>
    : never
  : never;
