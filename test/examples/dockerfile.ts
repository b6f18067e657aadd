/**
 * Reads `examples/container/Dockerfile`: its stages, and in each the instructions with their
 * continued lines joined. Comments are left out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tidy/tree.ts';

export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export interface Stage {
  /** Null for the last one, which is the image. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

export const DOCKERFILE = 'examples/container/Dockerfile';

export function stages(): readonly Stage[] {
  const text = readFileSync(join(ROOT, DOCKERFILE), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  const found: { name: string | null; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    if (name === 'FROM') {
      found.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? null, instructions: [] });
    } else if (name !== '') {
      found.at(-1)?.instructions.push({ name, rest: rest.replace(/\s+/g, ' ') });
    }
  }
  return found;
}

/** The instructions of this name in a stage, in order. */
export function all(stage: Stage | undefined, name: string): readonly string[] {
  const { instructions = [] } = stage ?? {};
  return instructions.filter((each) => each.name === name).map(({ rest }) => rest);
}

/** The JSON list of the only instruction of this name, such as ENTRYPOINT. */
export function listOf(stage: Stage | undefined, name: string): readonly string[] {
  const [text = '[]'] = all(stage, name);
  return JSON.parse(text.slice(text.indexOf('[')));
}
