/**
 * The plan of `ringpost apply`: for each record of the file whether it is created, changed or left
 * as it is, and how that is done. Reads the service and asks it to check every endpoint; changes
 * nothing before a step is run. A record is known by its name.
 */
import {
  ApiError,
  type Client,
  type EndpointCheck,
  type EndpointPatch,
  type ScorecardChange,
  type SourcePatch,
} from '../../../receiver/client/src/index.ts';
import {
  endpointChanges,
  type FieldChange,
  namedChanges,
  scorecardChanges,
  sourceChanges,
} from './difference.ts';
import { type Fields, isFields, type Named, type SettingsFile } from './settings-file.ts';

export type Action = 'create' | 'change' | 'none' | 'remove' | 'left';

export interface Step {
  readonly what: string;
  readonly path: string;
  readonly action: Action;
  readonly changes: readonly FieldChange[];
  /** Returns whether the service changed anything. */
  run(): Promise<boolean>;
}

export interface Plan {
  readonly steps: readonly Step[];
  /** What the service would refuse, with the path in the file. */
  readonly faults: readonly string[];
}

type Part = 'endpoint' | 'source' | 'scorecard';

const LISTS = {
  endpoint: 'listEndpoints',
  source: 'listSources',
  scorecard: 'listScorecards',
} as const;
const REMOVALS = {
  endpoint: 'deleteEndpoint',
  source: 'deleteSource',
  scorecard: 'deleteScorecard',
} as const;
const PAGE = 100;
/** Of a part of the service. */
const RECORDS_MAX = 5_000;

export async function planOf(client: Client, file: SettingsFile, prunes: boolean): Promise<Plan> {
  const planner = new Planner(client, prunes);
  if (file.project !== null) await planner.project(file.project);
  await planner.scorecards(file.scorecards, file.endpoints);
  if (file.sources !== null) await planner.sources(file.sources);
  if (file.endpoints !== null) await planner.endpoints(file.endpoints);
  return planner;
}

class Planner implements Plan {
  readonly steps: Step[] = [];
  readonly faults: string[] = [];
  readonly #client: Client;
  readonly #prunes: boolean;
  /** Ids by name; null: the scorecard is made by a step before. */
  readonly #scorecards = new Map<string, string | null>();

  constructor(client: Client, prunes: boolean) {
    this.#client = client;
    this.#prunes = prunes;
  }

