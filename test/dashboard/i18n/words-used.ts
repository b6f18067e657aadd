/**
 * Finds the words that the sources of the dashboard use. A value of words is followed from
 * `useText('area')` or from a parameter of type `Words['area']…` through variables, destructuring
 * and members. A computed member counts as all below it, and so does an object that is passed on as
 * a whole, unless a parameter has its type: its uses are found there.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A place in the words: `kit.region.loading`. */
type Path = string;
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
type Scope = Map<string, readonly Path[]>;

/** Used paths; each stands for all below it. */
export function usedWords(folder: string): ReadonlySet<Path> {
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((path) => !path.startsWith('words/'))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
  return usedIn(sources);
}

export function usedIn(sources: ReadonlyArray<readonly [string, string]>): ReadonlySet<Path> {
  const programs = sources.map(([path, code]) => {
    const lang = path.endsWith('x') ? 'tsx' : 'ts';
    return parseSync(path, code, { lang }).program;
  });
  const used = new Set<Path>();
  const handedOn = new Set<Path>();
  const typed = new Set<Path>();
  const types = namedTypes(programs);
  for (const program of programs) {
    const reader = { used, handedOn, typed, types };
    // Variables are known by name within one function or constant of the file.
    for (const statement of list(program.body)) readStatement(statement, reader);
  }
  return new Set([...used, ...[...handedOn].filter((path) => !typed.has(path))]);
}

function readStatement(program: Node, reader: Reader): void {
  const passed = new Set<unknown>();
  const scope: Scope = new Map();
  for (let before = -1; before !== size(scope); ) {
    before = size(scope);
    walk(program, (node) => declare(node, scope, reader));
  }
  walk(program, (node, parent) => {
    if (node.type === 'CallExpression') {
      // Variables that a hook watches are used elsewhere in it.
      if (/^use[A-Z]/.test(nameOf(node.callee))) passed.add(list(node.arguments).at(-1));
    }
    // The names of a pattern are bound, not used.
    if (node.type === 'ObjectPattern') for (const one of list(node.properties)) passed.add(one);
    if (!passed.has(parent)) use(node, parent, scope, reader);
  });
}

interface Reader {
  readonly used: Set<Path>;
  readonly handedOn: Set<Path>;
  /** Paths that a parameter has as its type. */
  readonly typed: Set<Path>;
  readonly types: Types;
}

/** The path of a type's name or of a property of it: `StateWords` and `StateWords.t`. */
type Types = ReadonlyMap<string, readonly Path[]>;
/** The start of the path of a value whose type has words in its properties. */
const SHAPE = '@';

function declare(node: Node, scope: Scope, reader: Reader): void {
  if (node.type === 'VariableDeclarator')
    bind(node.id, pathsOf(node.init, scope, reader.types), scope, reader);
  const annotation = typeOf(node.typeAnnotation, reader.types);
  for (const path of annotation) reader.typed.add(path);
  if (node.type === 'TSTypeOperator' && node.operator === 'keyof') {
    // Code that names its keys reads them by name.
    for (const path of typePaths(node.typeAnnotation, reader.types)) reader.used.add(path);
  }
  if (annotation.length > 0) bind(node, annotation, scope, reader);
}

/** Gives the names of a pattern their paths. */
function bind(pattern: unknown, paths: readonly Path[], scope: Scope, reader: Reader): void {
  if (!isNode(pattern) || paths.length === 0) return;
  if (pattern.type === 'Identifier' || pattern.type === 'TSPropertySignature') {
    const name = nameOf(pattern.type === 'Identifier' ? pattern : pattern.key);
    scope.set(name, [...new Set([...(scope.get(name) ?? []), ...paths])]);
  } else if (pattern.type === 'AssignmentPattern') bind(pattern.left, paths, scope, reader);
  else if (pattern.type === 'ObjectPattern') {
    for (const property of list(pattern.properties)) {
      if (property.type === 'RestElement') for (const path of paths) reader.used.add(path);
      else bind(property.value, below(paths, nameOf(property.key), reader.types), scope, reader);
    }
  }
}

function use(node: Node, parent: Node | null, scope: Scope, reader: Reader): void {
  if (!['Identifier', 'MemberExpression', 'CallExpression'].includes(node.type)) return;
  if (parent !== null && isName(node, parent)) return;
  // The object of a member is less than the member, which is visited itself.
  if (parent?.type === 'MemberExpression' && parent.object === node && parent.computed !== true) {
    return;
  }
  if (parent?.type === 'VariableDeclarator' && parent.init === node) return;
  const isWhole = node.type !== 'MemberExpression' || node.computed !== true;
  for (const path of pathsOf(node, scope, reader.types))
    (isWhole ? reader.handedOn : reader.used).add(path);
}

