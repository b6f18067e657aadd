/**
 * The entry of the process: parses the command line and calls one command of `src/cli/`. Compiled
 * code is cached beside the packages, if possible, so that the next start is faster. JavaScript,
 * because Node cannot cache this file: to strip its types, each start loaded a compiler, which
 * took 13 MB and 80 ms. Holds nothing else.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

// glibc takes no limit later (decision 56); the new program is the same process, with the same id.
// It would lose the channel to a parent that has one, as `node --watch` has.
const [, , command = 'start'] = process.argv;
const isService = command === 'start' || command.startsWith('-');
const isReplaceable = process.platform === 'linux' && process.send === undefined;
if (isService && isReplaceable && process.env.MALLOC_ARENA_MAX === undefined) {
  const line = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, line, { ...process.env, MALLOC_ARENA_MAX: '2' });
}

// This call is for the main thread; worker threads read the directory from the environment.
enableCompileCache(COMPILED);
process.env.NODE_COMPILE_CACHE ??= COMPILED;
const { createProgram, withCommand } = await import('./cli/program.ts');

await createProgram().parseAsync(withCommand(process.argv));
