/**
 * The sum of many verdicts: counts, seeds with violations, and one hash over all trace hashes in
 * the order of seeds, so that two machines or two versions of Node can be compared by one line.
 */
import { createHash } from 'node:crypto';
import type { Verdict } from './verdict.ts';

export class Tally {
  seeds = 0;
  attempts = 0;
  reports = 0;
  lives = 0;
  virtualMs = 0;
  readonly failing: Verdict[] = [];
  /** Seeds whose second run had another hash. */
  readonly unequal: number[] = [];
  readonly profiles = new Map<string, number>();
  readonly #hash = createHash('sha256');

  add(verdict: Verdict): void {
    const { counts, profile, violations } = verdict;
    this.seeds += 1;
    this.attempts += counts.attempts;
    this.reports += counts.reports;
    this.lives += counts.lives;
    this.virtualMs += counts.virtualMs;
    this.profiles.set(profile, (this.profiles.get(profile) ?? 0) + 1);
    this.#hash.update(verdict.hash);
    if (violations.length > 0) this.failing.push(verdict);
  }

  get isClean(): boolean {
    return this.seeds > 0 && this.failing.length === 0 && this.unequal.length === 0;
  }

  progress(wallMs: number): string {
    const hours = number(this.virtualMs / 3_600_000);
    const pace = number((this.attempts * 1_000) / Math.max(1, wallMs));
    const sum = `${number(this.seeds)} seeds, ${number(this.attempts)} simulated attempts`;
    const bad = this.failing.length === 0 ? '' : `, ${this.failing.length} seeds with violations`;
    return `${sum}, ${hours} virtual hours, ${pace} attempts/s${bad}`;
  }

  /** Called once, at the end. `twice`: each seed was played again, to compare. */
  summary(wallMs: number, twice: boolean): string[] {
    const shares = [...this.profiles].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      this.progress(wallMs),
      `${number(this.reports)} reports acknowledged, ${number(this.lives)} lives of the process`,
      shares.map(([profile, seeds]) => `${profile} ${seeds}`).join(', '),
      `hash over all traces: ${this.#hash.digest('hex')}`,
      ...this.#verdict(twice),
    ];
  }

  #verdict(twice: boolean): string[] {
    if (this.seeds === 0) return ['NOT PROVED: no seed was played to its end'];
    if (this.isClean) return [noViolation(this.seeds, twice)];
    return [
      ...(this.unequal.length === 0 ? [] : [`NOT DETERMINISTIC: seeds ${this.unequal.join(', ')}`]),
      ...(this.failing.length === 0 ? [] : [violationsLine(this.failing)]),
    ];
  }
}

export function noViolation(seeds: number, twice: boolean): string {
  const runs = seeds === 1 ? 'this run' : `all ${number(seeds)} runs`;
  const same = twice ? '; played twice, the same hash both times' : '';
  return `no violation: every promise held in ${runs}${same}`;
}

/** How many seeds are listed for a checker; each had a line of its own before. */
const LISTED_MAX = 10;

function violationsLine(failing: readonly Verdict[]): string {
  const byChecker = new Map<string, number[]>();
  for (const { seed, violations } of failing) {
    for (const checker of new Set(violations.map((violation) => violation.checker))) {
      byChecker.set(checker, [...(byChecker.get(checker) ?? []), seed]);
    }
  }
  const listed = [...byChecker].map(([checker, seeds]) => {
    const more = seeds.length > LISTED_MAX ? ', …' : '';
    return `${checker} in ${seeds.length} (${seeds.slice(0, LISTED_MAX).join(', ')}${more})`;
  });
  return `VIOLATIONS: ${listed.join('; ')}`;
}

export function number(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
