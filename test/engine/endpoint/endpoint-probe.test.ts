/** Probes of an address before it is saved: which are allowed, how often, and when they end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import {
  createEndpointProbe,
  EXPIRES_SOON_MS,
  PROBE_WINDOW_MS,
  PROBES_AT_ONCE_MAX,
  PROBES_MAX,
} from '../../../src/engine/endpoint/endpoint-probe.ts';
import type { ProbeResult } from '../../../src/engine/ports/address-probe.ts';
import { AUTHOR, auditOf, failure, setup } from '../manage/setup.ts';

const INPUT = { kind: 'custom', target: 'https://receiver.example/hook' } as const;
const FOUND: ProbeResult = {
  finding: 'reachable',
  durationMs: 12,
  tlsProtocol: 'TLSv1.3',
  validUntilMs: null,
};

test('a certificate with less than two weeks left expires soon; failures stay', async (t) => {
  const { parts, project, clock } = await setup(t);
  const answers: ProbeResult[] = [
    { ...FOUND, validUntilMs: clock.wallMs() + EXPIRES_SOON_MS },
    { ...FOUND, validUntilMs: clock.wallMs() + EXPIRES_SOON_MS - 1 },
    { ...FOUND, finding: 'expired', tlsProtocol: null },
  ];
  const outcomes: string[] = [];
  for (const answer of answers) {
    const { probe } = createEndpointProbe({ ...parts, probeAddress: async () => answer });
    outcomes.push((await probe(project.key, INPUT, AUTHOR)).outcome);
  }
  assert.deepEqual(outcomes, ['reachable', 'expires-soon', 'expired']);
});

test('only an address that could be registered is connected to', async (t) => {
  const { parts, project } = await setup(t);
  const asked: string[] = [];
  const { probe } = createEndpointProbe({
    ...parts,
    probeAddress: async (target) => {
      asked.push(target);
      return FOUND;
    },
  });
  const at = (target: string, kind: 'custom' | 'slack' = 'custom') =>
    probe(project.key, { kind, target }, AUTHOR);
  await assert.rejects(at('http://receiver.example/'), failure('INVALID_INPUT', ['/target']));
  await assert.rejects(at('https://a.example/', 'slack'), failure('INVALID_INPUT', ['/target']));
  await assert.rejects(at('https://10.0.0.7/'), failure('TARGET_REFUSED', ['/target']));
  assert.deepEqual(asked, []);
  await at(INPUT.target);
  assert.deepEqual(asked, [INPUT.target]);
});

test('each probe has an audit entry before it connects, with only the host', async (t) => {
  const { parts, project } = await setup(t);
  const noted = async () =>
    (await auditOf(parts.store, project.key)).filter(({ action }) => action === 'endpoint.probed');
  const { probe } = createEndpointProbe({
    ...parts,
    probeAddress: async () => {
      assert.equal((await noted()).length, 1);
      return FOUND;
    },
  });
  await assert.rejects(
    probe(project.key, { kind: 'custom', target: 'https://10.0.0.7/' }, AUTHOR),
    failure('TARGET_REFUSED'),
  );
  assert.deepEqual(await noted(), []);
  await probe(
    project.key,
    { ...INPUT, target: 'https://receiver.example:8443/s3cret?k=v' },
    AUTHOR,
  );
  const [entry] = await noted();
  assert.deepEqual(entry?.after, { kind: 'custom', host: 'receiver.example:8443' });
  assert.deepEqual([entry?.actor, entry?.target], [AUTHOR.actor, null]);
});

test('each project has a limit of probes in a minute', async (t) => {
  const { parts, project, clock } = await setup(t);
  let nowMs = 0;
  const { probe } = createEndpointProbe({
    ...parts,
    clock: { ...clock, wallMs: () => clock.wallMs(), monoMs: () => nowMs },
    probeAddress: async () => FOUND,
  });
  for (let count = 0; count < PROBES_MAX; count += 1) await probe(project.key, INPUT, AUTHOR);
  await assert.rejects(probe(project.key, INPUT, AUTHOR), failure('RATE_LIMITED'));
  const other = await parts.store.ensureProject({
    name: 'other',
    settings: PROJECT_DEFAULTS,
    nowMs: clock.wallMs(),
  });
  await probe(other.key, INPUT, AUTHOR);
  nowMs = PROBE_WINDOW_MS;
  await probe(project.key, INPUT, AUTHOR);
});

test('few probes are in flight at once', async (t) => {
  const { parts, project } = await setup(t);
  const held = Promise.withResolvers<ProbeResult>();
  const { probe } = createEndpointProbe({ ...parts, probeAddress: () => held.promise });
  const probing = Array.from({ length: PROBES_AT_ONCE_MAX }, () =>
    probe(project.key, INPUT, AUTHOR),
  );
  await assert.rejects(probe(project.key, INPUT, AUTHOR), failure('RATE_LIMITED'));
  held.resolve(FOUND);
  await Promise.all(probing);
  await probe(project.key, INPUT, AUTHOR);
});
