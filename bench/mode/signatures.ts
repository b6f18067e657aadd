/**
 * The cost of proving the sender to a receiver (decision 36): the path of a report with each kind
 * of proof in turn, as a ratio to the bare loop of the same round, and the service's processor time
 * per delivery. RSA is signed in libuv's pool, so its time is included. One RSA-2048 signature is
 * also compared with a bare loop that signs each request so.
 */
import { runBare } from '../bare.ts';
import { median, rate } from '../figures.ts';
import { onSqlite } from '../line.ts';
import type { Add } from '../record.ts';
import { measurePath } from '../report-path.ts';
import { BEARER, type Proof } from '../traffic.ts';
import { bareFigures, keepBare, keepPath, type PathOptions } from './path.ts';

const RSA = { method: 'rsa-sha256' } as const;
const ONE_RSA = 'rfc9421, 1 RSA signature';
const WARM_UP = 1_000;

const PROOFS: readonly (readonly [name: string, proof: Proof])[] = [
  ['Bearer token', BEARER],
  ['hmac-sha256, 2 codes', { auth: { method: 'hmac-sha256' } }],
  [ONE_RSA, { auth: RSA, signatureFormat: 'rfc9421' }],
  ['webhook-signature, 2 of RSA', { auth: RSA, signatureFormat: 'webhook-signature' }],
  ['both, 3 of RSA', { auth: RSA, signatureFormat: 'both' }],
];

export async function runSignatures({ reports, rounds }: PathOptions, add: Add): Promise<void> {
  const ofSigning: number[] = [];
  const ratios = new Map<string, number[]>();
  const costs = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round += 1) {
    const bareNow = await runBare(reports);
    const { perSecond: bare } = bareNow;
    keepBare(add, bareNow);
    const signing = await runBare(reports, { signed: true });
    add('bare signing loop', 'rate', signing.perSecond);
    add('bare signing loop, CPU a request', 'cpu', signing.cpuUs);
    console.log(`round ${round}: bare undici loop ${bareFigures(bareNow)}`);
    console.log(`  bare loop that signs by RSA-2048 ${bareFigures(signing)}`);
    for (const [name, proof] of PROOFS) {
      const result = await onSqlite({ endpoints: 1, proof }, (line) =>
        measurePath(line, { reports, batch: 50, warmUp: WARM_UP }),
      );
      keepPath(add, name, bareNow, result);
      if (name === ONE_RSA) {
        ofSigning.push(result.perSecond / signing.perSecond);
        add(`${name}, of the bare signing loop`, 'share', result.perSecond / signing.perSecond);
      }
      const ratio = result.perSecond / bare;
      const cpuUs = result.cpuUs.get('service') ?? Number.NaN;
      ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
      costs.set(name, [...(costs.get(name) ?? []), cpuUs]);
      const { unverified, outOfOrder } = result;
      console.log(
        `  ${name.padEnd(28)} ${rate(result.perSecond)}  ratio ${ratio.toFixed(2)}` +
          `  service ${cpuUs.toFixed(0)} us a delivery` +
          `  unverified ${unverified}, out of order ${outOfOrder}`,
      );
    }
  }
  for (const [name] of PROOFS) {
    const [ratio, cost] = [median(ratios.get(name) ?? []), median(costs.get(name) ?? [])];
    console.log(`median ${name.padEnd(28)} ratio ${ratio.toFixed(2)}, ${cost.toFixed(0)} us`);
  }
  console.log(`median ${ONE_RSA}: ${median(ofSigning).toFixed(2)} of the bare signing loop`);
}
