#!/usr/bin/env node
/**
 * The `ringpost` command. It runs the source in a checkout, and in a package, which has none, what
 * `.ci/build.ts` made of it. Both need Node 24.15 or newer; an older Node starts the one that is
 * installed with the package.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const source = new URL('../main.js', import.meta.url);
const program = existsSync(source) ? source : new URL('../../dist/src/main.js', import.meta.url);
const main = fileURLToPath(program);
const argumentsLeft = process.argv.slice(2);

if (major > 24 || (major === 24 && minor >= 15)) {
  process.argv.splice(1, process.argv.length - 1, main, ...argumentsLeft);
  await import(program.href);
} else {
  const child = spawn(findNode(), [main, ...argumentsLeft], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

function findNode() {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    process.stderr.write(
      `ringpost needs Node 24.15 or newer, this is ${process.version}, and no bundled one is ` +
        'installed: put a newer Node on the PATH, or install without --omit=optional\n',
    );
    process.exit(1);
  }
}
