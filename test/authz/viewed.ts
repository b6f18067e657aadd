/** The answers to a person by every route of viewers, in every format. */
import type { Person } from '../http/person/people.ts';
import type { Answer } from '../http/setup.ts';
import { mayAsk } from './people-table.ts';
import { type Ids, nameOf, ROUTES, requestOf } from './route-table.ts';

export const VIEWED = ROUTES.filter((route) => route.scope !== null && mayAsk('viewer', route));
const FORMS = ['application/json', 'text/csv', 'application/x-ndjson'] as const;

export async function allOf(person: Person, ids: Ids): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const route of VIEWED) {
    const { path, body } = requestOf(route, ids);
    for (const accept of route.method === 'GET' ? FORMS : FORMS.slice(0, 1)) {
      const answer = await person.ask(route.method, path, body, { accept });
      answers.set(`${nameOf(route)} as ${accept}`, answer);
    }
  }
  return answers;
}
