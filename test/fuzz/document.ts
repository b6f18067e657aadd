/**
 * Reads from the served OpenAPI document what the fuzzer needs of each operation: how it is called,
 * what it accepts, what it may answer. Nothing about a route is written here by hand, so a new
 * route is fuzzed at once.
 */

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Reply {
  /** The schema of the body by content type; empty if there is no body. */
  readonly content: ReadonlyMap<string, Schema>;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path as in the document, such as `/v1/endpoints/{id}`. */
  readonly path: string;
  /** The scope that a key needs; null for a public operation. */
  readonly scope: string | null;
  /** Whether only a signed-in person may use it. */
  readonly people: boolean;
  /** Whether only an instance key may use it. */
  readonly platform: boolean;
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  /** Null if the operation has no body. */
  readonly body: {
    readonly type: string;
    readonly schema: Schema;
    readonly required: boolean;
    readonly example: unknown;
  } | null;
  /** The replies by status, such as `200` or `4XX`. */
  readonly replies: ReadonlyMap<string, Reply>;
}

/** Every operation, in the order of the document. Throws for a document it cannot read. */
export function operationsOf(document: unknown): readonly Operation[] {
  const whole = resolved(document, document);
  return entriesOf(child(whole, 'paths')).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, operation]) => operationOf(path, method, operation)),
  );
}

/** The operation that a request for `path` (without its query) reaches, or null. */
export function operationAt(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | null {
  const asked = method === 'HEAD' ? 'GET' : method;
  const parts = path.split('/');
  const found = operations.filter((each) => each.method === asked && fits(each.path, parts));
  // A literal segment wins over a parameter, as it does in the router.
  return found.sort((a, b) => braces(a.path) - braces(b.path))[0] ?? null;
}

function fits(template: string, parts: readonly string[]): boolean {
  const wanted = template.split('/');
  if (wanted.length !== parts.length) return false;
  return wanted.every((part, index) => {
    const given = parts[index] ?? '';
    const [, before, after] = /^([^{]*)\{\w+\}(.*)$/.exec(part) ?? [];
    if (before === undefined || after === undefined) return part === given;
    return (
      given.startsWith(before) &&
      given.endsWith(after) &&
      given.length > before.length + after.length
    );
  });
}

function braces(path: string): number {
  return path.split('{').length;
}

function operationOf(path: string, method: string, operation: unknown): Operation {
  const parameters = itemsOf(child(operation, 'parameters'));
  const of = (place: string): Parameter[] =>
    parameters
      .filter((parameter) => child(parameter, 'in') === place)
      .map((parameter) => ({
        name: String(child(parameter, 'name')),
        required: child(parameter, 'required') === true,
        schema: schemaOf(child(parameter, 'schema')),
      }));
  const security = itemsOf(child(operation, 'security'));
  const [scope] = entriesOf(child(security[0], 'apiKey'));
  const platform = scope === undefined && child(security[0], 'instanceKey') !== undefined;
  return {
    id: String(child(operation, 'operationId')),
    method: method.toUpperCase(),
    path,
    scope: scope === undefined ? null : String(scope[1]),
    people: security.length > 0 && scope === undefined && !platform,
    platform,
    pathParameters: of('path'),
    query: of('query'),
    headers: of('header'),
    body: bodyOf(child(operation, 'requestBody')),
    replies: new Map(
      entriesOf(child(operation, 'responses')).map(([status, reply]) => [
        status,
        { content: contentOf(reply) },
      ]),
    ),
  };
}

function bodyOf(body: unknown): Operation['body'] {
  const [content] = entriesOf(child(body, 'content'));
  if (content === undefined) return null;
  const [type, media] = content;
  return {
    type,
    schema: schemaOf(child(media, 'schema')),
    required: child(body, 'required') === true,
    example: child(media, 'example'),
  };
}

function contentOf(reply: unknown): ReadonlyMap<string, Schema> {
  return new Map(
    entriesOf(child(reply, 'content')).map(([type, media]) => [
      type,
      schemaOf(child(media, 'schema')),
    ]),
  );
}

/** A copy with every `$ref` replaced by its target. The document has no cycles. */
function resolved(node: unknown, document: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => resolved(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const reference = child(node, '$ref');
  if (typeof reference === 'string') {
    let target = document;
    for (const name of reference.split('/').slice(1)) target = child(target, name);
    if (target === undefined) throw new Error(`the document has no ${reference}`);
    return resolved(target, document);
  }
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, resolved(value, document)]),
  );
}

export function schemaOf(node: unknown): Schema {
  return Object.fromEntries(entriesOf(node));
}

export function child(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
  return Reflect.get(node, name);
}

export function entriesOf(node: unknown): [string, unknown][] {
  return typeof node === 'object' && node !== null ? Object.entries(node) : [];
}

export function itemsOf(node: unknown): readonly unknown[] {
  return Array.isArray(node) ? node : [];
}
