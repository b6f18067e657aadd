/**
 * One life of the service: the shipping dispatcher, intake, sweeps and management services on a
 * store that forgets the life before, put together as `src/compose.ts` does for its roles. It ends
 * by `stop`, or at any moment by its life being marked dead.
 */

import { hash } from 'node:crypto';
import { inlineAnalyst } from '../../src/analyst/inline-analyst.ts';
import type { EndpointKind } from '../../src/core/endpoint/endpoint.ts';
import { createBuiltIn } from '../../src/engine/acw/built-in.ts';
import {
  type CallLogService,
  createCallLogService,
} from '../../src/engine/acw/call-log-service.ts';
import { createRestingRunner } from '../../src/engine/acw/resting-runner.ts';
import { createResultService, type ResultService } from '../../src/engine/acw/result-service.ts';
import { createRunner } from '../../src/engine/acw/runner.ts';
import {
  createScorecardService,
  type ScorecardService,
} from '../../src/engine/acw/scorecard-service.ts';
import { createBulkRunner } from '../../src/engine/delivery/bulk-runner.ts';
import { createBulkService } from '../../src/engine/delivery/bulk-service.ts';
import {
  createDeliveryService,
  type DeliveryService,
} from '../../src/engine/delivery/delivery-service.ts';
import { createDispatcher, type Dispatcher } from '../../src/engine/dispatch/dispatcher.ts';
import { createIdleDispatcher } from '../../src/engine/dispatch/idle-dispatcher.ts';
import type { DispatcherLimits } from '../../src/engine/dispatch/limits.ts';
import {
  createEndpointService,
  type EndpointService,
} from '../../src/engine/endpoint/endpoint-service.ts';
import { createIntake, type Intake } from '../../src/engine/intake.ts';
import { createMailAllowance } from '../../src/engine/mail-allowance.ts';
import { createPlatformIntake, type PlatformIntake } from '../../src/engine/platform-intake.ts';
import type { Secrets } from '../../src/engine/ports/secrets.ts';
import { StalenessClock } from '../../src/engine/staleness-clock.ts';
import { createSweeps } from '../../src/engine/sweep.ts';
import type { StoreOnPerformers } from '../../src/store/sqlite/store.ts';
import { Stream } from '../script/random.ts';
import type { Role } from '../script/script.ts';
import type { Network } from './network.ts';
import type { Life, Timeline } from './timeline.ts';

export interface ProcessParts {
  readonly seed: number;
  readonly timeline: Timeline;
  /** The store as a life finds it after its start. */
  readonly storeFor: (life: Life) => StoreOnPerformers;
  readonly network: Network;
  readonly limits: Partial<DispatcherLimits>;
  readonly role: Role;
  /** Whether there are agents, whose runs it looks after. */
  readonly works: boolean;
}

export interface Services {
  /** The time of its own clock. */
  readonly wallMs: () => number;
  readonly intake: Intake;
  readonly platforms: PlatformIntake;
  readonly endpoints: EndpointService;
  readonly deliveries: DeliveryService;
  readonly callLogs: CallLogService;
  readonly results: ResultService;
  readonly scorecards: Pick<ScorecardService, 'ensureDefault'>;
}

export interface ServiceProcess {
  readonly services: Services;
  readonly dispatcher: Dispatcher;
  /** Rejects if the store does: a real process ends then, and is started again. */
  start(): Promise<void>;
  /** Does what SIGTERM does, after the last answer to a request. */
  stop(): Promise<void>;
}

export function createProcess(life: Life, parts: ProcessParts): ServiceProcess {
  const { timeline, storeFor, network, limits, role } = parts;
  const clock = timeline.clockOf(life);
  const store = storeFor(life);
  const shared = store.announce !== null;
  const stream = new Stream(parts.seed, `life ${life.number}`);
  const random = { fraction: () => stream.fraction() };
  // The launch of a built-in agent takes the network, too: it may fail like any other request.
  const channel = network.channelOf(life);
  const channels = new Map(KINDS.map((kind) => [kind, channel] as const));
  const emit = () => {};

  const onRunMoved = () => runner.wake();
  const dispatcher =
    role === 'api'
      ? createIdleDispatcher()
      : createDispatcher({ store, channels, clock, random, emit, limits, onRunMoved });
  const analyst = inlineAnalyst(null);
  const builtIn = createBuiltIn({ store, analyst, model: null, clock, version: 'sim' });
  const runner =
    parts.works && role !== 'api'
      ? createRunner({ store, shared, builtIn, dispatcher, clock, random, emit })
      : createRestingRunner();
  const staleness = new StalenessClock(clock);
  const intake = createIntake({ store, dispatcher, staleness, emit });
  const leads = () => dispatcher.leads();
  const sweeps = createSweeps({ store, intake, clock, staleness, emit, leads });
  const inbox = { kind: 'off', reason: 'nothing is kept here' } as const;
  const bulkRunner = createBulkRunner({
    store,
    shared,
    dispatcher,
    inbox,
    clock,
    emit,
    leads,
    note: () => {},
  });
  const bulk = createBulkService({ store, clock, runner: bulkRunner });
  const callLogs = createCallLogService({ store, clock, onStored: () => runner.wake() });
  return {
    services: {
      wallMs: clock.wallMs,
      intake,
      platforms: createPlatformIntake({ store, intake, callLogs, emit }),
      endpoints: createEndpointService({
        store,
        secrets: SECRETS,
        clock,
        random,
        dispatcher,
        channels,
        builtIn,
        bulk,
        checkTarget: () => null,
        probeAddress: () => Promise.reject(new Error('nothing is probed here')),
        allowHttp: false,
        allowance: createMailAllowance(clock),
      }),
      deliveries: createDeliveryService({ store, dispatcher, bulk, clock }),
      callLogs,
      results: createResultService({ store, secrets: SECRETS, dispatcher, clock, emit }),
      scorecards: createScorecardService({ store, analyst, clock, version: 'sim' }),
    },
    dispatcher,
    start: async () => {
      await dispatcher.start();
      runner.start();
      sweeps.start();
      if (role !== 'api') bulkRunner.start();
    },
    stop: async () => {
      await Promise.all([sweeps.stop(), bulkRunner.stop()]);
      await Promise.all([dispatcher.stop(), runner.stop()]);
      await store.close();
    },
  };
}

const KINDS: readonly EndpointKind[] = [
  ...(['custom', 'builtin-analyzer', 'builtin-evaluator', 'self-provided-agent'] as const),
];

/** Seals in the clear, but shows a wrong context; no secret here is real. */
const SECRETS: Secrets = {
  // Not random: keys must not change what a seed does.
  token: (bytes) => 'A'.repeat(Math.ceil((bytes * 4) / 3)),
  sha256Hex: (text) => hash('sha256', text, 'hex'),
  seal: (plain, context) => `sealed:${context}:${plain}`,
  open: (sealed, context) => {
    const prefix = `sealed:${context}:`;
    if (!sealed.startsWith(prefix)) throw new Error('not sealed in this context');
    return sealed.slice(prefix.length);
  },
};
