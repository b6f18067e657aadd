/**
 * The file of an export: lines of JSON. The first one is the header; then, for each table, a line
 * with its columns and one list for each row; the last line has the counts and the SHA-256 of all
 * lines before it, sealed under the passphrase, so that a file that was cut or changed is refused.
 * Written and read as a stream: memory does not grow with the file.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Secrets } from '../../engine/ports/secrets.ts';
import type { Part, Value } from '../../store/operation/transfer/column.ts';
import { makePartial, partialOf } from '../../store/partial-file.ts';
import type { KeyMaking } from './passphrase.ts';

const FORMAT = 1;
const CHECK_CONTEXT = 'export-check';
const CHECK_TEXT = 'ringpost';
const END_CONTEXT = 'export-end';
/** A line is one row; the largest rows are call logs and results of some megabytes. */
const LINE_BYTES_MAX = 64 * 1_024 * 1_024;
const CHUNK_BYTES = 256 * 1_024;
const NEWLINE = 10;

export interface ExportedProject {
  readonly key: number;
  readonly id: string;
  readonly name: string;
}

export interface HeaderFacts {
  /** Made anew for each export; an import that goes on knows its file by it. */
  readonly id: string;
  readonly version: string;
  /** The number of the newest migration of the store. */
  readonly schema: number;
  readonly madeAt: string;
  readonly store: 'sqlite' | 'postgres';
  readonly projects: readonly ExportedProject[];
  readonly with: readonly Part[];
  /** Whether open deliveries are in the file as they are, or cancelled. */
  readonly open: 'keep' | 'cancel';
  readonly key: KeyMaking;
}

export interface Header extends HeaderFacts {
  readonly ringpost: 'export';
  readonly format: typeof FORMAT;
  /** A text that only the right passphrase opens. */
  readonly check: string;
}

export interface End {
  readonly rows: number;
  /** How many rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly sha256: string;
  /** The SHA-256, sealed. */
  readonly seal: string;
}

export type Line =
  | { readonly kind: 'header'; readonly header: Header }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly row: readonly Value[] }
  | { readonly kind: 'end'; readonly end: End };

