/**
 * Judges an answer by the document and the error catalogue, whatever was asked: no 5xx, no hang, a
 * documented status and body, problems as RFC 9457 with a catalogued code, and no internals. It
 * never asks the code under test what is right.
 */
import SchemaCompiler from 'typebox/schema';
import { CATALOGUE } from '../../src/core/error/service-error.ts';
import {
  child,
  entriesOf,
  itemsOf,
  type Operation,
  operationAt,
  type Reply,
  type Schema,
} from './document.ts';
import type { Wire } from './draft.ts';
import type { Message } from './message.ts';
import { ANSWER_MS_MAX, type Exchange, isIncomplete } from './socket.ts';

export interface Rules {
  readonly operations: readonly Operation[];
  /** Texts that no answer may hold: keys, secrets, paths of the machine. */
  readonly secrets: readonly string[];
  /** The secrets that the successful answers of an operation may show, by operation. */
  readonly handedOut?: Readonly<Record<string, readonly string[]>>;
  /** Statuses by code, if a platform needs another one than that of the catalogue. */
  readonly statusOf?: Readonly<Record<string, number | undefined>>;
}

/** The facts of an answer for the counts. */
export interface Seen {
  /** Null if the request reached no operation. */
  readonly operation: string | null;
  readonly status: number;
  readonly code: string | null;
}

/** Texts that would show internals. */
const INSIDE = new RegExp(
  [
    'node_modules',
    'node:internal',
    'file://',
    String.raw`\.ts:\d+`,
    'SqliteError',
    String.raw`\bat (?:async )?[\w.<>]+ \(`,
    'SQLITE_',
    'sqlite3?_',
    'PRIVATE KEY',
    String.raw`\[object Object\]`,
  ].join('|'),
);
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
const FIELD = /^(?:$|\/|(?:query|path|header)\.?|(?:store|dispatcher)$)/;
const ID = /^req_[0-9a-z]{12,40}$/;

export type Judge = (
  wire: Wire,
  exchange: Exchange,
) => {
  readonly faults: readonly string[];
  readonly seen: readonly Seen[];
};

export function judgeOf(rules: Rules): Judge {
  const compiled = new Map<Schema, ReturnType<typeof SchemaCompiler.Compile>>();
  const schemaFaults = (schema: Schema, value: unknown): string[] => {
    const known = compiled.get(schema) ?? SchemaCompiler.Compile(schema);
    compiled.set(schema, known);
    if (known.Check(value)) return [];
    const [, errors] = known.Errors(value);
    return errors.slice(0, 3).map(({ instancePath, message }) => `body${instancePath}: ${message}`);
  };
  return (wire, exchange) => {
    const operation = operationAt(rules.operations, wire.method, pathOf(wire));
    const seen: Seen[] = [];
    const faults = transportFaults(wire, exchange);
    for (const [index, answer] of exchange.answers.entries()) {
      const json = jsonOf(answer);
      // The bytes after a broken request form another request, which the fuzzer did not make.
      const own = index === 0 || wire.framing === 'pipelined' ? operation : null;
      const code = child(json, 'code');
      seen.push({
        operation: own?.id ?? null,
        status: answer.status,
        code: answer.status >= 400 && typeof code === 'string' ? code : null,
      });
      faults.push(...statusFaults(answer, own, wire));
      const handedOut = answer.status < 300 ? rules.handedOut?.[own?.id ?? ''] : undefined;
      faults.push(
        ...leakFaults(
          answer,
          rules.secrets.filter((secret) => handedOut?.includes(secret) !== true),
        ),
      );
      if (wire.method === 'HEAD') continue;
      if (answer.status >= 400) faults.push(...problemFaults(answer, json, rules));
      const reply = own === null ? null : replyOf(own, answer.status);
      if (reply !== null) faults.push(...contentFaults(answer, json, reply, schemaFaults));
    }
    return { faults: [...new Set(faults)], seen };
  };
}

function transportFaults(wire: Wire, exchange: Exchange): string[] {
  const { end, answers, rest, durationMs } = exchange;
  if (end === 'hang' || durationMs > ANSWER_MS_MAX)
    return [`no end within the bound (${Math.round(durationMs)} ms)`];
  if (rest.length > 0) {
    return [`bytes that are no answer: ${JSON.stringify(rest.toString('latin1').slice(0, 200))}`];
  }
  const answerable = !isIncomplete(wire);
  return answerable && answers.length === 0 ? ['the connection closed without an answer'] : [];
}

