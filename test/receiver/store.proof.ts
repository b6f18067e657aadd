/**
 * The stores of the Go and Java packages in a real PostgreSQL, and the examples of TypeScript and
 * Python in a real Redis, with the drivers of their registries: handled webhooks are known after a
 * restart, and forgotten on request or after a time. If a part is not available, a test of another
 * name says so. SQLite is tested with the vectors.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { startOwnPostgres } from '../support/postgres.ts';
import { ROOT } from '../tidy/tree.ts';
import { type Ended, type RunningServer, runCommand, startServer } from './run-command.ts';

const STEP_MS_MAX = 240_000;
const SAID = ['handled', 'duplicate', 'late', 'missed 2', 'handled', 'duplicate', 'handled'];

const GO = `package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"time"

	_ "github.com/lib/pq"
	receiver "github.com/ringpost/ringpost/receiver/go"
)

func main() {
	ctx := context.Background()
	db, err := sql.Open("postgres", os.Args[1])
	check(err)
	run := func(sequence int) {
		store, err := receiver.NewSQLStore(ctx, db, true)
		check(err)
		guard := receiver.OrderGuard{Store: store, OnMissed: func(_ receiver.Event, count int) {
			fmt.Println("missed", count)
		}}
		event := receiver.Event{
			WebhookID: fmt.Sprint("msg_", sequence), EndpointID: "ep_go", Sequence: sequence,
			Payload: receiver.Payload{Data: map[string]any{"callId": "call 1/é"}},
		}
		outcome, err := guard.Run(ctx, event, func(context.Context, receiver.Event) error { return nil })
		check(err)
		fmt.Println(outcome)
	}
	for _, sequence := range []int{2, 2, 1, 5, 5} {
		run(sequence)
	}
	store, err := receiver.NewSQLStore(ctx, db, true)
	check(err)
	check(store.ForgetBefore(ctx, time.Now().Add(time.Hour)))
	run(5)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`;

const JAVA = `
import io.github.ringpost.receiver.Event;
import io.github.ringpost.receiver.JdbcStore;
import io.github.ringpost.receiver.OrderGuard;
import java.time.Instant;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

public final class Store {
    private static final PGSimpleDataSource SOURCE = new PGSimpleDataSource();

    public static void main(String[] arguments) throws Exception {
        SOURCE.setURL(arguments[0]);
        for (int sequence : new int[] {2, 2, 1, 5, 5}) run(sequence);
        new JdbcStore(SOURCE).forgetBefore(Instant.now().plusSeconds(3_600));
        run(5);
    }

    private static void run(int sequence) throws Exception {
        var guard = new OrderGuard(
                new JdbcStore(SOURCE), (event, count) -> System.out.println("missed " + count));
        Map<String, Object> data = Map.of("callId", "call 1/é");
        var payload = new Event.Payload(Event.Kind.OTHER, "", data, null);
        var event = new Event("msg_" + sequence, "ep_java", "E", 1, sequence, false, null,
                Event.Identity.SIGNED, payload);
        var outcome = guard.run(event, given -> {});
        System.out.println(outcome.name().toLowerCase());
    }
}
`;

const PYTHON = `
import sys

import redis
from redis_store import RedisStore
from ringpost_receiver import Event, OrderGuard, Payload

client = redis.Redis.from_url(sys.argv[1])
for sequence in (2, 2, 1, 5, 5):
    guard = OrderGuard(RedisStore(client), on_missed=lambda _event, count: print("missed", count))
    payload = Payload(kind="other", message="", data={"callId": "call 1/é"}, errors=())
    event = Event(
        webhook_id=f"msg_{sequence}", endpoint_id="ep_python", event="E", attempt=1,
        sequence=sequence, reopened=False, run_id=None, identity="signed", payload=payload,
    )
    print(guard.run(event, lambda given: None))
store = RedisStore(client, 60)
store.remember("ep_python", "msg_3", "call 1/é", 3)
print(store.last_sequence("ep_python", "call 1/é"))
seconds = client.ttl("ringpost:{ep_python}:webhook:msg_3")
print("is forgotten" if 0 < seconds <= 60 else seconds)
`;
const IN_REDIS = ['handled', 'duplicate', 'late', 'missed 2', 'handled', 'duplicate', '5'];

interface Made {
  readonly name: string;
  readonly had: Ended;
  readonly command: readonly string[];
  readonly said: readonly string[];
}

const directory = mkdtempSync(join(tmpdir(), 'ringpost-stores-'));
const server = await startOwnPostgres();
const redis = await startRedis();
after(async () => {
  await server.close();
  await redis?.server.stop();
  rmSync(directory, { recursive: true, force: true });
});

// Installed before the first test, because the folder is removed after the last one.
const made: readonly Made[] = [
  await inGo(),
  await inJava(),
  ...(redis === null ? [] : [inNode(redis.url), await inPython(redis.url)]),
];
if (redis === null)
  test('Redis: the example stores were not run: redis-server is missing', () => {});
for (const { name, had, command, said } of made) {
  if (had.exitCode !== 0) {
    test(`${name}: the store was not run: its driver is not available here`, (t) => {
      t.diagnostic(had.output);
    });
    continue;
  }
  test(`${name}: the store knows what was handled, and forgets on request`, async () => {
    const { exitCode, output } = await run(command, directory);
    assert.equal(exitCode, 0, output);
    assert.deepEqual(output.trim().split('\n'), said);
  });
}

async function inGo(): Promise<Made> {
  const folder = join(directory, 'go');
  mkdirSync(folder);
  const own = 'github.com/ringpost/ringpost/receiver/go';
  writeFileSync(
    join(folder, 'go.mod'),
    `module store\n\ngo 1.21\n\nrequire (\n\t${own} v0.0.0\n\tgithub.com/lib/pq v1.10.9\n)\n\n` +
      `replace ${own} => ${join(ROOT, 'receiver/go')}\n`,
  );
  writeFileSync(join(folder, 'main.go'), GO);
  const had = await run(['go', 'build', '-o', 'store', '.'], folder);
  const address = new URL(server.url);
  address.searchParams.set('sslmode', 'disable');
  return { name: 'Go', had, command: [join(folder, 'store'), String(address)], said: SAID };
}

async function inJava(): Promise<Made> {
  const folder = join(directory, 'java');
  mkdirSync(folder);
  const artifact = 'org.postgresql:postgresql:42.7.4';
  const copy = ['mvn', '-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'];
  const options = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
  const copied = await run([...copy, ...options], folder);
  writeFileSync(join(folder, 'Store.java'), JAVA);
  const sources = `${join(ROOT, 'receiver/java')}/src/main/java/io/github/ringpost/receiver/*.java`;
  const classes = `${folder}/postgresql-42.7.4.jar:${folder}/out`;
  const compile = `javac -d out -cp ${classes} ${sources} Store.java`;
  const had = copied.exitCode === 0 ? await run(['sh', '-c', compile], folder) : copied;
  const { host, pathname, username, password } = new URL(server.url);
  const address = `jdbc:postgresql://${host}${pathname}?user=${username}&password=${password}`;
  return { name: 'Java', had, command: ['java', '-cp', classes, 'Store', address], said: SAID };
}

/** Null if this machine has none. */
async function startRedis(): Promise<{ server: RunningServer; url: string } | null> {
  const probe = await run(['redis-server', '--version'], directory);
  if (probe.exitCode !== 0) return null;
  const port = await freePort();
  const options = `--bind 127.0.0.1 --port ${port} --save '' --appendonly no`;
  const ready = `until redis-cli -p ${port} ping; do sleep 0.1; done`;
  const command = `redis-server ${options} & ${ready} && echo "listening on ${port}"; wait`;
  const started = await startServer(['sh', '-c', command], { cwd: directory, environment: {} });
  return { server: started, url: `redis://127.0.0.1:${port}` };
}