/** Writes beside the name and renames at the end: the name never has half an export. */
export class ExportWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #box: Secrets;
  readonly #sha256 = createHash('sha256');
  readonly #tables: Record<string, number> = {};
  #text = '';
  #table = '';
  #rows = 0;
  #bytes = 0;

  private constructor(path: string, file: FileHandle, box: Secrets) {
    this.#path = path;
    this.#file = file;
    this.#box = box;
  }

  /** Throws if the file is there already. */
  static async begin(path: string, facts: HeaderFacts, box: Secrets): Promise<ExportWriter> {
    if (await exists(path)) throw new Error(`${path} is there already. Name another file.`);
    const file = await open(makePartial(path), 'r+');
    const writer = new ExportWriter(path, file, box);
    const check = box.seal(CHECK_TEXT, CHECK_CONTEXT);
    await writer.#line({ ringpost: 'export', format: FORMAT, ...facts, check });
    return writer;
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async table(name: string, columns: readonly string[]): Promise<void> {
    this.#table = name;
    this.#tables[name] = 0;
    await this.#line({ table: name, columns });
  }

  async row(values: readonly Value[]): Promise<void> {
    this.#rows += 1;
    this.#tables[this.#table] = (this.#tables[this.#table] ?? 0) + 1;
    await this.#line(values);
  }

  /** The file is complete and on disk when the promise resolves. */
  async end(): Promise<End> {
    await this.#flush();
    const sha256 = this.#sha256.digest('hex');
    const seal = this.#box.seal(sha256, END_CONTEXT);
    const end: End = { rows: this.#rows, tables: this.#tables, sha256, seal };
    await this.#file.write(`${JSON.stringify({ end })}\n`);
    await this.#file.sync();
    await this.#file.close();
    await rename(partialOf(this.#path), this.#path);
    const directory = await open(dirname(this.#path), 'r');
    await directory.sync();
    await directory.close();
    return end;
  }

  async drop(): Promise<void> {
    await this.#file.close().catch(() => {});
    await unlink(partialOf(this.#path)).catch(() => {});
  }

  async #line(value: unknown): Promise<void> {
    this.#text += `${JSON.stringify(value)}\n`;
    if (this.#text.length >= CHUNK_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#sha256.update(bytes);
    this.#bytes += bytes.length;
    await this.#file.writeFile(bytes);
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Reads the header alone. */
export async function headerOf(path: string): Promise<Header> {
  for await (const { text } of linesOf(path, 0)) {
    const line = parsed(text);
    if (line?.kind === 'header') return line.header;
    break;
  }
  throw new Error(`${path} is no export of Ringpost of a format that this version knows.`);
}

/** Throws if the passphrase is another one. */
export function assertPassphrase(header: Header, box: Secrets): void {
  try {
    if (box.open(header.check, CHECK_CONTEXT) === CHECK_TEXT) return;
  } catch {
    // The box says that a master key is wrong; here it is a passphrase.
  }
  throw new Error('The passphrase is not the one of this export.');
}

/** Reads the whole file. Throws if it was cut or changed, or lacks rows. */
export async function verified(path: string, box: Secrets): Promise<End> {
  const sha256 = createHash('sha256');
  let last: string | null = null;
  for await (const { text } of linesOf(path, 0)) {
    if (last !== null) sha256.update(last).update('\n');
    last = text;
  }
  const line = last === null ? null : parsed(last);
  if (line?.kind !== 'end') {
    throw new Error(`${path} is cut: its last line is missing. Copy or export it again.`);
  }
  const found = sha256.digest('hex');
  let sealed = '';
  try {
    sealed = box.open(line.end.seal, END_CONTEXT);
  } catch {
    // The last line was made without the passphrase.
  }
  if (found !== line.end.sha256 || found !== sealed) {
    throw new Error(`${path} was changed since it was exported. Copy or export it again.`);
  }
  return line.end;
}

/** The lines from a byte on; `offset` of each is the first byte behind it. */
export async function* exportLines(
  path: string,
  from: number,
): AsyncGenerator<Line & { readonly offset: number; readonly bytes: number }> {
  for await (const { text, offset } of linesOf(path, from)) {
    const line = parsed(text);
    if (line === null) throw new Error(`${path} has a line that no export has, before ${offset}.`);
    yield { ...line, offset, bytes: text.length };
  }
}

function parsed(text: string): Line | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  // `verified` has proved that Ringpost wrote the line; only the header is read before that.
  if (Array.isArray(value)) return { kind: 'row', row: value };
  if (typeof value !== 'object' || value === null) return null;
  if ('table' in value)
    return { kind: 'table', ...(value as { table: string; columns: string[] }) };
  if ('end' in value) return { kind: 'end', end: value.end as End };
  const isHeader = 'ringpost' in value && value.ringpost === 'export';
  if (!isHeader || !('format' in value) || value.format !== FORMAT) return null;
  return { kind: 'header', header: value as Header };
}

async function* linesOf(
  path: string,
  from: number,
): AsyncGenerator<{ readonly text: string; readonly offset: number }> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let offset = from;
  // A stream without an encoding reads buffers.
  for await (const chunk of createReadStream(path, {
    start: from,
    highWaterMark: CHUNK_BYTES,
  }) as AsyncIterable<Buffer>) {
    let begin = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, begin);
      if (end === -1) break;
      const text = Buffer.concat([...rest, chunk.subarray(begin, end)]).toString('utf8');
      offset += restBytes + end - begin + 1;
      [rest, restBytes, begin] = [[], 0, end + 1];
      yield { text, offset };
    }
    rest.push(chunk.subarray(begin));
    restBytes += chunk.length - begin;
    if (restBytes > LINE_BYTES_MAX) throw new Error(`${path} has a line that is too long.`);
  }
}
