/**
 * examples/container without a container engine: the image's files are in the tree and not ignored,
 * it has what the package has, and runs as a user without rights. `test/package/image.proof.ts`
 * executes its steps.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program.ts';
import { environmentName, SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { ROOT } from '../tidy/tree.ts';
import { all, DOCKERFILE, listOf, stages } from './dockerfile.ts';

const [build, packages, image] = stages();
const known = new Set(SETTING_NAMES.map(environmentName));
const compose = parse(readFileSync(join(ROOT, 'examples/container/compose.yaml'), 'utf8'), {
  merge: true,
});

test('the image is made in three stages', () => {
  assert.deepEqual(
    stages().map(({ name }) => name),
    ['build', 'packages', null],
  );
});

test('the files that the stages copy exist, and none is ignored', () => {
  const ignored = readFileSync(join(ROOT, `${DOCKERFILE}.dockerignore`), 'utf8').split('\n');
  const allowed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const copied = [...all(build, 'COPY'), ...all(packages, 'COPY')].flatMap((list) =>
    list.split(' ').slice(0, -1),
  );
  assert.ok(copied.length > 10);
  for (const path of copied) {
    assert.ok(existsSync(join(ROOT, path)), path);
    assert.ok(
      allowed.some((each) => path === each || path.startsWith(`${each}/`)),
      `${path} is ignored`,
    );
  }
});

test('the stages have every folder that the build and the workspaces need', () => {
  const { workspaces, scripts, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const stage of [build, packages]) {
    const copied = all(stage, 'COPY').flatMap((list) => list.split(' ').slice(0, -1));
    for (const workspace of workspaces) {
      const manifest = `${workspace}/package.json`;
      assert.ok(
        copied.some((path) => path === manifest || manifest.startsWith(`${path}/`)),
        workspace,
      );
    }
    const [install = ''] = all(stage, 'RUN');
    assert.match(install, /^npm ci .*--ignore-scripts/);
  }
  assert.match(all(build, 'RUN').at(-1) ?? '', /npm run build$/);
  assert.ok('build' in scripts);
  const { include, files } = JSON.parse(
    readFileSync(join(ROOT, '.ci/build.tsconfig.json'), 'utf8'),
  );
  for (const path of [...include, ...files]) {
    const from = path.replace('../', '');
    assert.ok(
      all(build, 'COPY').some((list) => from.startsWith(`${list.split(' ')[0]}/`)),
      from,
    );
  }
  assert.ok(all(image, 'COPY').some((list) => list.includes(bin.ringpost)));
});

test('the image has packages that run, a user without rights, and a volume of its own', () => {
  assert.match(all(packages, 'RUN').join(), /--omit=dev --omit=optional/);
  assert.deepEqual(all(image, 'USER'), ['node']);
  assert.deepEqual(all(image, 'VOLUME'), ['/data']);
  assert.match(all(image, 'RUN').join(), /chown node:node \/data/);
  const names = image?.instructions.map(({ name }) => name) ?? [];
  assert.ok(names.lastIndexOf('RUN') < names.indexOf('USER'));
  assert.deepEqual(all(image, 'STOPSIGNAL'), ['SIGTERM']);
  assert.deepEqual(listOf(image, 'ENTRYPOINT'), ['ringpost']);
  const commands = createProgram().commands.map((command) => command.name());
  for (const command of listOf(image, 'CMD')) assert.ok(commands.includes(command), command);
  for (const [name] of all(image, 'ENV')
    .join(' ')
    .matchAll(/RINGPOST_\w+/g))
    assert.ok(known.has(name), name);
});

test('compose: one process that writes only to its volume, behind one trusted proxy', () => {
  const { ringpost, proxy } = compose.services;
  for (const name of Object.keys(ringpost.environment)) assert.ok(known.has(name), name);
  assert.ok(existsSync(join(ROOT, 'examples/container', ringpost.build.context, 'package.json')));
  assert.equal(ringpost.build.dockerfile, DOCKERFILE);
  assert.deepEqual([ringpost.read_only, ringpost.cap_drop], [true, ['ALL']]);
  assert.deepEqual(ringpost.volumes, ['data:/data']);
  assert.ok('data' in compose.volumes);
  assert.ok(Number.parseInt(ringpost.stop_grace_period, 10) * 1_000 > SETTINGS.drainMs.fallback);
  const [, trusted = ''] = /:-([^}]*)\}/.exec(ringpost.environment.RINGPOST_TRUSTED_PROXIES) ?? [];
  assert.equal(isIP(trusted), 4);
  assert.equal(proxy.networks.default.ipv4_address, trusted);
  assert.equal(ringpost.ports, undefined, 'only the proxy is reached from outside');
});
