/**
 * `node test/receiver/vector/make.ts` writes `receiver/vectors/*.json` anew. Run it after you add a
 * case; the diff shows which expectations changed.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { VECTOR_FOLDER, vectorFiles } from './file.ts';

for (const name of readdirSync(VECTOR_FOLDER)) {
  if (name.endsWith('.json')) rmSync(new URL(name, VECTOR_FOLDER));
}
for (const [name, text] of Object.entries(await vectorFiles())) {
  writeFileSync(new URL(name, VECTOR_FOLDER), text);
  console.log(`${name}: ${JSON.parse(text).cases.length} vectors`);
}
