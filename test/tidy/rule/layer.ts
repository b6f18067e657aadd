/**
 * Imports point downward only: core <- acw <- engine <- the adapters; engine, acw, core <- http;
 * only the composition root may import everything. Adapters see only the engine's ports, and HTTP
 * does not see the whole store. ARCHITECTURE.md shows the same table. Type imports count too, since
 * a type from above is knowledge of the layer above.
 */
import { COMPUTED, type Import, importsOf } from '../import.ts';
import { isCode, isTest, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

/** From the bottom up: each may import itself and those before it, and no other package. */
const INNER = ['core', 'acw', 'engine'];
/** Data structures that read no clock and have no side effects: the core may use them. */
const PURE_PACKAGES = ['lru-cache'];
/** Adapters: each may import its own folder, the inner layers and packages. */
const ADAPTERS = [
  'store',
  'channel',
  'ingest',
  'inbox',
  'observe',
  'system',
  'config',
  'analyst',
  'language-model',
  'thread',
];
/** How threads start: knows nothing of the project, and every adapter may use it. */
const THREAD = 'thread';
const COMPOSITION = /^src\/(?:compose\.ts|main\.js|index\.ts)$|^src\/(?:cli|compose)\//;

/** What the engine asks of adapters; the services use them. */
const PORTS = 'src/engine/ports/';
/** Has every write of every operation; `read-store.ts` has what a route may ask for. */
const WHOLE_STORE = 'src/engine/ports/store.ts';

/** The inbox verifies as receivers do: with the package that they install. */
const RECEIVER = 'receiver/src/index.ts';
/** Commands that ask a running service use the package that every client installs. */
const CLIENT = 'receiver/client/src/index.ts';

/** `ringpost demo` starts it: a program of its own in the package. */
const DEMO = { from: 'src/cli/demo.ts', path: 'examples/demo/main.ts' };
/** Starts the source, or in a package, which has no source, the build. */
const COMMAND = 'src/cli/ringpost.js';
const BUILT = 'dist/src/main.js';

/** 680 modules, which every start would load: `src/http/schema/shared.ts` replaces them. */
const TYPES_ONLY = /^(?:typebox|@fastify\/type-provider-typebox)(?:$|\/)/;

export const layers: Rule = (files) =>
  files
    .filter(({ path }) => isCode(path))
    .flatMap((file) => importsOf(file).flatMap((found) => judge(file, found)));

function judge(file: SourceFile, found: Import): Violation[] {
  const reason = refusal(file.path, found);
  return reason === null
    ? []
    : [violation(file.path, found.line, `imports ${found.specifier}: ${reason}`)];
}

function refusal(from: string, found: Import): string | null {
  if (from === COMMAND && (found.specifier === COMPUTED || found.path === BUILT)) return null;
  if (found.specifier === COMPUTED && !isTest(from)) return 'what it imports cannot be checked';
  if (from.startsWith('src/')) return fromService(from, found);
  if (from.startsWith('receiver/') && found.specifier !== COMPUTED) return fromReceiver(found);
  if (from.startsWith('dashboard/')) return fromDashboard(found);
  return null;
}

function fromService(from: string, found: Import): string | null {
  if (TYPES_ONLY.test(found.specifier) && found.kind !== 'type') return 'only as `import type`';
  // The version is in package.json only.
  if (found.path === 'package.json' && COMPOSITION.test(from)) return null;
  if (found.path === RECEIVER && from.startsWith('src/inbox/')) return null;
  if (found.path === CLIENT && from.startsWith('src/cli/')) return null;
  if (found.path === DEMO.path && from === DEMO.from) return null;
  if (found.path !== null && !found.path.startsWith('src/')) return 'it lies outside src';
  if (COMPOSITION.test(from)) return null;
  const own = from.split('/')[1] ?? '';
  const outer = found.path === null ? null : (found.path.split('/')[1] ?? '');
  const depth = INNER.indexOf(own);
  if (depth >= 0) {
    if (own === 'core' && PURE_PACKAGES.includes(found.specifier)) return null;
    if (outer === null) return `${own} uses no package and no node module`;
    return INNER.slice(0, depth + 1).includes(outer) ? null : `${own} knows nothing above it`;
  }
  if (!ADAPTERS.includes(own) && own !== 'http') return 'this folder has no place in the layers';
  if (outer === null || outer === own || outer === THREAD) return null;
  if (outer === 'engine') return fromAbove(own, found.path ?? '');
  if (INNER.includes(outer)) return null;
  return `${own} may import only itself, ${INNER.toReversed().join(', ')}`;
}

/** The parts of the engine that adapters and HTTP may import. */
function fromAbove(own: string, path: string): string | null {
  if (own === 'http') return path === WHOLE_STORE ? 'routes read; services write' : null;
  return path.startsWith(PORTS) ? null : 'an adapter knows the ports, not the services';
}

function fromReceiver(found: Import): string | null {
  if (found.path !== null) return found.path.startsWith('receiver/') ? null : 'it lies outside';
  return found.specifier.startsWith('node:') ? null : 'the receiver has no dependencies';
}

function fromDashboard(found: Import): string | null {
  if (found.path === null || found.path.startsWith('dashboard/')) return null;
  // Constants and tables: the core is pure and imports no package, so a browser can run it.
  if (found.path.startsWith('src/core/')) return null;
  if (found.path !== CLIENT && !found.path.startsWith('src/http/schema/')) {
    return 'only src/core, and types of src/http/schema and of the client';
  }
  return found.kind === 'type' ? null : 'only as `import type`';
}

/** No file reaches itself through its imports. */
export const cycles: Rule = (files) => {
  const edges = new Map<string, readonly string[]>(
    files.filter(({ path }) => isCode(path)).map((file) => [file.path, targets(file)]),
  );
  const done = new Set<string>();
  const found: Violation[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push(violation(path, 1, `import cycle: ${[...trail.slice(start), path].join(' > ')}`));
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
};

/** A worker is another program with its own start; it closes no cycle. */
function targets(file: SourceFile): string[] {
  return importsOf(file).flatMap((found) =>
    found.path === null || found.kind === 'worker' ? [] : [found.path],
  );
}
