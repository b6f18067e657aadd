/**
 * The negative control of the kill loop: a copy of the service in which the writer answers before
 * it commits. From its first report on it commits 400 ms late, so a kill takes what was answered
 * since. Changes nothing in the tree; refuses when the code no longer fits.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FILE = 'src/store/sqlite/batch.ts';
const BEGIN = "database.exec('begin immediate');";
const COMMIT = "database.exec('commit');";
const RUN = 'requests.map((request) => runWrite(session, request))';
const NOTING = `requests.map((request) => {
        reported ||= request.name === 'accept';
        return runWrite(session, request);
      })`;
const LATE = `if (!reported) ${COMMIT}
    else late ??= setTimeout(() => {
      late = undefined;
      if (database.isTransaction) ${COMMIT}
    }, 400);`;

export async function copyWithEarlyAnswers(): Promise<{
  /** The copy of `src/main.ts`. */
  readonly main: string;
  remove(): Promise<void>;
}> {
  const copy = await mkdtemp(join(tmpdir(), 'ringpost-early-'));
  for (const part of ['src', 'sql', 'package.json']) {
    await cp(join(ROOT, part), join(copy, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const file = join(copy, FILE);
  await writeFile(file, planted(await readFile(file, 'utf8')));
  return {
    main: join(copy, 'src/main.ts'),
    remove: () => rm(copy, { recursive: true }),
  };
}

function planted(code: string): string {
  const begun = replaceOnce(code, BEGIN, `if (!database.isTransaction) ${BEGIN}`);
  const noting = replaceOnce(begun, RUN, NOTING);
  const late = replaceOnce(noting, COMMIT, LATE);
  return `${late}\nlet late: NodeJS.Timeout | undefined;\nlet reported = false;\n`;
}

function replaceOnce(code: string, from: string, to: string): string {
  if (code.split(from).length !== 2) throw new Error(`${FILE} has not exactly one ${from}`);
  return code.replace(from, to);
}