function inNode(url: string): Made {
  const folder = join(import.meta.dirname, 'npm');
  const isThere = existsSync(join(folder, 'node_modules/redis/package.json'));
  const output = 'The client is not installed: npm ci --prefix test/receiver/npm';
  return {
    name: 'TypeScript in Redis',
    had: { exitCode: isThere ? 0 : 1, output },
    command: [process.execPath, join(folder, 'redis-store.js'), url],
    said: [...IN_REDIS, 'is forgotten'],
  };
}

async function inPython(url: string): Promise<Made> {
  const folder = join(directory, 'python');
  const python = join(folder, 'bin/python3');
  const venv = await run(['python3', '-m', 'venv', folder], directory);
  const install = [python, '-m', 'pip', 'install', '-q', '--only-binary', ':all:'];
  const had =
    venv.exitCode === 0 ? await run([...install, 'redis==8.1.0', 'cryptography'], directory) : venv;
  const paths = ['receiver/python', 'receiver/python/examples'].map((path) => join(ROOT, path));
  const program = `import sys; sys.path[:0] = ${JSON.stringify(paths)}`;
  return {
    name: 'Python in Redis',
    had,
    command: [python, '-B', '-c', `${program}${PYTHON}`, url],
    said: [...IN_REDIS, 'is forgotten'],
  };
}

function run(command: readonly string[], cwd: string) {
  const environment = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  return runCommand(command, { cwd, environment }, STEP_MS_MAX);
}
