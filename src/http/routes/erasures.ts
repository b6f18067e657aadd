/**
 * Erasures: everything of a call, a client or a telephone number is removed by an audited job, and
 * its receipt says what was removed, when, and who asked. People need the role owner.
 */
import type { Static } from 'typebox';
import { ServiceError } from '../../core/error/service-error.ts';
import { ID_BOUNDS, lineFault } from '../../core/text.ts';
import type { AskedOf } from '../../engine/delivery/bulk-service.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { reasonOf } from '../request/parameter.ts';
import { ErasureBody, ErasurePath, ErasureRecord, showErasure } from '../schema/erasure.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerErasureRoutes(app: App, { bulk }: Service): void {
  app.post(
    '/v1/erasures',
    {
      config: { scope: 'calls:delete', ownersOnly: true, proven: true },
      schema: {
        operationId: 'createErasure',
        summary: 'Erase everything of a call, a client or a telephone number',
        description:
          'The answer comes at once; the job runs by itself and survives a restart. Each call ' +
          'goes with its reports, texts, deliveries, attempts, log, runs and results, the ' +
          'requests of its source and its items in the local inbox, and its reports are refused ' +
          'from then on, as `DELETE /v1/calls/{callId}` does it. Calls that are first reported ' +
          'later stay. A number is looked for in every text of the project, so it takes as long ' +
          'as reading them. People need the role owner.',
        tags: ['calls'],
        body: ErasureBody,
        response: replies({ 202: ErasureRecord }),
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const { reason = null, ...rest } = body;
      const { of, asked } = subjectOf(rest);
      const job = { of, asked, reason: reasonOf(reason, '/reason') };
      const made = showErasure(await bulk.create(actor.projectKey, job, authorOf(request)));
      if (made === null) throw new Error('an erasure is a job that deletes calls');
      reply.code(202).header('location', `/v1/erasures/${made.id}`);
      return made;
    },
  );
  app.get(
    '/v1/erasures/:id',
    {
      config: { scope: 'calls:delete' },
      schema: {
        operationId: 'getErasure',
        summary: 'The receipt of an erasure: what was removed so far, by kind',
        tags: ['calls'],
        params: ErasurePath,
        response: replies({ 200: ErasureRecord }),
      },
    },
    async ({ actor, params }) => {
      const shown = showErasure(await bulk.get(actor.projectKey, params.id));
      if (shown === null) throw new ServiceError('NOT_FOUND', 'This job is not an erasure.');
      return shown;
    },
  );
}

interface Subject {
  readonly of: Exclude<AskedOf, { readonly ids: unknown }> & { readonly action: 'delete-calls' };
  /** As it is shown with the job. */
  readonly asked: Readonly<Record<string, string>>;
}

function subjectOf({ callId, clientId, number }: Static<typeof ErasureBody>): Subject {
  const given = [callId, clientId, number].filter((each) => each !== undefined);
  if (given.length !== 1) throw wrong('', 'Send one of callId, clientId and number.');
  if (number !== undefined) {
    const value = digitsOf(number);
    return { of: { action: 'delete-calls', subject: 'number', value }, asked: { number: value } };
  }
  const [name, id = ''] = callId === undefined ? ['clientId', clientId] : ['callId', callId];
  const fault = lineFault(id, ID_BOUNDS);
  if (fault !== null) throw wrong(`/${name}`, fault);
  return callId === undefined
    ? { of: { action: 'delete-calls', clientId: id }, asked: { clientId: id } }
    : { of: { action: 'delete-calls', subject: 'call', value: id }, asked: { callId: id } };
}

const SEPARATORS = /[\s().\-/]/g;
const NUMBER = /^(?:\+|00)?(\d{7,15})$/;

function digitsOf(number: string): string {
  const digits = NUMBER.exec(number.replace(SEPARATORS, ''))?.[1];
  if (digits !== undefined) return digits;
  throw wrong(
    '/number',
    'Give 7 to 15 digits with the code of the country, as in +49 151 2345678.',
  );
}

function wrong(field: string, message: string): ServiceError {
  return new ServiceError('INVALID_INPUT', 'The erasure is wrong; see errors.', {
    fields: [{ field, message }],
  });
}
