/**
 * Named components of the OpenAPI document: every schema with a `title` is moved to
 * `#/components/schemas/<title>` and referred to, so that generated clients get named types. One
 * title must stand for one shape; two shapes under one title are a programmer's error.
 */

type Node = Record<string, unknown>;

/** Returns a new document; the given one stays unchanged. */
export function withComponents(document: object): object {
  const schemas = new Map<string, Node>();
  const { components, ...rest } = moveEntries(document, '', schemas);
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  const present = typeof components === 'object' ? components : {};
  return { ...rest, components: { ...present, schemas: Object.fromEntries(sorted) } };
}

/** `key`: the node's key in its parent. */
function move(node: unknown, key: string, schemas: Map<string, Node>): unknown {
  if (Array.isArray(node)) return node.map((item) => move(item, key, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const copy = moveEntries(node, key, schemas);
  const { title, description } = copy;
  if (typeof title !== 'string' || !('type' in copy) || NOT_SCHEMAS.has(key)) return copy;
  const shape = withoutDescription(copy);
  const earlier = schemas.get(title);
  if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(shape)) {
    throw new Error(`two schemas are titled ${title}`);
  }
  schemas.set(title, shape);
  const reference = { $ref: `#/components/schemas/${title}` };
  return typeof description === 'string' ? { ...reference, description } : reference;
}

/** Places where a key called title is a property and not the name of a schema. */
const NOT_SCHEMAS: ReadonlySet<string> = new Set(['info', 'properties', 'example', 'examples']);

function moveEntries(node: object, key: string, schemas: Map<string, Node>): Node {
  // An example is data, not a schema.
  if (key === 'example') return { ...node };
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, move(value, name, schemas)]),
  );
}

/** A description belongs to the place that refers to the component. */
function withoutDescription({ description: _, ...shape }: Node): Node {
  return shape;
}
