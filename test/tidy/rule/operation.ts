/**
 * An operation is a generator: called without `yield*` or a performer, it does nothing, and neither
 * compiler nor linter says so. So every call of one must be performed or passed on: after `yield*`,
 * `=>` or `return`, or as an argument of a performer.
 */
import { posix } from 'node:path';
import { lineAt, scan } from '../scan.ts';
import { isCode, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

const OPERATION = /\bfunction\s*\*\s*([A-Za-z_$][\w$]*)(?=[^{]*?\)\s*:\s*Operation<)/g;
const IMPORTED = /\bimport\s*\{([^}]*)\}\s*from\s*'(\.[^']+)'/g;
/** The functions that perform their argument. */
const PERFORMERS = ['do', 'perform', 'drain', 'beside'];
const PERFORMED = /(?:\byield\s*\*|=>|\breturn|\bfunction\s*\*)\s*$/;

/** Every call of an operation is performed or passed on. */
export const operations: Rule = (files) => {
  const code = files.filter(({ path }) => isCode(path));
  const declared = new Map(code.map((file) => [file.path, declaredIn(file)]));
  return code.flatMap((file) => lostIn(file, declared));
};

function declaredIn({ path, text }: SourceFile): ReadonlySet<string> {
  if (!path.startsWith('src/store/')) return new Set();
  return new Set([...scan(text).code.matchAll(OPERATION)].map((match) => match[1] ?? ''));
}

type Declared = ReadonlyMap<string, ReadonlySet<string>>;

function lostIn(file: SourceFile, declared: Declared): Violation[] {
  const { code } = scan(file.text);
  return known(file, declared).flatMap((name) =>
    [...code.matchAll(new RegExp(`(?<![\\w$.#])${name.replaceAll('$', '\\$')}\\s*\\(`, 'g'))]
      .filter(({ index }) => !isPerformed(code, index))
      .map(({ index }) =>
        violation(file.path, lineAt(code, index), `${name}() is an operation nobody performs`),
      ),
  );
}

/**
 * The operations that the file declares or imports; elsewhere the same name means something else.
 */
function known({ path, text }: SourceFile, declared: Declared): readonly string[] {
  const imported = [...scan(text).uncommented.matchAll(IMPORTED)].flatMap((match) => {
    const names = declared.get(posix.join(posix.dirname(path), match[2] ?? ''));
    const all = (match[1] ?? '').split(',').map((each) => each.trim());
    return all.filter((name) => names?.has(name));
  });
  return [...(declared.get(path) ?? []), ...imported];
}

function isPerformed(code: string, at: number): boolean {
  const before = code.slice(0, at);
  if (PERFORMED.test(before)) return true;
  const callee = /([\w$]+)\s*$/.exec(before.slice(0, openBefore(before)))?.[1];
  return callee !== undefined && PERFORMERS.includes(callee);
}

/** The position of the bracket around an argument; 0 if there is none. */
function openBefore(code: string): number {
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const one = code.charAt(at);
    if (one === ')' || one === ']' || one === '}') depth += 1;
    if (one !== '(' && one !== '[' && one !== '{') continue;
    if (depth === 0) return one === '(' ? at : 0;
    depth -= 1;
  }
  return 0;
}
