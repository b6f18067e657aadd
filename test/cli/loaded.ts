/**
 * Loaded before the program (`node --import`), in each of its threads: prints the directory from
 * which compiled code is read, and at the end how many modules of which package were loaded.
 * Changes neither.
 */
import { getCompileCacheDir, registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

let typebox = 0;
let modules = 0;
registerHooks({
  load: (url, context, next) => {
    modules += 1;
    if (/node_modules\/(?:typebox|@fastify\/type-provider-typebox)\//.test(url)) typebox += 1;
    return next(url, context);
  },
});
// The main thread learns its directory after this file.
if (!isMainThread) process.stderr.write(`thread compiled at ${getCompileCacheDir()}\n`);
else process.on('exit', () => process.stderr.write(`${modules} modules, ${typebox} of TypeBox\n`));
