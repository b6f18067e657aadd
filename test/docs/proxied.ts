/**
 * The samples for nginx and Caddy in the guide to deploying, before a real service. Only addresses,
 * ports and certificates are the test's. If a program is not installed, its test says so and checks
 * the text alone.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { JOIN_MS } from '../../src/engine/live/live-hub.ts';
import { HTTP_LIMITS } from '../../src/http/service.ts';
import { caller, TOKEN } from '../http/caller.ts';
import { type Bundle, setup } from '../http/setup.ts';
import { freePort } from '../support/free-port.ts';
import { isInstalled } from '../support/program.ts';
import { blocksOf } from './shell-block.ts';

const GUIDE = 'docs/guides/deploy.md';
const HOST = 'calls.example.com';
/** The time limit of a test; a proxy that buffers a stream would wait for ever. */
const TIMEOUT_MS = 60_000;

interface Sample {
  readonly program: 'nginx' | 'caddy';
  /** The whole configuration, from the block in the guide. */
  config(block: string, at: { proxy: number; service: string; directory: string }): string;
  parameters(directory: string): readonly string[];
  /** Its output when it listens. */
  readonly ready: string;
}

export const NGINX: Sample = {
  program: 'nginx',
  config: (block, { proxy, service, directory }) => {
    const server = block
      .replace('listen 443 ssl;', `listen 127.0.0.1:${proxy};`)
      .replaceAll(/^ *ssl_.*\n/gm, '')
      .replace('http://127.0.0.1:8080', service);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${directory}/${name};`)
      .join('\n');
    // Its workers write into the directory of this test, so they run as its user.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    return `daemon off; ${user} pid ${directory}/pid; error_log stderr notice;
      events {} http { access_log off; ${places} ${server} }`;
  },
  parameters: (directory) => ['-p', directory, '-e', 'stderr', '-c', join(directory, 'config')],
  ready: 'start worker process ',
};

export const CADDY: Sample = {
  program: 'caddy',
  config: (block, { proxy, service }) => {
    const sites = `http://${HOST}:${proxy}, http://127.0.0.1:${proxy} {`;
    const site = block.replace(`${HOST} {`, sites).replace('127.0.0.1:8080', new URL(service).host);
    return `{\n  admin off\n  auto_https off\n}\n${site}`;
  },
  parameters: (directory) => {
    const config = join(directory, 'config');
    return ['run', '--adapter', 'caddyfile', '--config', config];
  },
  ready: 'serving initial configuration',
};

/** The sample before a service at this path. */
export function testSample(sample: Sample, base: '' | '/ringpost'): void {
  const where = base === '' ? 'the top' : base;
  const name = `the sample for ${sample.program}, with the service at ${where}`;
  test(name, { timeout: TIMEOUT_MS }, async (t) => {
    const bundle = await setup(t, {
      publicUrl: `https://${HOST}${base}`,
      trustedProxies: ['127.0.0.1'],
      machineName: 'elsewhere',
    });
    const proxy = await started(t, sample, bundle.url);
    if (proxy === null) return;
    const { url } = proxy;
    const call = caller(`${url}${base}`);
    await noClientChoosesItsAddress(call);
    // Names: the public one, and an address.
    assert.equal(await statusOf(`${url}${base}`, HOST), 200);
    assert.equal((await call('GET', '/v1/project')).status, 200);
    assert.equal((await call('GET', '/metrics')).status, 403, 'metrics stay inside');
    // Call ids keep their percent-encoding.
    const report = { status: 'CALLING', direction: 'OUTBOUND' };
    const reported = await call('POST', '/v1/calls/a%2Fb%20c/reports', report);
    assert.equal(reported.at('/callId'), 'a/b c', reported.text);
    await bodiesOfTheApiPass(call);
    await eventsAreNotKeptBack(call, bundle, `${url}${base}`);
    // Stopped before the service, which would wait for connections that a proxy keeps.
    await proxy.stop();
  });
}

interface Proxy {
  readonly url: string;
  /** Waits until it has ended. */
  stop(): Promise<void>;
}

/** Null if it is not installed here. */
async function started(t: TestContext, sample: Sample, service: string): Promise<Proxy | null> {
  const [block = ''] = blocksOf(GUIDE, sample.program);
  assert.match(block, /X-Forwarded-For/);
  if (!isInstalled(sample.program)) {
    t.diagnostic(`${sample.program} is not installed: its sample was not run`);
    return null;
  }
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-proxy-'));
  const proxy = await freePort();
  const config = sample.config(block, { proxy, service, directory });
  await writeFile(join(directory, 'config'), config);
  const env = { PATH: process.env.PATH, HOME: directory };
  const child = spawn(sample.program, [...sample.parameters(directory)], { env });
  const stop = async (): Promise<void> => {
    const isGone = child.exitCode !== null || child.signalCode !== null;
    const gone = isGone ? null : once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  };
  t.after(async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  });
  await said(child, sample.ready);
  return { url: `http://127.0.0.1:${proxy}`, stop };
}

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(words)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the proxy ended: ${output}`)));
  });
}

function statusOf(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${TOKEN}` };
    const asked = request(`${url}/v1/project`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject).end();
  });
}

/** A client claims other addresses: the audit log must name the true one. */
async function noClientChoosesItsAddress(call: Bundle['call']): Promise<void> {
  const headers = { 'x-forwarded-for': '203.0.113.66', forwarded: 'for=203.0.113.66' };
  const body = { name: 'x', scopes: ['reports:write'] };
  const made = await call('POST', '/v1/api-keys', body, { headers });
  assert.equal(made.status, 201, made.text);
  assert.equal((await call('GET', '/v1/audit')).at('/data/0/address'), '127.0.0.1');
}

/** As large as the API admits; the API itself refuses larger ones, in its own words. */
async function bodiesOfTheApiPass(call: Bundle['call']): Promise<void> {
  const turns = [{ speaker: 'AGENT', text: 'Hello', startMs: 0, endMs: 900 }];
  const log = { direction: 'OUTBOUND', startedAt: '2026-11-20T00:00:00Z', turns };
  for (const [bytes, status] of [
    [HTTP_LIMITS.callLogBytesMax, 201],
    [HTTP_LIMITS.callLogBytesMax + 1_000, 413],
  ] as const) {
    const raw = JSON.stringify(log).padEnd(bytes, ' ');
    const answer = await call('POST', '/v1/call-logs/large', undefined, { raw });
    assert.equal(answer.status, status, answer.text);
    if (status === 413) assert.equal(answer.at('/code'), 'BODY_TOO_LARGE', answer.text);
  }
}

/** Each event comes through before the next one happens. */
async function eventsAreNotKeptBack(call: Bundle['call'], bundle: Bundle, url: string) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const stop = new AbortController();
  const stream = await fetch(`${url}/v1/stream`, { headers, signal: stop.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  const until = async (words: string): Promise<void> => {
    while (!seen.includes(words)) {
      seen += (await reader?.read())?.value ?? assert.fail(`it ended: ${seen}`);
    }
  };
  await until('event: hello');
  for (const [at, serviceName] of ['Acme', 'Acme again'].entries()) {
    assert.equal((await call('PATCH', '/v1/project', { serviceName })).status, 200);
    bundle.clock.advance(JOIN_MS);
    await until(`id: ${at + 1}\n`);
  }
  stop.abort();
}
