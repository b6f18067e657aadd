/**
 * Commands of the documents, read from their Markdown and run by a shell as they stand, so that the
 * test runs what a reader copies.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TIMEOUT_MS = 60_000;
const RINGPOST = fileURLToPath(new URL('../../src/cli/ringpost.js', import.meta.url));
/**
 * A refused request fails the command, and curl prints the answer's status. `npx` would start npm
 * first, half a second of processor time: here it runs the same files with the Node of the tests.
 */
const PRELUDE = `set -eu
curl() { command curl -f -sS "$@"; }
npx() {
  case $1 in
    ringpost) "${process.execPath}" "${RINGPOST}" "\${@:2}" ;;
    node) "${process.execPath}" "\${@:2}" ;;
    *) command npx "$@" ;;
  esac
}
`;

/** The code blocks of a language in a document, in order. */
export function blocksOf(document: string, language = 'sh'): readonly string[] {
  return blocksIn(readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8'), language);
}

/** The same of a part of a document. */
export function blocksIn(text: string, language = 'sh'): readonly string[] {
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].map(([, block = '']) => block);
}

export interface Surroundings {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Resolves with the output; rejects with it if a command fails. */
export function runBlock(block: string, { directory, variables }: Surroundings): Promise<string> {
  return run('bash', ['-c', PRELUDE + block], { directory, variables });
}

export function run(
  file: string,
  parameters: readonly string[],
  { directory, variables }: Surroundings,
): Promise<string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(file, parameters, {
      cwd: directory,
      env: { PATH, NODE_COMPILE_CACHE, HOME: directory, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`ended with ${code}:\n${parameters.at(-1)}\n${output}`));
    });
  });
}
