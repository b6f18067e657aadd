/**
 * `npm run sim`: plays seeds and says whether a promise was broken; `--help` tells the options.
 * Exit code 0: no violation; 1: a violation, or a run that was not deterministic; 2: wrong
 * arguments. Ctrl-C ends a long run with the counts so far.
 */
import { availableParallelism } from 'node:os';
import { argv } from 'node:process';
import { readWish, USAGE, type Wish } from './arguments.ts';
import { explain, replayCommand, violationLine } from './failure.ts';
import { playSeeds } from './pool.ts';
import { scriptOf } from './script/generate.ts';
import { withSteps } from './script/keep.ts';
import { lineOf } from './story.ts';
import { noViolation, number, Tally } from './tally.ts';
import { judge, play, SIMULATOR, type Verdict } from './verdict.ts';

const PROGRESS_MS = 5_000;
/** Up to this many seeds, each has its own line. */
const LINES_MAX = 50;
/** How many failing seeds are explained in full; most of one run fail for one reason. */
const EXPLAINED_MAX = 3;
/** How many violations are printed; more say nothing new. */
const FAILING_MAX = 100;

process.exitCode = await main(readWish(argv.slice(2), availableParallelism()));

async function main(wish: Wish): Promise<number> {
  switch (wish.kind) {
    case 'help':
      console.log(USAGE);
      return 0;
    case 'wrong':
      console.error(`${wish.why}\n\n${USAGE}`);
      return 2;
    case 'one':
      return one(wish);
    case 'many':
      return many(wish);
  }
}

async function one(wish: Wish & { readonly kind: 'one' }): Promise<number> {
  const whole = scriptOf(wish.seed);
  const kept = wish.kept ?? whole.steps.map((_, index) => index);
  const startMs = performance.now();
  const { verdict, history } = await play(withSteps(whole, kept));
  const runMs = performance.now() - startMs;
  if (wish.trace) for (const happening of history?.happenings ?? []) console.log(lineOf(happening));
  console.log(lineOfSeed(verdict));
  console.log(`limits ${JSON.stringify(whole.limits)}, endpoints ${whole.endpoints.length}`);
  console.log(`trace hash ${verdict.hash}`);
  for (const violation of verdict.violations) {
    console.log(violationLine(wish.seed, verdict.profile, violation));
  }
  const [first] = verdict.violations;
  if (first !== undefined) {
    for (const line of await explain(whole, kept, first, runMs)) console.log(line);
    return 1;
  }
  if (wish.twice) {
    const again = await judge(withSteps(whole, kept));
    console.log(`again:     ${again.hash}`);
    if (again.hash !== verdict.hash) {
      console.log('NOT DETERMINISTIC: played twice, the two trace hashes differ');
      return 1;
    }
  }
  console.log(noViolation(1, wish.twice));
  return 0;
}

async function many(wish: Wish & { readonly kind: 'many' }): Promise<number> {
  const startMs = performance.now();
  const passedMs = () => performance.now() - startMs;
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort();
  process.once('SIGINT', onInterrupt);
  const tally = new Tally();
  const progress = setInterval(() => console.log(tally.progress(passedMs())), PROGRESS_MS);
  const each = wish.to - wish.from < LINES_MAX;
  let first: Verdict | null = null;
  const { threads } = wish;
  await playSeeds(seedsOf(wish, passedMs), { threads, signal: interrupt.signal }, (verdict) => {
    if (first === null) {
      tally.add(verdict);
      if (each) console.log(`${lineOfSeed(verdict)} ${verdict.hash}`);
      for (const violation of verdict.violations.slice(0, 1)) {
        console.log(violationLine(verdict.seed, verdict.profile, violation));
      }
      if (tally.failing.length >= FAILING_MAX) interrupt.abort();
    } else if (first.hash !== verdict.hash) {
      tally.unequal.push(verdict.seed);
      const replay = `${replayCommand(verdict.seed, null)} --verify-determinism`;
      console.log(`NOT DETERMINISTIC  seed ${verdict.seed}  ${replay}`);
    }
    first = wish.twice && first === null ? verdict : null;
  });
  clearInterval(progress);
  process.off('SIGINT', onInterrupt);
  const summary = tally.summary(passedMs(), wish.twice);
  await explainSome(tally);
  console.log(interrupt.signal.aborted ? '\nended early' : '');
  for (const line of summary) console.log(line);
  return tally.isClean ? 0 : 1;
}

/** Plays until the last seed, or until the time is over; each seed twice if they are compared. */
function* seedsOf(wish: Wish & { readonly kind: 'many' }, passedMs: () => number) {
  const endMs = wish.minutes === null ? Number.POSITIVE_INFINITY : wish.minutes * 60_000;
  for (let seed = wish.from; seed <= wish.to && passedMs() < endMs; seed += 1) {
    yield seed;
    if (wish.twice) yield seed;
  }
}

/** One seed of each checker that complained. */
async function explainSome(tally: Tally): Promise<void> {
  const explained = new Set<string>([SIMULATOR]);
  for (const { seed, profile, violations } of tally.failing) {
    const violation = violations.find(({ checker }) => !explained.has(checker));
    if (violation === undefined || explained.size > EXPLAINED_MAX) continue;
    explained.add(violation.checker);
    const script = scriptOf(seed);
    console.log(`\n${violationLine(seed, profile, violation)}`);
    const startMs = performance.now();
    await judge(script);
    const runMs = performance.now() - startMs;
    const kept = script.steps.map((_, index) => index);
    for (const line of await explain(script, kept, violation, runMs)) console.log(line);
  }
}

function lineOfSeed({ seed, profile, counts }: Verdict): string {
  const { steps, reports, deliveries, attempts, lives, virtualMs } = counts;
  const made = `${number(reports)} reports, ${number(deliveries)} deliveries`;
  const played = `${number(attempts)} attempts, ${lives} lives`;
  const seconds = number(virtualMs / 1_000);
  return `seed ${seed} (${profile}): ${steps} steps, ${made}, ${played}, ${seconds} virtual s`;
}
