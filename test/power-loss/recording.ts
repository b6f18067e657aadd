/**
 * The real store under a stream of reports, settlements and manual changes, with an image of its
 * files after every commit beside what it had acknowledged by then. Batches are written here as the
 * worker thread would, because an image must be taken between a commit and its answers. The log is
 * small, so that it is folded into the file and begun anew every few commits.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stream } from '../../sim/script/random.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { DATABASE_FILE, openReader, openWriter } from '../../src/store/sqlite/open.ts';
import type { Performers } from '../../src/store/sqlite/parts.ts';
import { readBatch, writeBatch } from '../../src/store/sqlite/performer.ts';
import { WriteSession } from '../../src/store/sqlite/session.ts';
import { storeOn } from '../../src/store/sqlite/store.ts';
import { Bench, epochOf, HandClock } from '../store/given.ts';
import { contentOf } from './content.ts';
import { type Promised, Work } from './work.ts';

/** The files at rest after a commit; all of it had been synced. */
export interface Image {
  readonly file: Buffer;
  readonly log: Buffer;
  /** A hash of every row, to recognise the state by. */
  readonly content: string;
}

/** The image, and what was acknowledged between the image before and this one. */
export interface Step {
  readonly image: Image;
  readonly promised: readonly Promised[];
}

export interface Recording {
  readonly steps: readonly Step[];
  /** How often the log was folded into the file, and how often it was begun anew. */
  readonly checkpoints: number;
  readonly restarts: number;
}

export const LOG_HEADER_BYTES = 32;
const CHECKPOINT_PAGES = 60;

/** Works in `directory`, which may hold a database already; leaves the last image in it. */
export async function record(options: {
  readonly directory: string;
  readonly commits: number;
  readonly chance: Stream;
  readonly startMs: number;
}): Promise<Recording> {
  const { directory, commits, chance } = options;
  const steps: Step[] = [];
  let promised: Promised[] = [];
  const connections = open(directory, () => {
    const image = imageOf(directory, connections.reader, steps.at(-1)?.image);
    steps.push({ image, promised });
    promised = [];
  });
  const clock = new HandClock();
  clock.nowMs = options.startMs;
  const store = storeOn(connections.performers);
  const { key } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: clock.nowMs,
  });
  const bench = new Bench({ ...store, condition: () => store.condition(directory, 0) }, clock, key);
  bench.epoch = await epochOf(store);
  const present = await store.endpoints({ projectKey: key, afterKey: null, limit: 10 });
  for (let missing = 2 - present.length; missing > 0; missing -= 1) await bench.endpoint();
  const work = new Work(bench, chance, (each) => promised.push(each));
  while (steps.length < commits) await work.turn();
  await store.close();
  const images = steps.map(({ image }) => image);
  const changed = (differ: (a: Image, b: Image) => boolean): number =>
    images.filter((image, index) => index > 0 && differ(images[index - 1] ?? image, image)).length;
  return {
    steps,
    checkpoints: changed((a, b) => a.file !== b.file),
    restarts: changed((a, b) => beganAnew(a.log, b.log)),
  };
}

/** Whether the salts in the log's header differ: then its old frames no longer count. */
export function beganAnew(before: Buffer, after: Buffer): boolean {
  return !before.subarray(0, LOG_HEADER_BYTES).equals(after.subarray(0, LOG_HEADER_BYTES));
}

function open(
  directory: string,
  onCommit: () => void,
): { readonly performers: Performers; readonly reader: Connection } {
  const writer = openWriter(directory, null);
  writer.database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const session = new WriteSession(writer);
  const reader = openReader(directory);
  const never = { onDeath: () => {} };
  return {
    reader,
    performers: {
      writer: {
        ...never,
        perform: async (requests) => {
          const message = writeBatch(session, requests);
          if (message.commits !== 1) throw new Error(`${message.commits} commits in a batch`);
          onCommit();
          return message;
        },
        close: async () => writer.close(),
      },
      reader: {
        ...never,
        perform: async (requests) => readBatch(reader, requests),
        close: async () => reader.close(),
      },
    },
  };
}

function imageOf(directory: string, reader: Connection, before: Image | undefined): Image {
  const path = join(directory, DATABASE_FILE);
  const file = readFileSync(path);
  return {
    file: before?.file.equals(file) ? before.file : file,
    log: readFileSync(`${path}-wal`),
    content: contentOf(reader.database),
  };
}