  async project(wanted: Fields): Promise<void> {
    const changes = namedChanges(await this.#client.getProject(), wanted);
    this.#step('project', 'project', changes.length > 0 ? 'change' : 'none', changes, async () => {
      if (changes.length > 0) await this.#client.updateProject({ body: bodyOf(wanted) });
      return changes.length > 0;
    });
  }

  /** Also read if only an endpoint names one. */
  async scorecards(
    wanted: readonly Named[] | null,
    endpoints: readonly Named[] | null,
  ): Promise<void> {
    if (wanted === null && endpoints === null) return;
    const present = await this.#present('scorecard', wanted ?? []);
    for (const [name, { id }] of present) this.#scorecards.set(name, String(id));
    for (const { path, name, fields } of wanted ?? []) {
      const { default: isDefault, ...body } = fields;
      const found = present.get(name);
      const setDefault = async (id: string) => {
        this.#scorecards.set(name, id);
        if (isDefault !== true) return;
        await this.#client.setDefaultScorecard({ path: { id } });
      };
      if (found === undefined) {
        this.#scorecards.set(name, null);
        this.#step(`scorecard "${name}"`, path, 'create', [], async () => {
          await setDefault((await this.#client.createScorecard({ body: bodyOf(body) })).id);
          return true;
        });
        continue;
      }
      const changes = scorecardChanges(found, fields);
      const action = changes.length > 0 ? 'change' : 'none';
      this.#step(`scorecard "${name}"`, path, action, changes, async () => {
        const id = String(found.id);
        if (changes.some(({ field }) => field !== 'default')) {
          const { revision } = found;
          const update = bodyOf<ScorecardChange>({ ...body, revision });
          await this.#client.updateScorecard({ path: { id }, body: update });
        }
        if (changes.length > 0) await setDefault(id);
        return changes.length > 0;
      });
    }
    if (wanted !== null) this.#rest('scorecard', present, wanted);
  }

  async sources(wanted: readonly Named[]): Promise<void> {
    const present = await this.#present('source', wanted);
    for (const { path, name, fields } of wanted) {
      const found = present.get(name);
      if (found === undefined) {
        this.#step(`source "${name}"`, path, 'create', [], async () => {
          await this.#client.createSource({ body: bodyOf(fields) });
          return true;
        });
        continue;
      }
      const { adapter, ...body } = fields;
      if (adapter !== undefined && adapter !== found.adapter) {
        this.faults.push(`${path}.adapter: the adapter of a source cannot change`);
      }
      this.#change('source', found, sourceChanges(found, body), { path, name }, body);
    }
    this.#rest('source', present, wanted);
  }

  async endpoints(wanted: readonly Named[]): Promise<void> {
    const present = await this.#present('endpoint', wanted);
    for (const { path, name, fields, hidesTarget } of wanted) {
      const found = present.get(name);
      const now = this.#withScorecard(fields, `${path}.agent.scorecard`);
      if (found === undefined) {
        await this.#check(path, this.#client.checkEndpoint({ body: bodyOf(now) }));
        this.#step(`endpoint "${name}"`, path, 'create', [], async () => {
          await this.#client.createEndpoint({ body: bodyOf(this.#withScorecard(fields, path)) });
          return true;
        });
        continue;
      }
      const { kind, enabled, ...body } = now;
      if (kind !== undefined && kind !== found.kind) {
        this.faults.push(`${path}.kind: the kind of an endpoint cannot change; remove it first`);
        continue;
      }
      const asked = { path: { id: String(found.id) }, body: bodyOf<EndpointPatch>(body) };
      await this.#check(path, this.#client.checkEndpointChange(asked));
      const changes = endpointChanges(found, { ...body, kind: found.kind }, hidesTarget);
      const visible = changes.filter(({ field }) => field !== 'kind');
      const turns = enabled !== undefined && enabled !== found.enabled;
      const turn = { field: 'enabled', before: found.enabled, after: enabled };
      this.#change('endpoint', found, visible, { path, name }, null, {
        body: () => {
          const { kind: _kind, enabled: _enabled, ...rest } = this.#withScorecard(fields, path);
          return rest;
        },
        extra: turns ? [turn] : [],
      });
    }
    this.#rest('endpoint', present, wanted);
  }

  /**
   * The whole record is sent even if nothing differs to the eye, since two secrets may end alike;
   * the service writes nothing if they are the same.
   */
  #change(
    part: 'endpoint' | 'source',
    found: Fields,
    changes: readonly FieldChange[],
    { path, name }: { readonly path: string; readonly name: string },
    body: Fields | null,
    more: { readonly body?: () => Fields; readonly extra?: readonly FieldChange[] } = {},
  ): void {
    const { extra = [] } = more;
    const all = [...changes, ...extra];
    const at = { path: { id: String(found.id) } };
    const update = part === 'endpoint' ? 'updateEndpoint' : 'updateSource';
    this.#step(`${part} "${name}"`, path, all.length > 0 ? 'change' : 'none', all, async () => {
      const wanted = bodyOf<EndpointPatch & SourcePatch>(more.body?.() ?? body ?? {});
      const after: Fields = await this.#client[update]({ ...at, body: wanted });
      const isChanged = after.updatedAt !== found.updatedAt || after.revision !== found.revision;
      for (const { after: isOn } of extra) {
        if (isOn === true) await this.#client.enableEndpoint({ ...at, body: { held: 'send' } });
        else await this.#client.disableEndpoint(at);
      }
      return isChanged || extra.length > 0;
    });
  }

  /** What the file does not name. */
  #rest(part: Part, present: ReadonlyMap<string, Fields>, wanted: readonly Named[]): void {
    const named = new Set(wanted.map(({ name }) => name));
    for (const [name, { id, isDefault }] of present) {
      if (named.has(name)) continue;
      const removes = this.#prunes && isDefault !== true;
      const action = removes ? 'remove' : 'left';
      this.#step(`${part} "${name}"`, `${part}s`, action, [], async () => {
        if (removes) await this.#client[REMOVALS[part]]({ path: { id: String(id) } });
        return removes;
      });
    }
  }

  async #present(part: Part, wanted: readonly Named[]): Promise<ReadonlyMap<string, Fields>> {
    const names = new Map(wanted.map(({ name, path }) => [name, path]));
    const found = new Map<string, Fields>();
    let count = 0;
    const records: AsyncIterable<Fields> = this.#client.each(LISTS[part], {
      query: { limit: PAGE },
    });
    for await (const each of records) {
      count += 1;
      if (count > RECORDS_MAX) throw new Error(`There are more than ${RECORDS_MAX} ${part}s.`);
      const name = String(each.name);
      const path = names.get(name);
      if (found.has(name) && path !== undefined) {
        this.faults.push(`${path}.name: the service has two of the name "${name}"; rename one`);
      }
      // Records of one name that the file does not name are told apart by their id.
      found.set(found.has(name) ? `${name} (${String(each.id)})` : name, each);
    }
    return found;
  }

  async #check(path: string, checking: Promise<EndpointCheck>): Promise<void> {
    const errors = await checking.then(
      (answer) => answer.errors,
      // A value that the body may not have at all, such as a trigger that there is not.
      (error: unknown) => {
        if (error instanceof ApiError && error.errors.length > 0) return error.errors;
        throw error;
      },
    );
    for (const { field, message } of errors) this.faults.push(`${placed(path, field)}: ${message}`);
  }

  /** `agent.scorecard` names a scorecard; the service wants its id. */
  #withScorecard(fields: Fields, path: string): Fields {
    const { agent } = fields;
    if (!isFields(agent) || typeof agent.scorecard !== 'string') return fields;
    const { scorecard, ...rest } = agent;
    const id = this.#scorecards.get(scorecard);
    if (id === undefined) {
      this.faults.push(`${path}: there is no scorecard "${scorecard}"`);
      return { ...fields, agent: rest };
    }
    return { ...fields, agent: id === null ? rest : { ...rest, scorecardId: id } };
  }

  #step(
    what: string,
    path: string,
    action: Action,
    changes: readonly FieldChange[],
    run: Step['run'],
  ): void {
    this.steps.push({ what, path, action, changes, run });
  }
}

/** What the file says, unchecked: the service says what is wrong with it, field by field. */
function bodyOf<Body>(fields: Fields): Body {
  return fields as Body;
}

/** The place in the file of a field that the service names by a JSON pointer. */
export function placed(path: string, pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return path + steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
}
