/**
 * Writes the texts of `example.ts` into the generated document: what a success means, examples of
 * bodies, and which bodies may be left out. An operation without such a text is a programmer's
 * error. Changes the given document.
 */
import { DESCRIBED } from './example.ts';

type Node = Record<string, unknown>;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

export function annotate(document: object): object {
  for (const path of nodesOf(Reflect.get(document, 'paths'))) {
    for (const operation of nodesOf(path)) annotateOperation(operation);
  }
  return document;
}

function annotateOperation(operation: Node): void {
  const name = String(operation.operationId);
  const described = DESCRIBED[name];
  if (described === undefined) throw new Error(`openapi/example.ts does not describe ${name}`);
  const { request, form, answer, success } = described;
  const body = nodeOf(operation.requestBody);
  const sent = mediaOf(body);
  if (body !== null && sent !== null) {
    const schema = withoutNull(nodeOf(sent.schema));
    if (schema !== null) Object.assign(sent, { schema });
    body.required = schema === null;
    if (request !== undefined) sent.example = request;
  }
  if (form !== undefined) operation.requestBody = formBody(form);
  for (const [status, reply] of Object.entries(nodeOf(operation.responses) ?? {})) {
    const node = nodeOf(reply);
    if (node === null || !status.startsWith('2')) continue;
    node.description = success;
    const shown = mediaOf(node);
    if (shown !== null && answer !== undefined) shown.example = answer;
  }
}

/** The platform decides which fields there are; each is a text and may be repeated. */
function formBody(example: object): Node {
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  return { required: true, content: { [FORM_TYPE]: { schema, example } } };
}

/** The non-null half of a nullable schema; null if the schema does not allow null. */
function withoutNull(schema: Node | null): Node | null {
  const members: unknown = schema?.anyOf;
  if (!Array.isArray(members)) return null;
  const [member, nothing] = members.map(nodeOf);
  return nothing?.type === 'null' ? (member ?? null) : null;
}

function mediaOf(node: Node | null): Node | null {
  return nodeOf(nodeOf(node?.content)?.[JSON_TYPE]);
}

function nodesOf(value: unknown): Node[] {
  return Object.values(nodeOf(value) ?? {}).flatMap((each) => {
    const node = nodeOf(each);
    return node === null ? [] : [node];
  });
}

function nodeOf(value: unknown): Node | null {
  // In JSON, a value that is neither null nor a list is a record of values.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Node)
    : null;
}
