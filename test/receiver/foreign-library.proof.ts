/**
 * The libraries of Standard Webhooks and Svix, unmodified, as receivers of an endpoint with
 * hmac-sha256: in Python and Go, if available (`npm test` runs their npm packages). They accept
 * what the real service signed, and refuse another body. If a library is not available, a test of
 * another name says so.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startReceiver } from '../journey/receiver.ts';
import { callApi, startService } from '../support/service-process.ts';
import { type Ended, runCommand } from './run-command.ts';

const INSTALL_MS_MAX = 240_000;
const RUN_MS_MAX = 240_000;

const directory = mkdtempSync(join(tmpdir(), 'ringpost-foreign-'));
const service = await startService({ directory: join(directory, 'data') });
const receiver = await startReceiver();
after(async () => {
  await service.kill();
  await receiver.close();
  rmSync(directory, { recursive: true, force: true });
});
const endpoint = await callApi(service, 'POST', '/v1/endpoints', {
  name: 'Foreign',
  kind: 'custom',
  target: `${receiver.url}/hook`,
  auth: { method: 'hmac-sha256' },
  triggers: ['OUTBOUND_CALL_CALLING'],
});
const secret = String(Object(endpoint.body).newSecret);
await callApi(service, 'POST', '/v1/calls/call_foreign/reports', {
  status: 'CALLING',
  direction: 'OUTBOUND',
  clientId: 'é漢字',
});
await receiver.until((received) => received.length > 0);
const [came] = receiver.received;
assert.ok(came !== undefined);
writeFileSync(
  join(directory, 'request.json'),
  JSON.stringify({ secret, headers: came.headers, body: came.body }),
);

const LIBRARIES = {
  python: [
    { name: 'standardwebhooks', from: 'standardwebhooks', pinned: 'standardwebhooks==1.1.0' },
    { name: 'svix', from: 'svix.webhooks', pinned: 'svix==2.9.1' },
  ],
  go: [
    {
      name: 'standard-webhooks',
      module: 'github.com/standard-webhooks/standard-webhooks/libraries',
      path: 'github.com/standard-webhooks/standard-webhooks/libraries/go',
      version: 'v0.0.1',
    },
    {
      name: 'svix',
      module: 'github.com/svix/svix-webhooks',
      path: 'github.com/svix/svix-webhooks/go',
      version: 'v1.44.0',
    },
  ],
} as const;

// Installed before the first test, because the folder is removed after the last one.
const python = await Promise.all(LIBRARIES.python.map(inPython));
const go = await Promise.all(LIBRARIES.go.map(inGo));
for (const library of [...python, ...go]) {
  const { name, had, command } = library;
  if (had.exitCode !== 0) {
    test(`${name} was not run: it is not available here`, (t) => t.diagnostic(had.output));
    continue;
  }
  test(`${name} accepts what the service signed, and refuses another body`, async () => {
    const surroundings = { cwd: directory, environment: {} };
    const { exitCode, output } = await runCommand(command, surroundings, RUN_MS_MAX);
    assert.equal(exitCode, 0, output);
    assert.deepEqual(output.trim().split('\n'), ['valid', 'refused']);
  });
}

interface Library {
  readonly name: string;
  readonly had: Ended;
  /** Prints a line for the body as it came, and one for another body. */
  readonly command: readonly string[];
}

async function inPython({
  name,
  from,
  pinned,
}: (typeof LIBRARIES.python)[number]): Promise<Library> {
  const folder = join(directory, name);
  const surroundings = { cwd: directory, environment: {} };
  const python = join(folder, 'bin/python3');
  const made = await runCommand(['python3', '-m', 'venv', folder], surroundings, INSTALL_MS_MAX);
  const install = [python, '-m', 'pip', 'install', '-q', '--only-binary', ':all:', pinned];
  const had = made.exitCode === 0 ? await runCommand(install, surroundings, INSTALL_MS_MAX) : made;
  const program = `
import json
from ${from} import Webhook, WebhookVerificationError
request = json.load(open("request.json"))
for body in (request["body"], request["body"] + " "):
    try:
        Webhook(request["secret"]).verify(body.encode(), request["headers"])
        print("valid")
    except WebhookVerificationError:
        print("refused")
`;
  return { name: `${pinned} of Python`, had, command: [python, '-c', program] };
}

async function inGo({
  name,
  module,
  path,
  version,
}: (typeof LIBRARIES.go)[number]): Promise<Library> {
  const folder = join(directory, `go-${name}`);
  mkdirSync(folder);
  const environment = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const required = `module receiver\n\ngo 1.21\n\nrequire ${module} ${version}\n`;
  writeFileSync(join(folder, 'go.mod'), required);
  writeFileSync(join(folder, 'main.go'), goProgram(path));
  const build = ['go', 'build', '-o', 'receiver', '.'];
  const had = await runCommand(build, { cwd: folder, environment }, INSTALL_MS_MAX);
  const command = [join(folder, 'receiver'), join(directory, 'request.json')];
  return { name: `${path} ${version} of Go`, had, command };
}

function goProgram(path: string): string {
  return `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	webhooks "${path}"
)

func main() {
	var request struct {
		Secret, Body string
		Headers      map[string]string
	}
	content, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(content, &request)
	}
	if err != nil {
		panic(err)
	}
	webhook, err := webhooks.NewWebhook(request.Secret)
	if err != nil {
		panic(err)
	}
	headers := http.Header{}
	for name, value := range request.Headers {
		headers.Set(name, value)
	}
	for _, body := range []string{request.Body, request.Body + " "} {
		if webhook.Verify([]byte(body), headers) == nil {
			fmt.Println("valid")
		} else {
			fmt.Println("refused")
		}
	}
}
`;
}
