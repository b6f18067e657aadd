/**
 * The entry of the process: parses the command line and calls one command of `src/cli/`. Compiled
 * code is cached beside the packages, if possible, so that the next start is faster. JavaScript,
 * because Node cannot cache this file: to strip its types, each start loaded a compiler, which
 * took 13 MB and 80 ms. Holds nothing else.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

// This call is for the main thread; worker threads read the directory from the environment.
enableCompileCache(COMPILED);
process.env.NODE_COMPILE_CACHE ??= COMPILED;
const { createProgram, withCommand } = await import('./cli/program.ts');

await createProgram().parseAsync(withCommand(process.argv));
