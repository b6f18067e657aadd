/**
 * The stores of the packages in Go and Java in a real PostgreSQL, with the drivers of their
 * registries: what was handled is known after a restart, and forgotten when asked. Where a driver
 * cannot be had, a test of another name says so. SQLite is run with the vectors.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startOwnPostgres } from '../support/postgres.ts';
import { ROOT } from '../tidy/tree.ts';
import { runCommand } from './run-command.ts';

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

const directory = mkdtempSync(join(tmpdir(), 'ringpost-stores-'));
const server = await startOwnPostgres();
after(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

// All is had before the first test: the folder is removed after the last one.
const made = [await inGo(), await inJava()];
for (const { name, had, command } of made) {
  if (had.exitCode !== 0) {
    test(`${name}: the store was not run: its driver cannot be had here`, (t) => {
      t.diagnostic(had.output);
    });
    continue;
  }
  test(`${name}: the store knows what was handled, and forgets when asked`, async () => {
    const { exitCode, output } = await run(command, directory);
    assert.equal(exitCode, 0, output);
    assert.deepEqual(output.trim().split('\n'), SAID);
  });
}

async function inGo() {
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
  return { name: 'Go', had, command: [join(folder, 'store'), String(address)] };
}

async function inJava() {
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
  return { name: 'Java', had, command: ['java', '-cp', classes, 'Store', address] };
}

function run(command: readonly string[], cwd: string) {
  const environment = { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  return runCommand(command, { cwd, environment }, STEP_MS_MAX);
}
