/**
 * Follows a guide to the letter: reads its code blocks that name a file, and puts them into a tree.
 * A block ```ts PATH is a new file; ```diff PATH changes one, with `@@` between two places, each of
 * which must be found exactly once. A guide that no longer fits the tree is refused with the place.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Block {
  readonly language: 'ts' | 'diff' | 'sh';
  /** Empty for commands. */
  readonly path: string;
  readonly text: string;
}

/** The guides that add a part, and are followed by a test. */
export const GUIDES = ['add-a-provider.md', 'add-a-trigger.md', 'add-a-channel.md'] as const;

const ROOT = join(import.meta.dirname, '../..');

/** The blocks that change the tree, in order: those with a path, and commands marked `sh tree`. */
export function blocksOf(guide: string): readonly Block[] {
  const page = readFileSync(join(ROOT, 'docs/guides', guide), 'utf8');
  const found = page.matchAll(/^```(ts|diff|sh) (\S+)\n(.*?)^```$/gms);
  return [...found].map(([, language = '', path = '', text = '']) => ({
    language: language === 'ts' || language === 'diff' ? language : 'sh',
    path: language === 'sh' ? '' : path,
    text,
  }));
}

/** The files that the blocks of a guide make or change. */
export function pathsOf(blocks: readonly Block[]): readonly string[] {
  return [...new Set(blocks.map(({ path }) => path).filter((path) => path !== ''))];
}

/** Puts a block into the tree at `root`; throws if it does not fit. `run` executes commands. */
export function put(root: string, block: Block, run: (commands: string) => void): void {
  const file = join(root, block.path);
  switch (block.language) {
    case 'sh':
      run(block.text);
      return;
    case 'ts':
      if (existsSync(file)) throw new Error(`${block.path} is there already`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, block.text);
      return;
    case 'diff':
      writeFileSync(file, changed(readFileSync(file, 'utf8'), block));
  }
}

function changed(before: string, { path, text }: Block): string {
  return text.split(/^@@.*\n/m).reduce((whole, place) => {
    const lines = place.split('\n').slice(0, -1);
    const side = (other: string) =>
      lines
        .filter((line) => !line.startsWith(other))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [old, now] = [side('+'), side('-')];
    const parts = whole.split(old);
    if (parts.length !== 2) {
      throw new Error(
        `${path}: these lines are there ${parts.length - 1} times, not once:\n${old}`,
      );
    }
    return parts.join(now);
  }, before);
}
