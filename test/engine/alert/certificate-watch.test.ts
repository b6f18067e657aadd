/** S17.2: the process that has the turn checks the certificates of targets twice a day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CERTIFICATE_AGE_MS,
  CERTIFICATE_LOOK_MS,
  createCertificateWatch,
} from '../../../src/engine/alert/certificate-watch.ts';
import type { ProbeResult } from '../../../src/engine/ports/address-probe.ts';
import { setup } from '../setup.ts';

test('S17.2: a certificate is checked twice a day, and its last known end stays', async (t) => {
  const rig = await setup(t);
  const { store, clock } = rig;
  await rig.endpoint({ target: 'https://one.example/hook' });
  const asked: string[] = [];
  let validUntilMs: number | null = clock.wallMs() + 1_000;
  let hasTurn = false;
  const probe = async (target: string): Promise<ProbeResult> => {
    asked.push(target);
    return { finding: 'reachable', durationMs: 1, tlsProtocol: null, validUntilMs };
  };
  const watch = createCertificateWatch({
    store,
    probe,
    clock,
    emit: () => {},
    hasTurn: () => hasTurn,
  });
  watch.start();
  t.after(() => watch.stop());
  await rig.advance(2 * CERTIFICATE_LOOK_MS);
  assert.deepEqual(asked, []);
  hasTurn = true;
  await rig.advance(3 * CERTIFICATE_LOOK_MS);
  assert.deepEqual(asked, ['https://one.example/hook']);
  const endsAtMs = validUntilMs;
  validUntilMs = null;
  await rig.advance(CERTIFICATE_AGE_MS);
  assert.equal(asked.length, 2);
  const { projects } = await store.alertFacts({ nowMs: clock.wallMs(), afterKey: null, limit: 9 });
  assert.equal(projects[0]?.endpoints[0]?.certificateEndsAtMs, endsAtMs);
});

test('S17.2: many targets are checked in one round, several at once, each once', async (t) => {
  const rig = await setup(t);
  const { store, clock } = rig;
  const targets = Array.from({ length: 120 }, (_, n) => `https://host-${n}.example/hook`);
  for (const target of targets) await rig.endpoint({ target });
  const asked: string[] = [];
  const atOnce = { now: 0, most: 0 };
  const all = Promise.withResolvers<void>();
  const probe = async (target: string): Promise<ProbeResult> => {
    asked.push(target);
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    await new Promise(setImmediate);
    atOnce.now -= 1;
    if (asked.length === targets.length) all.resolve();
    return { finding: 'reachable', durationMs: 1, tlsProtocol: null, validUntilMs: null };
  };
  const watch = createCertificateWatch({
    store,
    probe,
    clock,
    emit: () => {},
    hasTurn: () => true,
  });
  watch.start();
  await rig.advance(CERTIFICATE_LOOK_MS);
  await all.promise;
  await watch.stop();
  assert.deepEqual(asked.toSorted(), targets.toSorted());
  assert.ok(atOnce.most > 1 && atOnce.most <= 8, `${atOnce.most} at once`);
});
