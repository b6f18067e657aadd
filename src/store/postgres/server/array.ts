/**
 * A whole column of a set as one parameter, in PostgreSQL's binary form of an array. As text, the
 * driver would quote each value and the server would read it character by character.
 */

export type SetValue = string | number | bigint | null;

/** Types of columns, as a statement casts its parameters, with their object ids. */
const OIDS = { bigint: 20, smallint: 21, integer: 23, int: 23, text: 25 } as const;
export type ElementType = keyof typeof OIDS;

const INTEGER_BYTES = { bigint: 8, smallint: 2, integer: 4, int: 4 } as const;

/** How many dimensions, whether there may be nulls, the type, the length, the first index. */
const HEADER_BYTES = 20;
const DIMENSIONS = 1;
const NULLS = 1;
const LOWER_BOUND = 1;
/** The length of an element stands before it; a null has no more than that. */
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const HIGH = 2 ** 32;

export function arrayOf(type: ElementType, values: readonly SetValue[]): Buffer {
  return type === 'text' ? texts(values) : integers(type, values);
}

function texts(values: readonly SetValue[]): Buffer {
  let bytes = HEADER_BYTES + LENGTH_BYTES * values.length;
  for (const value of values) if (value !== null) bytes += Buffer.byteLength(asText(value));
  const { buffer, view } = begin('text', values.length, bytes);
  let at = HEADER_BYTES;
  for (const value of values) {
    const start = at + LENGTH_BYTES;
    const length = value === null ? NULL_LENGTH : buffer.write(asText(value), start);
    view.setInt32(at, length);
    at = start + Math.max(0, length);
  }
  return buffer;
}

function asText(value: string | number | bigint): string {
  return typeof value === 'string' ? value : String(value);
}

function integers(type: Exclude<ElementType, 'text'>, values: readonly SetValue[]): Buffer {
  const width = INTEGER_BYTES[type];
  const bytes = HEADER_BYTES + (LENGTH_BYTES + width) * values.length;
  const { buffer, view } = begin(type, values.length, bytes);
  let at = HEADER_BYTES;
  for (const value of values) {
    view.setInt32(at, value === null ? NULL_LENGTH : width);
    at += LENGTH_BYTES;
    if (value === null) continue;
    writeInteger(view, at, width, value);
    at += width;
  }
  return buffer.subarray(0, at);
}

function writeInteger(
  view: DataView,
  at: number,
  width: 2 | 4 | 8,
  value: string | number | bigint,
): void {
  if (!isOfWidth(value, width)) throw new TypeError(`${value} is no integer of ${width} bytes`);
  if (typeof value === 'bigint') view.setBigInt64(at, value);
  else if (width === 2) view.setInt16(at, value);
  else if (width === 4) view.setInt32(at, value);
  else {
    view.setInt32(at, Math.floor(value / HIGH));
    // The lower half of the two's complement.
    view.setInt32(at + 4, value);
  }
}

/** Numbers up to 2^53, as keys, times and counts are; only hashes are bigints. */
function isOfWidth(value: string | number | bigint, width: 2 | 4 | 8): value is number | bigint {
  if (typeof value === 'bigint') return width === 8 && BigInt.asIntN(64, value) === value;
  return Number.isSafeInteger(value) && Math.abs(Number(value)) < 2 ** (8 * width - 1);
}

function begin(type: ElementType, length: number, bytes: number) {
  const buffer = Buffer.allocUnsafe(bytes);
  const view = new DataView(buffer.buffer, buffer.byteOffset, bytes);
  view.setInt32(0, DIMENSIONS);
  view.setInt32(4, NULLS);
  view.setInt32(8, OIDS[type]);
  view.setInt32(12, length);
  view.setInt32(16, LOWER_BOUND);
  return { buffer, view };
}
