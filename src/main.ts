/**
 * The entry of the process: reads the command line and hands over to one command of `src/cli/`.
 * What is compiled is kept beside the packages, where it can be, so that the next start is shorter.
 * Holds nothing else.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { createProgram } = await import('./cli/program.ts');

await createProgram().parseAsync(process.argv);
