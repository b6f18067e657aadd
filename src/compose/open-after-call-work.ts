/**
 * Opens the after-call work of a process: the analyst on its thread, the language model if one is
 * configured, the runner if this is a worker, and the services for routes. Holds no rule.
 */
import { threadAnalyst } from '../analyst/thread-analyst.ts';
import type { Guard } from '../channel/destination-guard.ts';
import { VERSION } from '../cli/version.ts';
import type { Settings } from '../config/settings.ts';
import { type BuiltIn, createBuiltIn } from '../engine/acw/built-in.ts';
import { createCallLogService } from '../engine/acw/call-log-service.ts';
import { createRestingRunner } from '../engine/acw/resting-runner.ts';
import { createResultService } from '../engine/acw/result-service.ts';
import { createRunService } from '../engine/acw/run-service.ts';
import { createRunner, type Runner } from '../engine/acw/runner.ts';
import { createScorecardService } from '../engine/acw/scorecard-service.ts';
import type { Dispatcher } from '../engine/dispatch/dispatcher.ts';
import type { Clock, Random } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type { Secrets } from '../engine/ports/secrets.ts';
import type { Store } from '../engine/ports/store.ts';
import type { Service } from '../http/service.ts';
import { openModel } from './open-model.ts';

export interface AfterCallWork {
  readonly builtIn: BuiltIn;
  readonly runner: Runner;
  readonly services: Service['acw'];
  /** Must be called after the runner has stopped and no request uses the services any more. */
  close(): Promise<void>;
}

export interface AfterCallWorkParts {
  readonly store: Store;
  readonly secrets: Pick<Secrets, 'sha256Hex'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  readonly guard: Pick<Guard, 'refusal'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** `Ringpost/<version>`. */
  readonly userAgent: string;
}

export function openAfterCallWork(settings: Settings, parts: AfterCallWorkParts): AfterCallWork {
  const { store, secrets, dispatcher, clock, random, emit } = parts;
  const analyst = threadAnalyst({ clock });
  const model = openModel(settings, parts);
  const builtIn = createBuiltIn({ store, analyst, model, clock, version: VERSION });
  const limits = { drainMs: settings.drainMs };
  const shared = store.announce !== null;
  const runner = settings.roles.includes('worker')
    ? createRunner({ store, shared, builtIn, dispatcher, clock, random, emit, limits })
    : createRestingRunner();
  const services = {
    callLogs: createCallLogService({ store, clock, onStored: () => runner.wake() }),
    results: createResultService({ store, secrets, dispatcher, clock, emit }),
    runs: createRunService({ store, dispatcher, clock, emit }),
    scorecards: createScorecardService({ store, analyst, clock, version: VERSION }),
  };
  const close = async (): Promise<void> => {
    await model?.close();
    await analyst.close();
  };
  return { builtIn, runner, services, close };
}
