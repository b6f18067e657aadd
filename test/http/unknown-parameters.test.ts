/**
 * Every route of the API refuses an unknown parameter in its query and in its body, as the OpenAPI
 * document says.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registeredRoutes } from './registered.ts';
import { setup } from './setup.ts';

/** Platforms and identity providers choose the parameters of these routes. */
const FOREIGN = /^\/v1\/ingest\/|^\/v1\/session\/oidc\/|\/callback$/;

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: unknown;
  readonly $ref?: string;
}

function resolved(document: object, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const parts = schema.$ref.slice(2).split('/');
  return parts.reduce<object>((part, name) => Object(Reflect.get(part, name)), document);
}

/** Places of objects in a body that neither list all names nor say that they are open. */
function looseParts(document: object, given: Schema, place: string): readonly string[] {
  const schema = resolved(document, given);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const inside = [
    ...choices.flatMap((each) => looseParts(document, each, place)),
    ...(schema.items === undefined ? [] : looseParts(document, schema.items, `${place}/0`)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      looseParts(document, part, `${place}/${name}`),
    ),
  ];
  // Each member of a discriminated union says it for itself.
  const isUnion = schema.discriminator !== undefined;
  const isOpen = schema.additionalProperties === undefined && !isUnion;
  const isLoose = schema.properties !== undefined && isOpen;
  return isLoose ? [place, ...inside] : inside;
}

test('every body in the document says which names it accepts', async (t) => {
  const { call } = await setup(t);
  const document = Object((await call('GET', '/openapi.json')).json);
  const loose = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, operation]) => {
      const schema = Object(operation).requestBody?.content?.['application/json']?.schema;
      return schema === undefined ? [] : looseParts(document, schema, `${method} ${path}`);
    }),
  );
  assert.deepEqual(loose, []);
});

test('every route of the API refuses a name in its query that it does not know', async (t) => {
  const { call, service } = await setup(t);
  const wrong: string[] = [];
  for (const { method, url } of await registeredRoutes(service)) {
    if (!url.startsWith('/v1/') || FOREIGN.test(url) || method === 'HEAD') continue;
    const path = `${url.replaceAll(/:\w+/g, 'x')}?unknown-name=1`;
    const { status, at, text } = await call(method, path, method === 'GET' ? undefined : {});
    // A missing right is answered first.
    const isRefused = status === 400 || [401, 403, 422].includes(status);
    if (!isRefused || (status === 400 && !text.includes('unknown-name'))) {
      wrong.push(`${method} ${path} ${status} ${at('/code')}`);
    }
  }
  assert.deepEqual(wrong, []);
});
