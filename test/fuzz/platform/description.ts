/**
 * What each adapter's platform sends, as the adapter's own test describes it to the conformance
 * suite, so that a new adapter takes part by itself. The test files are imported a second time,
 * with a listener in the place of the suite, so that no test runs here.
 */
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ADAPTER_NAMES } from '../../../src/ingest/adapters.ts';
import { type Description, heard } from './listening.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The query of the URL by which a test file is imported for its description. */
const MARK = '?described';
const LISTENING = new URL('./listening.ts', import.meta.url).href;

/** The descriptions in the order of the registry. Throws if an adapter has none. */
export async function descriptions(): Promise<readonly Description[]> {
  if (heard.length === 0) await listen();
  return ADAPTER_NAMES.flatMap((name) => {
    const mine = heard.filter(({ adapter }) => adapter.name === name);
    if (mine.length > 0) return mine;
    throw new Error(
      `No test/ingest/${name}/*.test.ts says by conform() what the platform of the adapter ` +
        `${name} sends: docs/guides/add-a-provider.md shows how.`,
    );
  });
}

async function listen(): Promise<void> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const replaced = specifier === 'node:test' || specifier.endsWith('/conformance.ts');
      if (!replaced || !context.parentURL?.endsWith(MARK)) return next(specifier, context);
      return { url: LISTENING, shortCircuit: true };
    },
  });
  try {
    for (const file of globSync('test/ingest/*/*.test.ts', { cwd: ROOT }).sort()) {
      const path = join(ROOT, file);
      if (!/\bconform(?:<|\()/.test(readFileSync(path, 'utf8'))) continue;
      await import(pathToFileURL(path).href + MARK);
    }
  } finally {
    hooks.deregister();
  }
}
