/** The long run over all adapters, and a check that it finds planted faults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyService, type Edit } from '../../support/service-copy.ts';
import { GROWTH_MIB_MAX } from '../run.ts';
import { runPlatformFuzz } from './run.ts';

const REQUESTS = 24_000;
/** The largest share of sayings that the code of a description may be unable to make. */
const UNSAID_MAX = 0.5;

test('24,000 requests of all platforms: no 5xx, no secret, memory bounded', async (t) => {
  const run = await runPlatformFuzz({ seed: 7, requests: REQUESTS, memory: true });
  const { requests, failures, seen, memoryMiB, delivered } = run;
  for (const [name, counts] of seen) t.diagnostic(`${name}: ${JSON.stringify(counts)}`);
  t.diagnostic(`${requests} requests, ${delivered} deliveries, ${JSON.stringify(memoryMiB)}`);
  assert.deepEqual(failures, []);
  assert.ok(requests >= REQUESTS, `${requests} requests`);
  for (const [name, { taken, refused, unsaid }] of seen) {
    const sent = taken + refused;
    assert.ok(sent > REQUESTS / seen.size / 3, `${name}: ${sent} requests`);
    assert.ok(taken > sent / 10, `${name}: ${taken} of ${sent} were taken`);
    assert.ok(refused > sent / 20, `${name}: ${refused} of ${sent} were refused`);
    assert.ok(unsaid < (sent + unsaid) * UNSAID_MAX, `${name}: ${unsaid} could not be said`);
  }
  assert.ok(delivered > 0, 'no delivery was sent');
  assert.ok(memoryMiB !== null && memoryMiB.late - memoryMiB.early < GROWTH_MIB_MAX);
});

const PLANTED: Readonly<Record<string, { readonly edit: Edit; readonly told: RegExp }>> = {
  'a value of another type counts as a text': {
    edit: {
      file: 'src/ingest/json.ts',
      from: "return typeof value === 'string' && value !== '' ? value : null;",
      to: 'return (value ?? null) as string | null;',
    },
    told: /status 500/,
  },
  'the log shows the secret of a source': {
    edit: {
      file: 'src/http/routes/ingest.ts',
      from: "if (method === 'HEAD')",
      to: "console.log(secrets[0]);\n  if (method === 'HEAD')",
    },
    told: /the log shows the secret/,
  },
  'a number that is divided is shown to operators': {
    edit: {
      file: 'src/http/masking/masked-body.ts',
      from: '{0,4}\\d){6,19}',
      to: '{0,0}\\d){6,19}',
    },
    told: /a request shows a number/,
  },
  'an answer repeats the secret of a source': {
    edit: {
      file: 'src/http/routes/ingest.ts',
      from: 'throw new ServiceError(result.code, result.detail);',
      to: 'throw new ServiceError(result.code, result.detail + secrets[0]);',
    },
    told: /shows a secret/,
  },
};

for (const [name, { edit, told }] of Object.entries(PLANTED)) {
  test(`the run finds a planted fault: ${name}`, async (t) => {
    const copy = await copyService([edit]);
    t.after(() => copy.remove());
    const options = { seed: 7, requests: 2_000, memory: false, main: copy.main };
    const { failures } = await runPlatformFuzz(options);
    const faults = failures.flatMap((failure) => failure.faults);
    assert.ok(
      faults.some((fault) => told.test(fault)),
      JSON.stringify(faults).slice(0, 2_000),
    );
  });
}
