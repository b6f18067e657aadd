/**
 * The HTTP of each package over real sockets: redirects are not followed, an endless body is cut, a
 * log that comes later is read, and one that never comes is given up. The vectors replace this
 * part. If a language is not available, a test of another name says so.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readCallLog } from '../../receiver/src/index.ts';
import { ROOT } from '../tidy/tree.ts';
import { runCommand } from './run-command.ts';

const STEP_MS_MAX = 240_000;
const CALLS = ['never', 'redirect', 'later', 'endless', 'there'] as const;
const EXPECTED = ['never', 'refused', 'log', 'refused', 'log'];

const directory = mkdtempSync(join(tmpdir(), 'ringpost-transport-'));
const seen = new Set<string>();
const server = createServer((request, response) => {
  const call = request.url?.split('/').at(-1) ?? '';
  const asker = `${request.headers.authorization} ${call}`;
  if (call === 'never') response.writeHead(404).end('{"detail":"None will come."}');
  else if (call === 'redirect') response.writeHead(302, { location: 'there' }).end();
  else if (call === 'endless') writeForEver(response);
  else if (call === 'later' && !seen.has(asker)) {
    response.writeHead(404, { 'retry-after': '1' }).end('{}');
  } else response.writeHead(200).end('{"turns":[]}');
  seen.add(asker);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Program {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Makes a folder that holds only this file. */
  readonly command: string;
}

const PACKAGES = join(ROOT, 'receiver');
const JAVA = `${PACKAGES}/java/src/main/java/io/github/ringpost/receiver/*.java`;
const LIST = CALLS.map((call) => `"${call}"`).join(', ');
const GO = 'github.com/ringpost/ringpost/receiver/go';
const PROGRAMS: readonly Program[] = [
  {
    name: 'Python',
    file: 'calls.py',
    command: `PYTHONPATH=${PACKAGES}/python PYTHONDONTWRITEBYTECODE=1 python3 calls.py`,
    text: `from ringpost_receiver import read_call_log
for call in (${LIST}):
    found = read_call_log("${url}", "Python", call, seconds=9)
    print(getattr(found, "reason", "log"))
`,
  },
  {
    name: 'Go',
    file: 'main.go',
    command:
      `printf 'module calls\\ngo 1.21\\nrequire ${GO} v0.0.0\\n` +
      `replace ${GO} => ${PACKAGES}/go\\n' > go.mod; GOFLAGS=-mod=mod GOTOOLCHAIN=local go run .`,
    text: `package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	receiver "${GO}"
)

func main() {
	for _, call := range []string{${LIST}} {
		_, err := receiver.ReadCallLog(context.Background(), receiver.CallLogOptions{
			URL: "${url}", APIKey: "Go", CallID: call, Time: 9 * time.Second,
		})
		var none *receiver.NoLogError
		if errors.As(err, &none) {
			fmt.Println(none.Reason)
		} else {
			fmt.Println("log")
		}
	}
}
`,
  },
  {
    name: 'Java',
    file: 'Calls.java',
    command: `javac -d out ${JAVA} Calls.java && java -cp out Calls`,
    text: `import io.github.ringpost.receiver.CallLogs;
import java.time.Duration;

public final class Calls {
    public static void main(String[] arguments) throws Exception {
        for (String call : new String[] {${LIST}}) {
            var logs = new CallLogs("${url}", "Java");
            var found = logs.readCallLog(call, 100, Duration.ofSeconds(9));
            System.out.println(found.log() == null ? found.reason() : "log");
        }
        System.exit(0);
    }
}
`,
  },
  {
    name: 'PHP',
    file: 'calls.php',
    command: 'php calls.php',
    text: `<?php
require '${PACKAGES}/php/autoload.php';
foreach ([${LIST}] as $call) {
    $found = (new Ringpost\\Receiver\\CallLogs('${url}', 'PHP'))->readCallLog($call, seconds: 9);
    echo $found->reason ?? 'log', "\\n";
}
`,
  },
  {
    name: 'Ruby',
    file: 'calls.rb',
    command: `ruby -I ${PACKAGES}/ruby/lib calls.rb`,
    text: `require 'ringpost_receiver'
[${LIST}].each do |call|
  found = RingpostReceiver.read_call_log(url: '${url}', api_key: 'Ruby', call_id: call, seconds: 9)
  puts found.reason || 'log'
end
`,
  },
  {
    name: 'C#',
    file: 'Calls.cs',
    command:
      'mcs -langversion:7 -r:System.Net.Http -r:System.Data -out:calls.exe ' +
      `${PACKAGES}/csharp/src/*.cs Calls.cs && mono calls.exe`,
    text: `using System;
using Ringpost.Receiver;

internal static class Calls
{
    private static void Main()
    {
        foreach (string call in new[] { ${LIST} })
        {
            var logs = new CallLogs("${url}", "CSharp");
            CallLog found = logs.ReadCallLogAsync(call, 100, 9).GetAwaiter().GetResult();
            string said = found.Log != null ? "log" : found.Reason.ToString().ToLowerInvariant();
            Console.WriteLine(said);
        }
    }
}
`,
  },
];

test('TypeScript: endless bodies are cut, redirects refused, late logs read', async () => {
  const said: string[] = [];
  for (const callId of CALLS) {
    const found = await readCallLog({ url, apiKey: 'TypeScript', callId, seconds: 9 });
    said.push(found.kind === 'log' ? 'log' : found.reason);
  }
  assert.deepEqual(said, EXPECTED);
});

for (const { name, file, text, command } of PROGRAMS) {
  test(`${name}: the same, or the language is missing and was not run`, async (t) => {
    const folder = join(directory, name);
    mkdirSync(folder);
    writeFileSync(join(folder, file), text);
    const surroundings = { cwd: folder, environment: {} };
    const { exitCode, output } = await runCommand(['sh', '-c', command], surroundings, STEP_MS_MAX);
    // The shell's exit code for a missing program.
    if (exitCode === 127) t.diagnostic(`NOT RUN: ${output}`);
    else assert.deepEqual(output.trim().split('\n'), EXPECTED, output);
  });
}

/** Sends 16 KiB at a time, as long as the other side reads. */
function writeForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(16_384, ' ');
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', write);
  };
  response.on('error', () => {});
  response.writeHead(200);
  write();
}
