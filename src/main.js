/**
 * The entry of the process: parses the command line and calls one command of `src/cli/`. Compiled
 * code is cached beside the packages, if possible, so that the next start is faster. JavaScript,
 * because Node cannot cache this file: to strip its types, each start loaded a compiler, which
 * took 13 MB and 80 ms. Holds nothing else.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

// Limits of memory that glibc and V8 read only when a program begins (decisions 56 and 58). The new
// program is the same process, with the same id. It would lose the channel to a parent that opened
// one, as `node --watch` does.
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(2 ** 20) };
const YOUNG_HALF_MIB = 8;
/** Of the program itself; all others belong to a command. */
const OWN_FLAGS = ['-h', '--help', '-V', '--version'];
const [node = '', file = '', ...given] = process.argv;
const [first = '-'] = given;
// `ringpost` alone, or with flags of `start`, is `ringpost start`.
const isBare = first.startsWith('-') && !OWN_FLAGS.includes(first);
const line = [node, file, ...(isBare ? ['start'] : []), ...given];
const isReplaceable = process.platform === 'linux' && process.send === undefined;
if (line[2] === 'start' && isReplaceable && process.env.MALLOC_ARENA_MAX === undefined) {
  const flag = `--max-semi-space-size=${YOUNG_HALF_MIB}`;
  const words = [process.execPath, flag, ...process.execArgv, ...line.slice(1)];
  process.execve(process.execPath, words, { ...process.env, ...MEMORY });
}

// This call is for the main thread; worker threads read the directory from the environment.
enableCompileCache(COMPILED);
process.env.NODE_COMPILE_CACHE ??= COMPILED;
const { createProgram } = await import('./cli/program.ts');

await createProgram().parseAsync(line);
