/**
 * What an adapter costs: the processor time that the service takes for one delivery whose report
 * came as a signed callback of a platform, against one whose report came plain and says the same in
 * as many bytes. In pairs, each platform in turn, and the order within a pair changes from round to
 * round. The goal is at most 1.3 of a plain report.
 */
import { callApi } from '../../test/support/service-process.ts';
import { CALLBACK_PLATFORMS, CALLBACK_TRIGGER, sourceOf } from '../callback.ts';
import { delays, median } from '../figures.ts';
import { type Line, onSqlite } from '../line.ts';
import type { Add } from '../record.ts';
import { measurePath, type PathResult } from '../report-path.ts';
import type { PathOptions } from './path.ts';

const WARM_UP = 2_000;
const FORMS = ['plain', 'callback'] as const;
type Form = (typeof FORMS)[number];

export async function runSources({ reports, rounds }: PathOptions, add: Add): Promise<void> {
  console.log(`${reports} reports one by one, as callbacks of platforms and plain:`);
  const ratios = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const adapter of CALLBACK_PLATFORMS) {
      const forms = round % 2 === 1 ? FORMS : FORMS.toReversed();
      const cpuUs = new Map<Form, number>();
      for (const form of forms) {
        const result = await measured(adapter, form, reports);
        cpuUs.set(form, keep(add, `${adapter}, ${form}`, result));
      }
      const ratio = (cpuUs.get('callback') ?? Number.NaN) / (cpuUs.get('plain') ?? Number.NaN);
      add(`${adapter}, CPU of a plain report`, 'cost', ratio);
      ratios.set(adapter, [...(ratios.get(adapter) ?? []), ratio]);
      console.log(`round ${round}: ${adapter.padEnd(10)} ${ratio.toFixed(2)} of a plain report`);
    }
  }
  for (const [adapter, each] of ratios) {
    console.log(`median ${adapter.padEnd(10)} ${median(each).toFixed(2)} (goal: at most 1.3)`);
  }
}

function measured(adapter: string, form: Form, reports: number): Promise<PathResult> {
  const load = { reports, batch: 1, warmUp: WARM_UP };
  return onSqlite({ endpoints: 1, triggers: [CALLBACK_TRIGGER] }, async (line) => {
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
