/**
 * The file of `--config`: the names of the environment with their values, as one JSON object, such
 * as `{"RINGPOST_PORT": 8090}`, or as TOML if its name ends in `.toml`. Only its owner writes it,
 * so a name that does not exist is a fault here. A secret is better named by `..._FILE`: a file
 * that others can read is warned of. No message repeats a value.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Toml from 'smol-toml';
import { faultIn } from './json-fault.ts';
import { isSecretName, KNOWN_NAMES, nearestName } from './setting-name.ts';

export interface FileTexts {
  /** By the name of the environment. */
  readonly texts: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const READABLE_BY_OTHERS = 0o004;

export function readConfigFile(path: string): FileTexts {
  let text: string;
  let mode: number;
  try {
    text = readFileSync(path, 'utf8');
    mode = statSync(path).mode;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return wrong(`${path} of --config cannot be read (${code})`);
  }
  const parsed = path.endsWith('.toml') ? parsedToml(text) : parsedJson(text);
  if ('fault' in parsed) return wrong(`${path} of --config is ${parsed.fault}`);
  const { root } = parsed;
  if (typeof root !== 'object' || root === null || Array.isArray(root)) {
    return wrong(`${path} of --config must be a JSON object, such as {"RINGPOST_PORT": 8090}`);
  }
  return { ...textsOf(path, root), warnings: warningsOf(path, root, mode) };
}

/** `fault`: what the text is not, and from where on. */
type Parsed = { readonly root: unknown } | { readonly fault: string };

function parsedJson(text: string): Parsed {
  try {
    return { root: JSON.parse(text) };
  } catch {
    const { line, column } = faultIn(text);
    return { fault: `no JSON from line ${line} column ${column} on` };
  }
}

const load = createRequire(import.meta.url);

/** The parser takes half a megabyte, so only a start that needs it loads it (decision 60). */
function parsedToml(text: string): Parsed {
  const { parse, TomlError }: typeof Toml = load('smol-toml');
  try {
    return { root: parse(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // Its message quotes the line.
    return { fault: `no TOML at line ${error.line} column ${error.column}` };
  }
}

function wrong(problem: string): FileTexts {
  return { texts: {}, problems: [problem], warnings: [] };
}

function textsOf(path: string, root: object): Pick<FileTexts, 'texts' | 'problems'> {
  const texts: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(root)) {
    const text = textOf(value);
    if (!KNOWN_NAMES.has(name)) {
      problems.push(`${name} in ${path} is no setting of this version${nearestName(name)}`);
    } else if (text === null) {
      problems.push(`${name} in ${path} must be a text, a number or a list of texts`);
    } else {
      texts[name] = text;
    }
  }
  return { texts, problems };
}

/** Lists are written with commas in the environment. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) return null;
  return value.join(',');
}

function warningsOf(path: string, root: object, mode: number): readonly string[] {
  const secret = Object.keys(root).find(isSecretName);
  if (secret === undefined || (mode & READABLE_BY_OTHERS) === 0) return [];
  return [
    `${path} holds ${secret} and every user of this machine can read it: chmod 600 ${path}, or ` +
      `name a file with ${secret}_FILE.`,
  ];
}
