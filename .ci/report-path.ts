/**
 * `npx node .ci/report-path.ts`: the files behind one report, as a stranger opens them. It follows
 * the value imports (types left out) from the reports route, intake, the dispatcher, the custom
 * channel, and accept and settle of the embedded store, and prints how many files and lines there
 * are in each folder. `--list` names the files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import process from 'node:process';

const ROOT = join(import.meta.dirname, '..');
const ROOTS = [
  'src/http/routes/reports.ts',
  'src/engine/intake.ts',
  'src/engine/dispatch/dispatcher.ts',
  'src/channel/custom/channel.ts',
  'src/store/sqlite/accept.ts',
  'src/store/sqlite/settle.ts',
];
const IMPORT = /^(?:import|export)\s+(?!type\b)([^;]*?)from '(\.[^']+)';/gms;

const found = new Map<string, number>();
const waiting = ROOTS.map((path) => join(ROOT, path));
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (found.has(file) || !existsSync(file)) continue;
  const text = readFileSync(file, 'utf8');
  found.set(file, text.replace(/\n$/, '').split('\n').length);
  for (const [, names = '', path = ''] of text.matchAll(IMPORT)) {
    const given = names.replace(/[{}]/g, '').split(',');
    const isValue = given.some((name) => name.trim() !== '' && !/^type\s/.test(name.trim()));
    if (isValue) waiting.push(normalize(join(dirname(file), path)));
  }
}

const folders = new Map<string, { files: number; lines: number }>();
for (const [file, lines] of found) {
  const folder = dirname(relative(ROOT, file));
  const before = folders.get(folder) ?? { files: 0, lines: 0 };
  folders.set(folder, { files: before.files + 1, lines: before.lines + lines });
  if (process.argv.includes('--list')) console.log(`${relative(ROOT, file)} ${lines}`);
}
for (const [folder, { files, lines }] of [...folders].sort()) {
  console.log(`${folder}: ${files} files, ${lines} lines`);
}
const lines = [...found.values()].reduce((sum, each) => sum + each, 0);
console.log(`${found.size} files, ${lines} lines`);
