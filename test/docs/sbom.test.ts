/** The bill of materials that `.ci/sbom.ts` makes: whole, checksummed, and reproducible. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Lockfile } from '../../.ci/sbom.ts';
import { ROOT } from '../tidy/tree.ts';

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: ReadonlyArray<{
    readonly 'bom-ref': string;
    readonly group?: string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly scope: string;
    readonly hashes?: ReadonlyArray<{ readonly alg: string; readonly content: string }>;
    readonly licenses?: readonly unknown[];
  }>;
  readonly dependencies: ReadonlyArray<{
    readonly ref: string;
    readonly dependsOn: readonly string[];
  }>;
}

const text = made();
const bill: Bill = JSON.parse(text);
const locked: Lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

function made(): string {
  return execFileSync(process.execPath, [join(ROOT, '.ci/sbom.ts')], { encoding: 'utf8' });
}

test('the bill names every package of the lockfile once, with version, licence and SHA-512', () => {
  assert.equal(`${bill.bomFormat} ${bill.specVersion}`, 'CycloneDX 1.6');
  const places = Object.entries(locked.packages)
    .filter(([place, { link }]) => place !== '' && link !== true)
    .map(([place]) => place);
  assert.equal(bill.components.length, places.length);
  for (const component of bill.components) {
    assert.match(component.purl, /^pkg:npm\/[^@]+@\d+\.\d+\.\d+/);
    assert.equal(component.licenses?.length, 1, component.purl);
    if (component.group === '@ringpost') continue;
    assert.equal(component.hashes?.[0]?.alg, 'SHA-512', component.purl);
    assert.match(component.hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/);
  }
});

test('every reference leads to a component; shipped packages and tools are told apart', () => {
  const known = new Set(bill.components.map((component) => component['bom-ref']));
  assert.equal(known.size, bill.components.length);
  known.add(bill.metadata.component['bom-ref']);
  for (const { ref, dependsOn } of bill.dependencies) {
    for (const used of [ref, ...dependsOn]) assert.ok(known.has(used), used);
  }
  const scope = (name: string) => bill.components.find((one) => one.name === name)?.scope;
  for (const name of ['fastify', 'react', 'avvio']) assert.equal(scope(name), 'required', name);
  for (const name of ['typescript', 'oidc-provider']) assert.equal(scope(name), 'excluded', name);
});

test('the same lockfile gives the same bytes, which name no registry', () => {
  assert.equal(made(), text);
  assert.deepEqual(text.match(/https?:\/\/[^"/]+/g), ['http://cyclonedx.org']);
});
