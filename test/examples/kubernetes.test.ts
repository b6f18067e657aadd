/**
 * examples/kubernetes: every object is valid by the published schemas of Kubernetes, strictly, so
 * that a misspelt field is found; and what it says of Ringpost is true.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { createProgram } from '../../src/cli/program.ts';
import { environmentName, ROLES, SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { ROOT } from '../tidy/tree.ts';

/** Data of any shape: each test says what it reads. */
type Manifest = ReturnType<typeof JSON.parse>;

const FILES = globSync('examples/kubernetes/*.yaml', { cwd: ROOT }).sort();
const schema = JSON.parse(
  readFileSync(join(ROOT, 'test/golden/kubernetes/schema-1.37.json'), 'utf8'),
);
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'kubernetes', definitions: schema.definitions });

function manifests(file: string): readonly Manifest[] {
  const documents = parseAllDocuments(readFileSync(join(ROOT, file), 'utf8'));
  return documents.map((document) => {
    assert.deepEqual(document.errors, [], file);
    return document.toJS();
  });
}

function faults(manifest: Manifest): readonly string[] {
  const definition = schema.kinds[manifest.kind];
  if (definition === undefined) return [`no schema of ${manifest.kind}`];
  const validate = ajv.getSchema(`kubernetes#/definitions/${definition}`);
  assert.ok(validate !== undefined, definition);
  if (validate(manifest) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function podOf(manifest: Manifest): Manifest | null {
  return manifest.spec?.template?.spec ?? null;
}

const workloads = FILES.flatMap((file) =>
  manifests(file).flatMap((manifest) => {
    const pod = podOf(manifest);
    return pod === null ? [] : [{ file, manifest, pod, container: pod.containers[0] as Manifest }];
  }),
);

test('there are manifests for one process and for several', () => {
  const kinds = FILES.map((file) => manifests(file).map(({ kind }) => kind));
  assert.deepEqual(kinds, [
    ['StatefulSet', 'Service', 'Ingress'],
    [
      'Deployment',
      'Deployment',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
      'Ingress',
    ],
  ]);
});

for (const file of FILES) {
  test(`${file}: every object is valid by the schemas of Kubernetes`, () => {
    for (const manifest of manifests(file)) assert.deepEqual(faults(manifest), [], manifest.kind);
  });
}

test('the schemas find a misspelt field, a wrong type and a field at a wrong place', () => {
  const [set] = manifests('examples/kubernetes/one-process.yaml');
  const spoiled = (spoil: (manifest: Manifest, pod: Manifest) => Manifest) => {
    const copy = structuredClone(set ?? {});
    return faults(spoil(copy, podOf(copy) ?? {}));
  };
  const changes: ReadonlyArray<(manifest: Manifest, pod: Manifest) => Manifest> = [
    (manifest, pod) => Object.assign(pod, { enableServiceLink: false }) && manifest,
    (manifest, pod) => Object.assign(pod, { enableServiceLinks: 'no' }) && manifest,
    (manifest, pod) => Object.assign(pod.containers[0], { fsGroup: 1000 }) && manifest,
    (manifest, pod) =>
      Object.assign(pod.containers[0].livenessProbe, { initialDelay: 1 }) && manifest,
  ];
  for (const change of changes) assert.equal(spoiled(change).length > 0, true, String(change));
});

test('pods take no variables of services, run without rights, and write to their volumes', () => {
  assert.equal(workloads.length, 3);
  for (const { pod, container } of workloads) {
    assert.equal(pod.enableServiceLinks, false);
    assert.equal(pod.automountServiceAccountToken, false);
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.equal(pod.securityContext.runAsUser, 1_000);
    assert.equal(container.securityContext.readOnlyRootFilesystem, true);
    assert.deepEqual(container.securityContext.capabilities, { drop: ['ALL'] });
    assert.ok(pod.terminationGracePeriodSeconds * 1_000 > SETTINGS.drainMs.fallback);
  }
  const [one] = workloads;
  assert.equal(one?.pod.securityContext.fsGroup, 1_000);
  assert.equal(one?.manifest.spec.replicas, 1);
  assert.ok(one?.container.volumeMounts.some((mount: Manifest) => mount.mountPath === '/data'));
});

test('probes: alive by /healthz, ready by /readyz, on a port that the container names', () => {
  for (const { container } of workloads) {
    const ports = container.ports.map((port: Manifest) => port.name);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    assert.deepEqual(
      [startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet.path),
      ['/healthz', '/healthz', '/readyz'],
    );
    for (const probe of [startupProbe, livenessProbe, readinessProbe])
      assert.ok(ports.includes(probe.httpGet.port));
  }
});

test('the named settings, commands and roles are those of the program', () => {
  const settings = new Set(SETTING_NAMES.map(environmentName));
  for (const file of FILES) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [name] of text.matchAll(/\bRINGPOST_[A-Z_]+\b/g)) {
      // The comment that says which variable a service would set.
      assert.ok(settings.has(name), name);
    }
  }
  const [command] = createProgram().commands.map((each) => each.name());
  const several = workloads.filter(({ container }) => container.args !== undefined);
  assert.deepEqual(
    several.map(({ container }) => container.args),
    ROLES.map((role) => [command, '--roles', role]),
  );
});

test('services and ingresses lead to pods, and none to the port of the metrics', () => {
  for (const file of FILES) {
    const all = manifests(file);
    const service = all.find(({ kind }) => kind === 'Service');
    const ingress = all.find(({ kind }) => kind === 'Ingress');
    const pods = all.filter((each) => podOf(each) !== null).map(({ spec }) => spec.template);
    const wanted = Object.entries(service?.spec.selector ?? {});
    const chosen = pods.filter(({ metadata }) =>
      wanted.every(([name, value]) => metadata.labels[name] === value),
    );
    assert.equal(chosen.length, 1, file);
    assert.deepEqual(
      service?.spec.ports.map((port: Manifest) => port.targetPort),
      ['http'],
    );
    const [rule] = ingress?.spec.rules ?? [];
    assert.equal(rule.http.paths[0].backend.service.name, service?.metadata.name);
  }
});
