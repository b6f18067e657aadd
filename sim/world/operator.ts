/**
 * The operator: plays the management steps of a script through the shipping services and notes each
 * result as it reached the operator. After the healing it enables disabled endpoints until none is
 * left.
 */
import { ServiceError } from '../../src/core/error/service-error.ts';
import {
  type DeliveryKey,
  type EndpointKey,
  formatId,
  type ProjectKey,
} from '../../src/core/id.ts';
import { SYSTEM_AUTHOR as AUTHOR } from '../../src/engine/manage/author.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { query } from '../../src/store/statement.ts';
import type { Recorder } from '../history.ts';
import type { EndpointPlan, Step } from '../script/script.ts';
import type { Fleet } from './fleet.ts';
import type { Services } from './process.ts';
import { inputOf, type KnownEndpoint, type Roster } from './roster.ts';
import { leaveGap } from './spread.ts';
import type { Timeline } from './timeline.ts';

/** The time between two looks for disabled endpoints after the healing. */
const PATROL_MS = 5_000;

export type OperatorStep = Extract<
  Step,
  {
    do:
      | 'create'
      | 'disable'
      | 'enable'
      | 'delete'
      | 'edit'
      | 'retry'
      | 'cancel'
      | 'retry-many'
      | 'recover';
  }
>;

interface DeliveryRow {
  readonly key: DeliveryKey;
  readonly created_at: number;
  readonly endpoint_key: EndpointKey;
}

const LAST = query<{ key: number | null }>('select max(key) key from deliveries');
/** Parameters: key. The first delivery from that key on; primary key. */
const FROM = query<DeliveryRow>(
  'select key, created_at, endpoint_key from deliveries where key >= ? order by key limit 1',
);

export interface OperatorParts {
  readonly timeline: Timeline;
  readonly recorder: Recorder;
  readonly fleet: Fleet;
  readonly roster: Roster;
  readonly db: Connection;
  readonly project: ProjectKey;
  /** A seed if keys of endpoints are to have gaps; null if they count from 1. */
  readonly gapsOf: number | null;
}

/** What a step does, and to which endpoint or delivery; null if that does not exist. */
interface Action {
  readonly endpoint: EndpointKey | null;
  readonly deliveryId: string | null;
  readonly run: (services: Services) => Promise<unknown>;
  /** Its endpoint afterwards: a created endpoint has a key only then. */
  readonly made: () => EndpointKey | null;
}

export class Operator {
  readonly #parts: OperatorParts;
  #created: number;
  #patrols = false;

  constructor(parts: OperatorParts, endpointsAtStart: number) {
    this.#parts = parts;
    this.#created = endpointsAtStart;
  }

  /** Creates the endpoints that exist from the start; this is not noted as an action. */
  async prepare(plans: readonly EndpointPlan[]): Promise<void> {
    const { fleet, project, db, gapsOf } = this.#parts;
    for (const [number, plan] of plans.entries()) {
      if (gapsOf !== null) leaveGap(db, project, gapsOf, number);
      const done = await fleet.ask('prepare', ({ endpoints }) =>
        endpoints.create(project, inputOf(number, plan), AUTHOR),
      );
      if (done.kind === 'failed') throw done.error;
      if (done.kind !== 'answered') throw new Error(`endpoint ${number} was not made`);
    }
  }

  async play(step: OperatorStep): Promise<void> {
    const action = this.#actionOf(step);
    if (action === null) {
      const nothing = { endpoint: null, deliveryId: null };
      this.#note(step.do, nothing, 'refused', 'NOTHING_THERE');
      return;
    }
    const asked = await this.#parts.fleet.ask(`operator ${step.do} ${step.atMs}`, action.run);
    switch (asked.kind) {
      case 'answered':
        return this.#note(step.do, { ...action, endpoint: action.made() }, 'done', '');
      case 'down':
        return this.#note(step.do, action, 'refused', 'DOWN');
      case 'gone':
        return this.#note(step.do, action, 'unknown', '');
      case 'failed':
        if (!(asked.error instanceof ServiceError)) throw asked.error;
        return this.#note(step.do, action, 'refused', asked.error.code);
    }
  }

  /** Enables every disabled endpoint, from now on until `end`. */
  async patrol(): Promise<void> {
    this.#patrols = true;
    while (this.#patrols) {
      await this.#parts.fleet.up();
      for (const endpoint of this.#parts.roster.disabled()) {
        await this.#parts.fleet.ask(`patrol ${endpoint.id}`, ({ endpoints }) =>
          endpoints.enable(this.#parts.project, endpoint.id, 'send', AUTHOR),
        );
      }
      await this.#parts.timeline.sleep(PATROL_MS);
    }
  }

  end(): void {
    this.#patrols = false;
  }

  #actionOf(step: OperatorStep): Action | null {
    const { project } = this.#parts;
    switch (step.do) {
      case 'create': {
        const number = this.#created;
        this.#created += 1;
        const input = inputOf(number, step.plan);
        const run: Action['run'] = ({ endpoints }) => endpoints.create(project, input, AUTHOR);
        const made = () => this.#parts.roster.find(number)?.key ?? null;
        return { endpoint: null, deliveryId: null, run, made };
      }
      case 'retry':
      case 'cancel': {
        const row = this.#delivery(step.pick);
        if (row === null) return null;
        const id = formatId('dlv', row.created_at, row.key);
        const run: Action['run'] = ({ deliveries }) => deliveries[step.do](project, id, AUTHOR);
        const endpoint = row.endpoint_key;
        return { endpoint, deliveryId: id, run, made: () => endpoint };
      }
      default: {
        const known = this.#parts.roster.find(step.endpoint);
        if (known === null) return null;
        const { key } = known;
        const run = this.#onEndpoint(step, known);
        return { endpoint: key, deliveryId: null, run, made: () => key };
      }
    }
  }

  #onEndpoint(
    step: Exclude<OperatorStep, { do: 'create' | 'retry' | 'cancel' }>,
    { id }: KnownEndpoint,
  ): Action['run'] {
    const { project } = this.#parts;
    switch (step.do) {
      case 'disable':
        return ({ endpoints }) => endpoints.disable(project, id, AUTHOR);
      case 'enable':
        return ({ endpoints }) => endpoints.enable(project, id, step.held, AUTHOR);
      case 'delete':
        return ({ endpoints }) => endpoints.remove(project, id, AUTHOR);
      case 'edit':
        return ({ endpoints }) => endpoints.update(project, id, step.change, AUTHOR);
      case 'recover':
        return ({ endpoints }) => endpoints.recover(project, id, 0, AUTHOR);
      case 'retry-many':
        return ({ deliveries }) => {
          const anything = { callId: null, trigger: null, fromMs: null, toMs: null };
          const states = step.cancelled === true ? (['cancelled'] as const) : [];
          return deliveries.retryMany(project, { endpointId: id, states, ...anything }, AUTHOR);
        };
    }
  }

  #delivery(pick: number): DeliveryRow | null {
    const { db } = this.#parts;
    const last = db.one(LAST)?.key ?? 0;
    return last === 0 ? null : (db.one(FROM, 1 + (pick % last)) ?? null);
  }

  #note(
    action: string,
    { endpoint, deliveryId }: Pick<Action, 'endpoint' | 'deliveryId'>,
    result: 'done' | 'refused' | 'unknown',
    detail: string,
  ): void {
    const what = 'operated';
    this.#parts.recorder.note({ what, action, endpoint, deliveryId, result, detail });
  }
}
