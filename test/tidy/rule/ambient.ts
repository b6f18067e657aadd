/**
 * What code must not use directly. Core and engine take time and chance as arguments or ports, so
 * that a test or the simulator decides both. Tests wait for the event itself, never for the clock.
 */
import { importsOf } from '../import.ts';
import { closing, lineAt, scan } from '../scan.ts';
import { isCode, isTest, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

const AMBIENT_NAMES = [
  'Date',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'process',
  'performance',
  'crypto',
  'fetch',
  'globalThis',
  'console',
  'AbortSignal\\s*\\.\\s*timeout',
  'Math\\s*\\.\\s*random',
];
/** As a name of its own: neither a property, nor a key, nor part of a longer name. */
const AMBIENT = new RegExp(`(?<![\\w$.])(?:${AMBIENT_NAMES.join('|')})\\b(?!\\s*\\??:)`, 'g');
/** Pure uses in core and acw: a given time made readable, a given text read. Not in the engine. */
const PURE_DATE = /^(?:Date\s*\.\s*(?:UTC|parse)\s*\(|Date\s*\(\s*[^\s)])/;

/** Core, acw and engine read no clock, no chance, no environment. */
export const ambient: Rule = (files) =>
  files.filter(({ path }) => /^src\/(?:core|acw|engine)\//.test(path)).flatMap(ambientOf);

function ambientOf({ path, text }: SourceFile): Violation[] {
  const { code } = scan(text);
  return [...code.matchAll(AMBIENT)].flatMap((match) => {
    const isNew = /\bnew\s+$/.test(code.slice(0, match.index));
    const rest = code.slice(match.index, match.index + 60);
    const called = rest.startsWith('Date') && /^Date\s*\(/.test(rest);
    const pure = !path.startsWith('src/engine/') && PURE_DATE.test(rest) && (!called || isNew);
    return pure ? [] : [violation(path, lineAt(code, match.index), `uses ${match[0]}`)];
  });
}

/** Tests that must wait for the clock, each with its reason. */
export const SLEEPERS: Readonly<Record<string, string>> = {
  'test/crash/pause.ts': 'a life until the kill, and asking another process until it is done',
  'test/hostile/service-figures.ts': 'asks a service in another process how far it is',
  'test/receiver/example-server.ts': 'asks a service in another process what it delivered',
  'test/support/postgres.ts': 'asks a database in another process whether it is up',
};

const SLEEP_CALLS = [
  'promisify\\s*\\(\\s*setTimeout\\b',
  'scheduler\\s*\\.\\s*wait\\b',
  'Atomics\\s*\\.\\s*wait(?:Async)?\\s*\\(',
  // A timer that resolves a promise made elsewhere, by its usual names.
  'setTimeout\\s*\\(\\s*(?:[\\w$]+\\s*\\.\\s*)?(?:resolve|done|wake)\\w*\\s*,',
];
const SLEEP_CALL = new RegExp(`\\b(?:${SLEEP_CALLS.join('|')})`, 'g');
/** A turn of the event loop takes no time. */
const ONLY_A_TURN = /^import \{ setImmediate(?: as \w+)? \} from /;
const NEW_PROMISE = /\bnew\s+Promise\b[^(]*\(/g;
const TIMER = /\bset(?:Timeout|Interval)\s*\(/g;

/** No sleeps in tests, except in the files of `allowed`, each with its reason. */
export function sleeps(allowed: Readonly<Record<string, string>>): Rule {
  return (files) => {
    const stale = Object.keys(allowed).filter((path) => !files.some((file) => file.path === path));
    return [
      ...stale.map((path) => violation(path, 1, 'is on the list of sleepers but does not exist')),
      ...files
        .filter(({ path }) => isCode(path) && isTest(path) && allowed[path] === undefined)
        .flatMap(sleepsOf),
    ];
  };
}

function sleepsOf(file: SourceFile): Violation[] {
  const { code } = scan(file.text);
  const positions = new Set([...code.matchAll(SLEEP_CALL)].map((match) => match.index));
  for (const match of code.matchAll(NEW_PROMISE)) {
    const open = match.index + match[0].length - 1;
    for (const timer of code.slice(open, closing(code, open)).matchAll(TIMER)) {
      positions.add(open + timer.index);
    }
  }
  const lines = file.text.split('\n');
  const imported = importsOf(file).filter(
    ({ specifier, line }) =>
      /timers\/promises$/.test(specifier) && !ONLY_A_TURN.test(lines[line - 1] ?? ''),
  );
  return [
    ...[...positions].map((at) => violation(file.path, lineAt(code, at), 'waits for the clock')),
    ...imported.map(({ line }) => violation(file.path, line, 'imports timers/promises')),
  ];
}
