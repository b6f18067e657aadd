/**
 * Step 5: a firing is rendered once, into the three parts that are stored with it and from which
 * every endpoint's body is put together (`body.ts`). Never rendered again, so that a later change
 * of a setting cannot change the bytes of a delivery that is being retried.
 */
import type { Trigger } from '../trigger/trigger.ts';
import type { CallError } from './call-error.ts';
import { type DataEntry, dataJson } from './data.ts';
import { displayText } from './display-text.ts';

export interface RenderedFiring {
  readonly trigger: Trigger;
  readonly firedAtMs: number;
  readonly text: string;
  /** `data` and `errors` as JSON texts; `errors` null when the payload has none. */
  readonly data: string;
  readonly errors: string | null;
}

export function renderFiring(
  firing: {
    readonly trigger: Trigger;
    readonly data: readonly DataEntry[];
    readonly errors: readonly CallError[];
  },
  serviceName: string,
  firedAtMs: number,
): RenderedFiring {
  const { trigger, data, errors } = firing;
  return {
    trigger,
    firedAtMs,
    text: displayText({ serviceName, trigger, data, errors, atMs: firedAtMs }),
    data: dataJson(data),
    errors: errors.length === 0 ? null : JSON.stringify(errors),
  };
}