function statusFaults(answer: Message, operation: Operation | null, { method }: Wire): string[] {
  const { status } = answer;
  if (status >= 500) return [`status ${status}: ${answer.body.toString().slice(0, 300)}`];
  if (status === 426 || status === 101) return [`status ${status} that nothing documents`];
  if (operation !== null) {
    return replyOf(operation, status) === null
      ? [`status ${status} is not documented for ${operation.id}`]
      : [];
  }
  // Pages and their redirects are not in the document; requests only read them.
  const isPage = status < 400 && (method === 'GET' || method === 'HEAD');
  const isList = status === 204 && method === 'OPTIONS';
  return status >= 400 || isPage || isList ? [] : [`status ${status} where no operation is`];
}

function replyOf(operation: Operation, status: number): Reply | null {
  const { replies } = operation;
  return replies.get(String(status)) ?? replies.get(`${String(status).charAt(0)}XX`) ?? null;
}

function leakFaults(answer: Message, secrets: readonly string[]): string[] {
  const head = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const body = answer.body.toString();
  const inside = answer.status >= 400 ? (INSIDE.exec(body) ?? INSIDE.exec(head)) : null;
  const shown = secrets.filter((secret) => body.includes(secret) || head.includes(secret));
  return [
    ...(inside === null ? [] : [`shows the inside: ${inside[0]}`]),
    ...shown.map((secret) => `shows a secret: ${secret.slice(0, 12)}...`),
  ];
}

/** Checks a problem by RFC 9457, the catalogue, and the headers that its status needs. */
function problemFaults(answer: Message, json: unknown, { statusOf = {} }: Rules): string[] {
  const code = child(json, 'code');
  const entry = entriesOf(CATALOGUE).find(([name]) => name === code)?.[1];
  const type = answer.header('content-type');
  const requestId = child(json, 'requestId');
  const bare = requestId === 'none';
  const { status } = answer;
  const slug = String(code).toLowerCase().replaceAll('_', '-');
  const checks: readonly (readonly [right: boolean, fault: string])[] = [
    [type === PROBLEM_TYPE, `an error of type ${type}`],
    [entry !== undefined, `a code that is not catalogued: ${String(code)}`],
    [
      (statusOf[String(code)] ?? child(entry, 'status')) === status,
      `${String(code)} with status ${status}`,
    ],
    [child(json, 'status') === status, 'status differs from that of the body'],
    [child(entry, 'title') === child(json, 'title'), 'title is not the one of the catalogue'],
    [child(json, 'type') === `urn:ringpost:problem:${slug}`, 'type does not follow the code'],
    [String(child(json, 'detail') ?? '') !== '', 'no detail'],
    [child(json, 'instance') === `urn:ringpost:request:${String(requestId)}`, 'a wrong instance'],
    [bare || requestId === answer.header('x-request-id'), 'requestId differs from x-request-id'],
    [bare || ID.test(String(requestId)), 'a request id of another form'],
    [status !== 401 || answer.header('www-authenticate') !== undefined, '401 without a challenge'],
    [status !== 405 || answer.header('allow') !== undefined, '405 without Allow'],
    [
      (status !== 429 && status !== 503) || /^\d+$/.test(answer.header('retry-after') ?? ''),
      `${status} without Retry-After`,
    ],
    [answer.header('x-content-type-options') === 'nosniff', 'no nosniff'],
    [answer.header('access-control-allow-origin') === undefined, 'opened to other origins'],
  ];
  const fields = itemsOf(child(json, 'errors')).map((each) => String(child(each, 'field')));
  const wrongFields = fields.filter((field) => !FIELD.test(field));
  return [
    ...checks.flatMap(([right, fault]) => (right ? [] : [fault])),
    ...wrongFields.map((field) => `a field of another form: ${field.slice(0, 100)}`),
  ];
}

function contentFaults(
  answer: Message,
  json: unknown,
  reply: Reply,
  schemaFaults: (schema: Schema, value: unknown) => string[],
): string[] {
  const given = answer.header('content-type')?.split(';', 1)[0] ?? null;
  if (reply.content.size === 0) {
    const empty = answer.body.length === 0 && given === null;
    return empty ? [] : ['a body where the document has none'];
  }
  const schema = given === null ? undefined : reply.content.get(given);
  if (schema === undefined) return [`content type ${given} is not documented`];
  if (!/\bjson$/.test(given ?? '')) return schemaFaults(schema, answer.body.toString());
  return json === undefined ? ['a body that is no JSON'] : schemaFaults(schema, json);
}

/** Undefined if the body is no JSON. */
function jsonOf(answer: Message): unknown {
  if (!/\bjson\b/.test(answer.header('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(answer.body.toString());
  } catch {
    return undefined;
  }
}

export function pathOf({ target }: Pick<Wire, 'target'>): string {
  return target.split('?', 1)[0] ?? '';
}
