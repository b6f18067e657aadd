/**
 * Makes the generated halves of both clients from the OpenAPI document of a running service:
 * `node test/client/generate.ts http://127.0.0.1:8080` writes them. A test makes them again and
 * compares, so that no operation, type or error code is missing. Must give the same text for the
 * same document.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from '../../src/core/error/service-error.ts';

const ROOT = join(import.meta.dirname, '../..');

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly pathNames: readonly string[];
  readonly query: readonly Json[];
  readonly keyed: boolean;
  readonly body: {
    readonly schema: Json;
    readonly required: boolean;
    readonly kind: BodyKind;
  } | null;
  readonly answer: { readonly schema: Json | null; readonly kind: AnswerKind };
  /** Whether the answer is a page with `data` and `nextCursor`. */
  readonly isPage: boolean;
}

type BodyKind = 'json' | 'form';
type AnswerKind = 'json' | 'text' | 'stream' | 'none';

/** Paths from the root of the repository, and texts. */
export function generated(document: Json): ReadonlyMap<string, string> {
  const operations = operationsOf(document);
  return new Map([
    ['receiver/client/src/generated.ts', formatted(typescriptOf(document, operations))],
    ['receiver/client/python/ringpost_client/generated.py', pythonOf(operations)],
  ]);
}

/** As the formatter of the repository writes it. */
function formatted(text: string): string {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  const options = { cwd: ROOT, input: text, encoding: 'utf8' as const };
  return execFileSync(
    biome,
    ['format', '--stdin-file-path=receiver/client/src/generated.ts'],
    options,
  );
}

function operationsOf(document: Json): readonly Operation[] {
  const schemas = objectOf(objectOf(document.components).schemas);
  return Object.entries(objectOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, each]): Operation => {
      const operation = objectOf(each);
      const parameters = listOf(operation.parameters);
      const named = (where: string) => parameters.filter((one) => one.in === where);
      const answer = answerOf(objectOf(operation.responses));
      const shape = answer.schema === null ? {} : objectOf(schemas[nameOf(answer.schema)]);
      const page = objectOf(shape.properties);
      return {
        id: String(operation.operationId),
        method: method.toUpperCase(),
        path,
        summary: String(operation.summary ?? ''),
        pathNames: named('path').map(({ name }) => String(name)),
        query: named('query'),
        keyed: named('header').some(({ name }) => name === 'idempotency-key'),
        body: bodyOf(operation.requestBody),
        answer,
        isPage: 'data' in page && 'nextCursor' in page,
      };
    }),
  );
}

function bodyOf(given: unknown): Operation['body'] {
  if (given === undefined) return null;
  const { content, required = false } = objectOf(given);
  const [type = '', media] = Object.entries(objectOf(content))[0] ?? [];
  const kind = type === 'application/json' ? 'json' : 'form';
  return { schema: objectOf(objectOf(media).schema), required: required === true, kind };
}

function answerOf(responses: Json): Operation['answer'] {
  const success = Object.entries(responses).find(([status]) => /^[23]/.test(status));
  const content = objectOf(objectOf(success?.[1]).content);
  const [type, media] = Object.entries(content)[0] ?? [null, null];
  if (type === null) return { schema: null, kind: 'none' };
  if (type === 'text/event-stream') return { schema: null, kind: 'stream' };
  if (type !== 'application/json') return { schema: null, kind: 'text' };
  return { schema: objectOf(objectOf(media).schema), kind: 'json' };
}

const HEAD = 'Made by test/client/generate.ts from the OpenAPI document.';

function typescriptOf(document: Json, operations: readonly Operation[]): string {
  const schemas = Object.entries(objectOf(objectOf(document.components).schemas));
  const types = schemas.map(
    ([name, schema]) => `export type ${name} = ${typeOf(objectOf(schema))};`,
  );
  const shapes = operations.map((each) => `  ${each.id}: {\n${membersOf(each)}  };`);
  const rows = operations.map((each) => `  ${each.id}: ${rowOf(each)},`);
  const classes = Object.entries(CATALOGUE).map(
    ([code, { title }]) => `/** ${title}. */\nexport class ${classOf(code)} extends ApiError {}`,
  );
  const codes = Object.keys(CATALOGUE).map((code) => `  ${code}: ${classOf(code)},`);
  return `${[
    `/**\n * ${HEAD}\n * Do not edit: types, operations and error classes of the API.\n */`,
    "import { ApiError } from './api-error.ts';",
    ...types,
    '/** What each operation takes and answers. */',
    `export interface Operations {\n${shapes.join('\n')}\n}`,
    `export const OPERATIONS = {\n${rows.join('\n')}\n} as const;`,
    ...classes,
    `export const ERROR_CLASSES = {\n${codes.join('\n')}\n} as const;`,
  ].join('\n\n')}\n`;
}

function membersOf({ pathNames, query, body, answer, isPage }: Operation): string {
  const members: string[] = [];
  if (pathNames.length > 0) {
    members.push(`path: { ${pathNames.map((name) => `${name}: string | number`).join('; ')} }`);
  }
  if (query.length > 0) {
    const names = query.map(({ name, schema, required }) => {
      const mark = required === true ? '' : '?';
      return `${keyOf(String(name))}${mark}: ${typeOf(objectOf(schema))}`;
    });
    const mark = query.some(({ required }) => required === true) ? '' : '?';
    members.push(`query${mark}: { ${names.join('; ')} }`);
  }
  if (body !== null) {
    const type = body.kind === 'form' ? 'Record<string, string>' : typeOf(body.schema);
    members.push(`body${body.required ? '' : '?'}: ${type}`);
  }
  const answered =
    answer.kind === 'json' && answer.schema !== null
      ? typeOf(answer.schema)
      : { json: 'unknown', text: 'string', stream: 'Response', none: 'null' }[answer.kind];
  members.push(`answer: ${answered}`);
  if (isPage) members.push('isPage: true');
  return members.map((member) => `    ${member};\n`).join('');
}

