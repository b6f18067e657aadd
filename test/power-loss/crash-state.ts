/**
 * What a disk may hold after the power failed between two commits: everything synced, and any part
 * of what was being written. Follows the order in which SQLite writes with `synchronous = full`: a
 * log begun anew syncs its header first, then come frames, a sync, and only then, if the log is
 * long, pages into the file. A sector of 512 bytes that also holds synced bytes is old or new,
 * never lost, as SQLite assumes (powersafe overwrite). Makes bytes only, touches no file.
 */
import type { Stream } from '../../sim/script/random.ts';
import { beganAnew, type Image, LOG_HEADER_BYTES } from './recording.ts';

export type Cut = 'cut' | 'torn' | 'torn-and-cut' | 'header' | 'checkpoint' | 'whole';

export interface CrashState {
  readonly cut: Cut;
  readonly file: Buffer;
  readonly log: Buffer;
}

const SECTOR_BYTES = 512;
const PAGE_BYTES = 4_096;

/** What the power cut leaves while the commit of `after` was being written. */
export function crashState(before: Image, after: Image, chance: Stream): CrashState {
  const cut = cutOf(before, after, chance);
  const { file } = before;
  switch (cut) {
    case 'whole':
      return { cut, file, log: after.log };
    case 'checkpoint':
      return { cut, file: tornFile(before.file, after.file, chance), log: after.log };
    case 'header':
      return { cut, file, log: withHeader(before.log, after.log) };
    case 'cut':
    case 'torn':
    case 'torn-and-cut':
      return { cut, file, log: tornLog(before.log, after.log, cut, chance) };
  }
}

/** Cuts that only some commits allow are tried for most of the commits that allow them. */
function cutOf(before: Image, after: Image, chance: Stream): Cut {
  const isRare = chance.chance(60);
  if (isRare && before.file !== after.file) return 'checkpoint';
  if (isRare && beganAnew(before.log, after.log)) return 'header';
  return chance.pick(['cut', 'torn', 'torn-and-cut', 'whole']);
}

/** In a log begun anew the header was synced before new frames overwrite old ones. */
function withHeader(before: Buffer, after: Buffer): Buffer {
  const log = Buffer.from(before);
  after.copy(log, 0, 0, LOG_HEADER_BYTES);
  return log;
}

function tornLog(
  before: Buffer,
  after: Buffer,
  cut: 'cut' | 'torn' | 'torn-and-cut',
  chance: Stream,
): Buffer {
  const base = beganAnew(before, after) ? withHeader(before, after) : before;
  const from = firstDifference(base, after);
  const to = Math.max(lastDifference(base, after), from);
  const log = cut === 'cut' ? Buffer.from(after) : torn(base, after, from, to, chance);
  if (cut === 'torn') return log;
  // A file loses its end only where it had just grown; older bytes stay.
  const least = Math.max(from, Math.min(base.length, log.length));
  const end = chance.between(least, log.length);
  if (base.length <= from) return log.subarray(0, end);
  // The log has not grown, so behind the cut stand the bytes of the log before.
  const at = chance.between(from, to);
  return Buffer.concat([log.subarray(0, at), base.subarray(at), log.subarray(base.length, end)]);
}

/** Each sector of the range is new, still old, or empty; at its edges never empty. */
function torn(base: Buffer, after: Buffer, from: number, to: number, chance: Stream): Buffer {
  const log = Buffer.alloc(after.length);
  base.copy(log);
  const newShare = chance.pick([10, 50, 90]);
  for (let at = from - (from % SECTOR_BYTES); at < to; at += SECTOR_BYTES) {
    const end = Math.min(at + SECTOR_BYTES, after.length);
    if (chance.chance(newShare)) after.copy(log, at, at, end);
    else if (at >= from && chance.chance(30)) log.fill(0, at, end);
  }
  return log;
}

/** Changed pages are partly written; meanwhile the log is whole and holds every one of them. */
function tornFile(before: Buffer, after: Buffer, chance: Stream): Buffer {
  const pages: Buffer[] = [];
  for (let at = 0; at < after.length; at += PAGE_BYTES) {
    const old = Buffer.alloc(PAGE_BYTES);
    before.subarray(at, at + PAGE_BYTES).copy(old);
    const page = after.subarray(at, at + PAGE_BYTES);
    pages.push(old.equals(page) ? page : torn(old, page, 0, PAGE_BYTES, chance));
  }
  return Buffer.concat(pages);
}

function firstDifference(a: Buffer, b: Buffer): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) if (a[at] !== b[at]) return at;
  return shared;
}

/** The end of the last byte in which `b` differs from `a`. */
function lastDifference(a: Buffer, b: Buffer): number {
  if (b.length > a.length) return b.length;
  for (let at = b.length; at > 0; at -= 1) if (a[at - 1] !== b[at - 1]) return at;
  return 0;
}
