/**
 * The cost of an adapter: the service's processor time per delivery if the report came as a
 * platform's signed callback, against a plain report of the same content in as many bytes. A
 * callback with a call log is compared with a report and a log. In pairs, each platform in turn,
 * with alternating order from round to round. The goal is at most 1.3 of a plain report.
 */
import { join } from 'node:path';
import { callApi } from '../../test/support/service-process.ts';
import {
  CALLBACK_PLATFORMS,
  CALLBACK_TRIGGERS,
  callbackOf,
  sizeOf,
  sourceOf,
} from '../callback.ts';
import { delays, median } from '../figures.ts';
import { type Line, onSqlite } from '../line.ts';
import { showProfiles } from '../profile.ts';
import type { Add } from '../record.ts';
import { measurePath, type PathResult } from '../report-path.ts';
import { type PathOptions, profiling } from './path.ts';

const GOAL = 1.3;
const WARM_UP = 2_000;
const FORMS = ['plain', 'callback'] as const;
type Form = (typeof FORMS)[number];

interface SourcesOptions extends PathOptions {
  /** Names of adapters. */
  readonly adapters: readonly string[];
}

export async function runSources(options: SourcesOptions, add: Add): Promise<void> {
  const { reports, rounds, adapters } = options;
  console.log(`${reports} reports one by one, as callbacks of platforms and plain:`);
  const all = new Map<string, Pair[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const adapter of adapters) {
      const forms = round % 2 === 1 ? FORMS : FORMS.toReversed();
      const cpuUs = new Map<Form, number>();
      for (const form of forms) {
        const result = await measured(adapter, form, reports);
        cpuUs.set(form, keep(add, `${adapter}, ${form}`, result));
      }
      const [callback, plain] = [cpuUs.get('callback') ?? Number.NaN, cpuUs.get('plain') ?? 0];
      const pair = { callback, plain, ratio: callback / plain };
      add(`${adapter}, CPU of a plain report`, 'cost', pair.ratio);
      all.set(adapter, [...(all.get(adapter) ?? []), pair]);
      console.log(`round ${round}: ${adapter.padEnd(10)} ${pair.ratio.toFixed(2)} of plain`);
    }
  }
  showMedians(all);
}

/** Runs each platform once in each form, profiled into a folder of its own. */
export async function profileSources(
  { reports, adapters }: Omit<SourcesOptions, 'rounds'>,
  folder: string,
): Promise<void> {
  for (const adapter of adapters) {
    for (const form of FORMS) {
      const into = join(folder, `${adapter}-${form}`);
      await measured(adapter, form, reports, profiling(into));
      console.log(`${reports} reports, ${adapter}, ${form}, profiled into ${into}:`);
      showProfiles(into);
    }
  }
}

/** The platforms of `list`, separated by commas; if missing, all. Throws if one is unknown. */
export function adaptersOf(list: string | undefined): readonly string[] {
  if (list === undefined) return CALLBACK_PLATFORMS;
  const asked = list.split(',');
  const strange = asked.find((name) => !CALLBACK_PLATFORMS.includes(name));
  if (strange === undefined) return asked;
  throw new Error(`--adapters: ${strange} is none of ${CALLBACK_PLATFORMS.join(', ')}`);
}

interface Pair {
  /** Microseconds of CPU per delivery. */
  readonly callback: number;
  readonly plain: number;
  readonly ratio: number;
}

function showMedians(all: ReadonlyMap<string, readonly Pair[]>): void {
  console.log('medians    bytes    plain  callback  of plain  goal');
  for (const [adapter, pairs] of all) {
    const middle = (part: keyof Pair) => median(pairs.map((pair) => pair[part]));
    const us = (part: keyof Pair) => `${middle(part).toFixed(0)} us`;
    const bytes = Buffer.byteLength(callbackOf(adapter, 'call-1').body);
    console.log(
      `${adapter.padEnd(10)} ${String(bytes).padStart(5)}  ${us('plain').padStart(7)}` +
        `   ${us('callback').padStart(7)}      ${middle('ratio').toFixed(2)}   ${GOAL}`,
    );
  }
}

function measured(
  adapter: string,
  form: Form,
  reports: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<PathResult> {
  const fewer = sizeOf(adapter);
  const load = { reports: reports / fewer, batch: 1, warmUp: WARM_UP / fewer };
  const place = { endpoints: 1, triggers: CALLBACK_TRIGGERS, environment };
  return onSqlite(place, async (line) => {
    const path = await sourcePath(line, adapter);
    const callbacks = { adapter, source: form === 'callback' ? path : '' };
    return measurePath(line, { ...load, callbacks });
  });
}

async function sourcePath({ service }: Line, adapter: string): Promise<string> {
  const { status, body } = await callApi(service, 'POST', '/v1/sources', sourceOf(adapter));
  if (status !== 201) throw new Error(`source not made: ${JSON.stringify(body)}`);
  return `/v1/ingest/${adapter}/${String(Object(body).id)}`;
}

function keep(add: Add, name: string, result: PathResult): number {
  const cpuUs = result.cpuUs.get('service') ?? Number.NaN;
  const faults = result.unverified + result.outOfOrder;
  add(`${name}, CPU a delivery`, 'cpu', cpuUs);
  add(`${name}, request to answer, p50`, 'duration', result.p50);
  add(`${name}, unverified, twice or out of order`, 'faults', faults);
  console.log(
    `  ${name.padEnd(20)} ${cpuUs.toFixed(0)} us a delivery  answer after ${delays(result)}` +
      `  unverified, twice or out of order ${faults}`,
  );
  return cpuUs;
}