function rowOf({ method, path, keyed, body, answer, isPage }: Operation): string {
  const facts = { method, path, keyed, body: body?.kind ?? null, answer: answer.kind, isPage };
  return `{ ${Object.entries(facts)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`;
}

function typeOf(schema: Json): string {
  const { $ref, type, items, properties, additionalProperties, patternProperties } = schema;
  if (typeof $ref === 'string') return nameOf(schema);
  if (Array.isArray(schema.enum))
    return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const choices = listOf(schema.anyOf ?? schema.oneOf);
  if (choices.length > 0) return choices.map((each) => `(${typeOf(each)})`).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${items === undefined ? 'unknown' : typeOf(objectOf(items))})[]`;
    case 'object':
      break;
    default:
      return 'unknown';
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries(objectOf(properties)).map(
    ([name, each]) => `${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(objectOf(each))}`,
  );
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  const values = Object.values(objectOf(patternProperties))[0] ?? additionalProperties;
  const isTyped = typeof values === 'object' && values !== null;
  return `Record<string, ${isTyped ? typeOf(objectOf(values)) : 'unknown'}>`;
}

function pythonOf(operations: readonly Operation[]): string {
  const classes = Object.entries(CATALOGUE).map(
    ([code, { title }]) => `class ${classOf(code)}(ApiError):\n    """${title}."""\n`,
  );
  const codes = Object.keys(CATALOGUE).map((code) => `    "${code}": ${classOf(code)},`);
  return [
    `"""${HEAD}"""\n`,
    'from __future__ import annotations\n',
    'from typing import Any, Iterator, Optional\n',
    'from .api_error import ApiError\n\n',
    classes.join('\n\n'),
    `\nERROR_CLASSES = {\n${codes.join('\n')}\n}\n\n`,
    'class Operations:',
    '    """Every operation of the API, by its name in snake case."""\n',
    '    def _call(self, operation: dict[str, Any], **parts: Any) -> Any:',
    '        raise NotImplementedError\n',
    '    def _pages(self, operation: dict[str, Any], **parts: Any) -> Iterator[Any]:',
    '        raise NotImplementedError\n',
    operations.map(methodOf).join('\n'),
  ].join('\n');
}

/** Words of Python that a parameter cannot have. */
const RESERVED: ReadonlySet<string> = new Set(['from', 'not', 'is', 'in', 'class', 'lambda']);

function methodOf({
  id,
  method,
  path,
  summary,
  pathNames,
  query,
  keyed,
  body,
  answer,
  isPage,
}: Operation): string {
  const argument = (name: string) => (RESERVED.has(name) ? `${name}_` : snake(name));
  const queries = query.map(({ name }) => String(name));
  const parameters = [
    ...pathNames.map((name) => `${argument(name)}: Any`),
    ...(body?.required ? ['body: Any'] : []),
  ];
  const optional = [
    ...(body !== null && !body.required ? ['body: Any = None'] : []),
    ...queries.map((name) => `${argument(name)}: Any = None`),
    ...(keyed ? ['idempotency_key: Optional[str] = None'] : []),
  ];
  const signature = ['self', ...parameters, ...(optional.length > 0 ? ['*', ...optional] : [])];
  const facts = [
    `"method": "${method}"`,
    `"path": "${path}"`,
    `"keyed": ${keyed ? 'True' : 'False'}`,
    `"body": ${body === null ? 'None' : `"${body.kind}"`}`,
    `"answer": "${answer.kind}"`,
  ];
  const table = `{${facts.join(', ')}}`;
  const pairs = (names: readonly string[]) =>
    `{${names.map((name) => `"${name}": ${argument(name)}`).join(', ')}}`;
  const parts = [
    `path=${pairs(pathNames)}`,
    `query=${pairs(queries)}`,
    ...(body === null ? [] : ['body=body']),
    ...(keyed ? ['idempotency_key=idempotency_key'] : []),
  ].join(', ');
  const text = JSON.stringify(summary).slice(1, -1);
  const lines = [
    `    def ${snake(id)}(${signature.join(', ')}) -> Any:`,
    `        """${text}"""`,
    `        return self._call(${table}, ${parts})\n`,
  ];
  if (!isPage) return lines.join('\n');
  return [
    ...lines,
    `    def each_${snake(id).replace(/^list_/, '')}(${signature.join(', ')}) -> Iterator[Any]:`,
    `        """Every record of all pages: ${text}"""`,
    `        return self._pages(${table}, ${parts})\n`,
  ].join('\n');
}

function snake(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/** `NOT_FOUND` becomes `NotFoundError`. */
function classOf(code: string): string {
  const words = code.toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function nameOf({ $ref }: Json): string {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : '';
}

function objectOf(value: unknown): Json {
  // The document is JSON; a value that is no object has no members.
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

const [url] = process.argv.slice(2);
if (import.meta.main && url !== undefined) {
  const answer = await fetch(`${url}/openapi.json`);
  for (const [path, text] of generated(objectOf(await answer.json()))) {
    writeFileSync(join(ROOT, path), text);
  }
}
