/**
 * The file of `ringpost apply`: JSON with a part for the project, endpoints, sources and
 * scorecards. A secret is never in the file: it names a variable (`{"env": "NAME"}`) or a file
 * (`{"file": "path"}`). Every fault is told with its path or line. The service checks the rest.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { faultIn } from '../../config/json-fault.ts';
import { hasSecretTarget, isEndpointKind } from '../../core/endpoint/endpoint.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface SettingsFile {
  readonly project: Fields | null;
  /** Null: the file has no such part, and nothing of it is touched. */
  readonly endpoints: readonly Named[] | null;
  readonly sources: readonly Named[] | null;
  readonly scorecards: readonly Named[] | null;
}

/** A record with its secrets in plain, and where it stands in the file. */
export interface Named {
  readonly path: string;
  readonly name: string;
  readonly fields: Fields;
  /** The file names where the target is, so it is shown as a secret is. */
  readonly hidesTarget: boolean;
}

const PARTS = ['project', 'endpoints', 'sources', 'scorecards'] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws an Error with every fault, a line each. */
export function readSettingsFile(path: string, environment: Environment): SettingsFile {
  const root = parsed(path);
  const reader = new Reader(dirname(resolve(path)), environment);
  if (!isFields(root)) throw new Error(`${path} must be a JSON object with ${PARTS.join(', ')}.`);
  for (const name of Object.keys(root)) {
    if (!PARTS.some((part) => part === name)) {
      reader.fault(name, `is no part of this file; known are ${PARTS.join(', ')}`);
    }
  }
  const file: SettingsFile = {
    project: reader.project(root.project),
    endpoints: reader.list('endpoints', root.endpoints, (fields, at) =>
      reader.endpoint(fields, at),
    ),
    sources: reader.list('sources', root.sources, (fields, at) => reader.source(fields, at)),
    scorecards: reader.list('scorecards', root.scorecards, (fields) => fields),
  };
  if (reader.faults.length > 0) throw new Error(`${path}:\n  ${reader.faults.join('\n  ')}`);
  return file;
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`${path} cannot be read (${code}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = faultIn(text);
    throw new Error(`${path} is no JSON from line ${line} column ${column} on.`);
  }
}

class Reader {
  readonly faults: string[] = [];
  readonly #directory: string;
  readonly #environment: Environment;

  constructor(directory: string, environment: Environment) {
    this.#directory = directory;
    this.#environment = environment;
  }

  fault(path: string, message: string): void {
    this.faults.push(`${path}: ${message}`);
  }

  project(value: unknown): Fields | null {
    if (value === undefined) return null;
    if (isFields(value)) return value;
    this.fault('project', 'must be an object');
    return null;
  }

  /** A record is known by its name, so no two may share one. */
  list(
    part: string,
    value: unknown,
    read: (fields: Fields, at: string) => Fields,
  ): readonly Named[] | null {
    if (value === undefined) return null;
    if (!Array.isArray(value)) {
      this.fault(part, 'must be a list');
      return null;
    }
    const seen = new Set<string>();
    return value.flatMap((each: unknown, index) => {
      const path = `${part}[${index}]`;
      if (!isFields(each) || typeof each.name !== 'string') {
        this.fault(path, 'must be an object with a name');
        return [];
      }
      const { name } = each;
      if (seen.has(name)) this.fault(path, `another record of ${part} has the name "${name}"`);
      seen.add(name);
      return [{ path, name, fields: read(each, path), hidesTarget: isFields(each.target) }];
    });
  }

  endpoint(fields: Fields, at: string): Fields {
    const { auth, headers, target, kind } = fields;
    const read: Record<string, unknown> = { ...fields };
    if (isFields(auth)) {
      read.auth = this.#withSecrets(auth, ['token', 'secret'], `${at}.auth`);
      if (auth.method === 'hmac-sha256' && auth.secret === undefined) {
        this.fault(`${at}.auth.secret`, 'name the variable or file that holds it');
      }
    }
    if (Array.isArray(headers)) {
      read.headers = headers.map((header: unknown, index) =>
        isFields(header) ? this.#withSecrets(header, ['value'], `${at}.headers[${index}]`) : header,
      );
    }
    const isSecret = isEndpointKind(kind) && hasSecretTarget(kind);
    if (isSecret || isFields(target))
      Object.assign(read, this.#withSecrets(fields, ['target'], at, read));
    return read;
  }

  source(fields: Fields, at: string): Fields {
    return this.#withSecrets(fields, ['secret', 'previousSecret'], at);
  }

  #withSecrets(
    fields: Fields,
    names: readonly string[],
    at: string,
    into: Fields = fields,
  ): Fields {
    const present = names.filter((name) => fields[name] !== undefined);
    const read = present.map((name) => [name, this.#secret(fields[name], `${at}.${name}`)]);
    return { ...into, ...Object.fromEntries(read) };
  }

  #secret(value: unknown, at: string): string | null {
    if (isFields(value) && Object.keys(value).length === 1) {
      if (typeof value.env === 'string') return this.#variable(value.env, at);
      if (typeof value.file === 'string') return this.#file(value.file, at);
    }
    this.fault(at, 'is a secret: name where it is, {"env": "NAME"} or {"file": "path"}');
    return null;
  }

  #variable(name: string, at: string): string | null {
    const value = this.#environment[name];
    if (value !== undefined && value !== '') return value;
    this.fault(at, `the variable ${name} is not set`);
    return null;
  }

  #file(path: string, at: string): string | null {
    try {
      return readFileSync(resolve(this.#directory, path), 'utf8').replace(/\r?\n$/, '');
    } catch {
      this.fault(at, `the file ${path} cannot be read`);
      return null;
    }
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
