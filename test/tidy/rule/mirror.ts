/**
 * Tests mirror the source: `src/core/call/transition.ts` is tested by
 * `test/core/call/transition.test.ts`. A file that another suite covers is named here, with that
 * suite. Files that hold only types and constants need no test.
 */
import { scan } from '../scan.ts';
import { isCode, type Rule, type SourceFile, violation } from '../tree.ts';

const MIRRORED = /^src\/(?:core|engine|channel|store|ingest|inbox|http|system|config|observe)\//;
const LOGIC = /\bfunction\b|\bclass\s|\b(?:const|let)\s+\w[^;]*?=>/;

/** File, or folder with a trailing slash, to the suite that covers it. */
export const COVERED_BY: Readonly<Record<string, string>> = {
  // What a store promises is tested through its port, on every engine alike.
  'src/store/operation/': 'test/store/sqlite/conformance.test.ts',
  'src/store/postgres/': 'test/store/postgres/conformance.test.ts',
  'src/store/sqlite/': 'test/store/sqlite/conformance.test.ts',
  'src/store/statement.ts': 'test/store/sqlite/conformance.test.ts',
  // The parts of the dispatcher show in what it does: they are tested through it.
  'src/engine/dispatcher-limits.ts': 'test/engine/dispatcher.test.ts',
  'src/engine/flights.ts': 'test/engine/dispatcher.test.ts',
  'src/engine/head-reader.ts': 'test/engine/dispatcher-store.test.ts',
  'src/engine/pacer.ts': 'test/engine/dispatcher-turns.test.ts',
  'src/engine/resident-heads.ts': 'test/engine/head-window.test.ts',
  'src/engine/slot-line.ts': 'test/engine/dispatcher-turns.test.ts',
  'src/engine/store-facts.ts': 'test/engine/endpoint-queue.test.ts',
  'src/engine/wake-timer.ts': 'test/engine/dispatcher.test.ts',
  // What a box is told shows in what the receivers do, what it may be told in the API's answers.
  'src/inbox/desk.ts': 'test/inbox/http-receiver.test.ts',
  'src/inbox/programme-check.ts': 'test/http/routes/inbox-boxes.test.ts',
  // A table and the readers of its columns: tested through what reads the whole table.
  'src/config/settings.ts': 'test/config/read-settings.test.ts',
  'src/config/read-value.ts': 'test/config/read-settings.test.ts',
  // The figures are made from events and tested with them.
  'src/observe/meter.ts': 'test/observe/events.test.ts',
  // Hooks, limits and fallbacks of the server show only in its answers.
  'src/http/not-found.ts': 'test/http/server.test.ts',
  'src/http/query-values.ts': 'test/http/server.test.ts',
  'src/http/routes.ts': 'test/http/server.test.ts',
  // A body in an envelope that is tested by itself: both show in what arrives.
  'src/channel/slack/channel.ts': 'test/channel/conformance/slack.test.ts',
  'src/channel/teams/channel.ts': 'test/channel/conformance/teams.test.ts',
  // What a schema shows and refuses is tested through the routes that use it.
  'src/http/author.ts': 'test/http/routes/deliveries.test.ts',
  'src/http/delivery-list.ts': 'test/http/routes/deliveries.test.ts',
  'src/http/openapi/annotate.ts': 'test/http/openapi/example.test.ts',
  'src/http/openapi/webhook.ts': 'test/http/openapi/document.test.ts',
  'src/http/schema/call.ts': 'test/http/routes/calls.test.ts',
  'src/http/schema/delivery.ts': 'test/http/routes/deliveries.test.ts',
  'src/http/schema/inbox.ts': 'test/http/routes/inbox.test.ts',
  'src/http/schema/shared.ts': 'test/http/openapi/document.test.ts',
};

export function mirrored(coveredBy: Readonly<Record<string, string>>): Rule {
  return (files) => {
    const paths = new Set(files.map(({ path }) => path));
    const untested = files
      .filter((file) => MIRRORED.test(file.path) && isCode(file.path) && hasLogic(file))
      .filter(({ path }) => !paths.has(mirrorOf(path)) && suiteOf(path, coveredBy) === null)
      .map(({ path }) => violation(path, 1, `has no ${mirrorOf(path)} and no named suite`));
    return [...untested, ...staleEntries(paths, coveredBy)];
  };
}

function hasLogic({ text }: SourceFile): boolean {
  return LOGIC.test(scan(text).code);
}

function mirrorOf(path: string): string {
  return path.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts');
}

function suiteOf(path: string, coveredBy: Readonly<Record<string, string>>): string | null {
  const entry = Object.keys(coveredBy).find((key) =>
    key.endsWith('/') ? path.startsWith(key) : path === key,
  );
  return entry === undefined ? null : (coveredBy[entry] ?? null);
}

/** An entry whose file is gone, whose suite is gone, or that its own test made needless. */
function staleEntries(paths: ReadonlySet<string>, coveredBy: Readonly<Record<string, string>>) {
  return Object.entries(coveredBy).flatMap(([key, suite]) => {
    const exists = key.endsWith('/')
      ? [...paths].some((path) => path.startsWith(key))
      : paths.has(key);
    if (!exists) return [violation(key, 1, 'is on the list of covered files but does not exist')];
    if (!paths.has(suite)) return [violation(key, 1, `is said to be covered by ${suite}: missing`)];
    return paths.has(mirrorOf(key)) ? [violation(key, 1, 'has its own test: take it off')] : [];
  });
}
