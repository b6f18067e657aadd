/**
 * Converts the texts of a query string to the types of a route's schema, and nothing more: whole
 * numbers in decimal, `true` and `false`, lists by repetition or commas. Free texts may contain
 * commas, so a list of those goes by repetition alone. A value in any other form stays text and is
 * refused by the schema, never guessed. An address whose schema has no query accepts none. A NUL is
 * refused here: no name contains one, and PostgreSQL rejects it.
 */

import { ServiceError } from '../../core/error/service-error.ts';
import { pointerToken } from '../../core/text.ts';
import type { App } from '../app.ts';
import { FIELDS_MAX } from '../reply/problem.ts';

type Conversion = (value: unknown) => unknown;

const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;
/** Longer than any list may be, so that the schema still refuses a list that is cut off here. */
const LIST_MAX = 1_000;

export function registerQueryValues(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.querystring === undefined) {
      if (takesNoQuery(route.url)) {
        route.preValidation = [refuseQuery, ...[route.preValidation ?? []].flat()];
      }
      return;
    }
    const conversions = conversionsOf(route.schema.querystring);
    const convert = async (request: { query: unknown }) => {
      const { query } = request;
      if (typeof query !== 'object' || query === null) return;
      refuseNul(query);
      for (const [name, conversion] of conversions) {
        const value = Reflect.get(query, name);
        if (value !== undefined) Reflect.set(query, name, conversion(value));
      }
    };
    route.preValidation = [convert, ...[route.preValidation ?? []].flat()];
  });
}

/** A platform's callback may have any query, since its provider signs it. */
function takesNoQuery(url: string): boolean {
  return url.startsWith('/v1/') && !url.startsWith('/v1/ingest/');
}

async function refuseQuery({ query }: { readonly query: unknown }): Promise<void> {
  const names = Object.keys(Object(query));
  if (names.length === 0) return;
  const fields = names
    .slice(0, FIELDS_MAX)
    .map((name) => ({ field: `query.${pointerToken(name)}`, message: 'is not a known key' }));
  throw new ServiceError('INVALID_PARAMETER', 'This address takes no query.', { fields });
}

function refuseNul(query: object): void {
  const found = Object.entries(query).find(([, value]) =>
    [value].flat().some((text) => typeof text === 'string' && text.includes('\0')),
  );
  if (found === undefined) return;
  const message = 'Remove the NUL character.';
  throw new ServiceError('INVALID_PARAMETER', 'This address has no such parameter.', {
    fields: [{ field: `query.${found[0]}`, message }],
  });
}

/** The properties of an object schema that are not plain text. */
function conversionsOf(schema: unknown): [string, Conversion][] {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const type = isFreeTexts(property) ? 'texts' : String(property?.type);
    const conversion = CONVERSIONS[type];
    return conversion === undefined ? [] : [[name, conversion]];
  });
}

function isFreeTexts(property: unknown): boolean {
  const { type, items } = Object(property);
  return type === 'array' && items?.pattern === undefined && items?.enum === undefined;
}

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  integer: (value) => (typeof value === 'string' && INTEGER.test(value) ? Number(value) : value),
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  array: (value) =>
    [value].flat().flatMap((item) => (typeof item === 'string' ? split(item) : [item])),
  texts: (value) => [value].flat(),
};

function split(text: string): string[] {
  return text.split(',', LIST_MAX + 1);
}
