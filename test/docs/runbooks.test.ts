/**
 * The runbooks: the commands for failed deliveries are run as they stand on a service that was
 * broken as they describe (`runbooks.proof.ts` runs the others), and every command line and API
 * path that a guide names exists.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createProgram } from '../../src/cli/program.ts';
import { setup } from '../http/setup.ts';
import { askUntil } from '../support/ask-until.ts';
import { API_KEY, callApi } from '../support/service-process.ts';
import {
  blocksUnder,
  broken,
  endpointAt,
  HEADINGS,
  PAGE,
  receiverAt,
  sectionOf,
} from './runbook-setup.ts';
import { runBlock } from './shell-block.ts';

const PARTS = ['**Mend**', '**Lost**', '**Over**'];

/** In a terminal, a unit or a sentence, but not what a start prints in the first column. */
const COMMAND_LINE =
  /(?:(?:\bnpx |bin\/|^\$ |^)ringpost(?! has)|(?:main|ringpost)\.js) +([a-z][^\n`|;]*)/gm;

test('each runbook says how to mend, what is lost and how to know that it is over', () => {
  const found = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(found, HEADINGS);
  for (const heading of HEADINGS) {
    for (const part of PARTS) assert.ok(sectionOf(heading).includes(part), `${heading}: ${part}`);
  }
});

test('a customer got nothing while an endpoint was down: found, mended, over', async (t) => {
  const { service, directory, port } = await broken(t);
  const endpoint = await endpointAt(service, port);
  for (const call of ['gone-1', 'gone-2', 'gone-3']) {
    await callApi(service, 'POST', `/v1/calls/${call}/reports`, {
      status: 'CALLING',
      direction: 'OUTBOUND',
    });
  }
  const open = `/v1/deliveries?endpointId=${endpoint}&notState=delivered`;
  const states = async (): Promise<readonly string[]> => {
    const { body } = await callApi(service, 'GET', open);
    return Object(body).data.map(({ state }: { state: string }) => state);
  };
  const isGivenUp = (state: string) => state === 'exhausted';
  await askUntil('three given up', states, (all) => all.filter(isGivenUp).length === 3);
  const variables = { URL: service.url, KEY: API_KEY, ENDPOINT: endpoint, CALL: 'gone-1' };
  const at = { directory, variables };
  const [explain = '', , left = ''] = blocksUnder('A customer got nothing');
  assert.match(await runBlock(explain, at), /Given up after 2 attempts \(last error: refused\)/);
  assert.match(await runBlock(left, at), /"state":"exhausted"/);

  const [look = '', mend = '', over = ''] = blocksUnder('An endpoint was down for two days');
  assert.match(await runBlock(look, at), /"nextStep":"Start the receiver.*"state":"held"/s);
  const came = await receiverAt(t, port);
  const said = await runBlock(mend, at);
  assert.match(said, /"outcome":"delivered".*"health":\{"state":"healthy".*"reopened":3/s);
  // If `enable` had not ended the hold, it would delay them for 30 s.
  await askUntil('all delivered', states, (all) => all.length === 0);
  assert.match(await runBlock(over, at), /"data":\[\]/);
  assert.equal(new Set(came).size, 4, 'a sample, and each of the three once');

  const [, replay = ''] = blocksUnder('A customer got nothing');
  assert.match(await runBlock(replay, at), /"outcome":"delivered"/);
  await askUntil('all delivered', states, (all) => all.length === 0);
  assert.equal(came.length, 6, 'another sample, and the replay');
  assert.equal(new Set(came).size, 5, 'the replay has the id of the first webhook');
});

test('every command of ringpost in the guides exists, with its flags', () => {
  const known = new Map(
    createProgram().commands.map((command) => [
      command.name(),
      ['--help', ...command.options.flatMap(({ long }) => long ?? [])],
    ]),
  );
  const wrong = guides().flatMap(({ name, text }) =>
    [...text.matchAll(COMMAND_LINE)].flatMap(([line, rest = '']) => {
      const [command = '', ...words] = rest.split(/\s+/);
      const flags = known.get(command);
      const unknown = words
        .map((word) => /^--[a-z-]+/.exec(word)?.[0])
        .filter((flag) => flag !== undefined && flags?.includes(flag) !== true);
      return flags === undefined || unknown.length > 0 ? [`${name}: ${line}`] : [];
    }),
  );
  assert.deepEqual(wrong, []);
});

test('every path of the API in the guides exists', async (t) => {
  const { call } = await setup(t);
  const document = await call('GET', '/openapi.json', undefined, { token: null });
  const paths = Object.keys(Object(document.at('/paths'))).map((path) =>
    path.replaceAll(/\{\w+\}/g, '*'),
  );
  const wrong = guides().flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![\w.])(?:\$URL|GET |POST |PATCH |PUT |DELETE )(\/v1\/[^\s"'`?;,)#|]+)/g)]
      .map(([, path = '']) => path.replace(/[.:]$/, ''))
      .filter((path) => !paths.some((each) => fits(path, each)))
      .map((path) => `${name}: ${path}`),
  );
  assert.deepEqual(wrong, []);
});

/** A variable or an example's id in a path matches any part. */
function fits(path: string, known: string): boolean {
  const parts = path.split('/');
  const wanted = known.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every(
      (part, at) => part === '*' || part === parts[at] || parts[at]?.startsWith('$') === true,
    )
  );
}

function guides(): readonly { readonly name: string; readonly text: string }[] {
  const folder = new URL('../../docs/guides/', import.meta.url);
  return readdirSync(folder).map((name) => ({
    name,
    text: readFileSync(new URL(name, folder), 'utf8').replaceAll('\\\n', ' '),
  }));
}
