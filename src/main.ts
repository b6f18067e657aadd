/**
 * The entry of the process: reads the command line and hands over to one command of `src/cli/`.
 * What is compiled is kept beside the packages, where it can be, so that the next start is shorter.
 * Holds nothing else.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

// The call is for this thread; the threads that it starts read the name in the environment.
enableCompileCache(COMPILED);
process.env.NODE_COMPILE_CACHE ??= COMPILED;
const { createProgram } = await import('./cli/program.ts');

await createProgram().parseAsync(process.argv);