/** Names that are no values: of members, properties, parameters and declarations. */
function isName(node: Node, parent: Node): boolean {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  if (parent.type === 'Property') return parent.key === node && parent.value !== node;
  if (parent.type === 'TSPropertySignature') return parent.key === node;
  return parent.id === node || list(parent.params).includes(node);
}

function pathsOf(value: unknown, scope: Scope, types: Types): readonly Path[] {
  if (!isNode(value)) return [];
  if (value.type === 'Identifier') return scope.get(nameOf(value)) ?? [];
  if (value.type === 'ChainExpression' || value.type === 'TSNonNullExpression') {
    return pathsOf(value.expression, scope, types);
  }
  if (value.type === 'CallExpression') {
    const [area] = list(value.arguments);
    const isWords = isNode(value.callee) && nameOf(value.callee) === 'useText';
    return isWords && area !== undefined ? [String(area.value)] : [];
  }
  if (value.type === 'ConditionalExpression') {
    return [...pathsOf(value.consequent, scope, types), ...pathsOf(value.alternate, scope, types)];
  }
  if (value.type !== 'MemberExpression') return [];
  const paths = pathsOf(value.object, scope, types);
  if (value.computed !== true) return below(paths, nameOf(value.property), types);
  const key = isNode(value.property) && value.property.type === 'Literal' ? value.property : null;
  return key === null ? paths : below(paths, String(key.value), types);
}

/** From all files together: aliases of words, and interfaces whose properties hold words. */
function namedTypes(programs: readonly unknown[]): Types {
  const found = new Map<string, readonly Path[]>();
  const add = (name: string, paths: readonly Path[]): void => {
    if (paths.length > 0) found.set(name, [...new Set([...(found.get(name) ?? []), ...paths])]);
  };
  for (let before = -1; before !== size(found); ) {
    before = size(found);
    walk(programs, (node) => {
      if (node.type === 'TSTypeAliasDeclaration') {
        add(nameOf(node.id), typePaths(node.typeAnnotation, found));
      }
      if (node.type !== 'TSInterfaceDeclaration') return;
      const name = nameOf(node.id);
      for (const property of list(Object(node.body).body)) {
        const paths = typeOf(property.typeAnnotation, found);
        add(`${name}.${nameOf(property.key)}`, paths);
        if (paths.length > 0) add(name, [`${SHAPE}${name}`]);
      }
      for (const { expression } of list(node.extends))
        add(name, found.get(nameOf(expression)) ?? []);
    });
  }
  return found;
}

function typeOf(annotation: unknown, types: Types): readonly Path[] {
  return isNode(annotation) ? typePaths(annotation.typeAnnotation, types) : [];
}

/** `Words['a']['b']`, an alias of it, or a union of these. */
function typePaths(type: unknown, types: Types): readonly Path[] {
  if (!isNode(type)) return [];
  if (type.type === 'TSUnionType') return list(type.types).flatMap((one) => typePaths(one, types));
  if (type.type === 'TSTypeReference') return types.get(nameOf(type.typeName)) ?? [];
  if (type.type !== 'TSIndexedAccessType') return [];
  const key = Object(Object(type.indexType).literal).value;
  if (isNode(type.objectType) && nameOf(type.objectType.typeName) === 'Words') return [String(key)];
  const paths = typePaths(type.objectType, types);
  return typeof key === 'string' ? below(paths, key, types) : paths;
}

function below(paths: readonly Path[], key: string, types: Types): readonly Path[] {
  return paths.flatMap((path) =>
    path.startsWith(SHAPE) ? (types.get(`${path.slice(1)}.${key}`) ?? []) : [`${path}.${key}`],
  );
}

function size(scope: Scope): number {
  return [...scope.values()].reduce((sum, paths) => sum + paths.length, 0);
}

function nameOf(value: unknown): string {
  const { name, value: text } = Object(value);
  return typeof name === 'string' ? name : String(text);
}

function list(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof Object(value).type === 'string';
}

function walk(value: unknown, visit: (node: Node, parent: Node | null) => void): void {
  const step = (one: unknown, parent: Node | null): void => {
    if (Array.isArray(one)) for (const item of one) step(item, parent);
    else if (isNode(one)) {
      visit(one, parent);
      for (const child of Object.values(one)) step(child, one);
    }
  };
  step(value, null);
}
