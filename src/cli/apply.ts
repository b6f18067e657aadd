/**
 * `ringpost apply`: makes the settings of a project what a reviewed file says, through the API of a
 * running service, and shows the difference. What the file does not name stays, unless `--prune`
 * removes it. A second run changes nothing. Must never print a secret.
 */
import { ApiError } from '../../receiver/client/src/index.ts';
import type { Settings } from '../config/settings.ts';
import { type Action, type Plan, placed, planOf, type Step } from './apply/plan.ts';
import { readSettingsFile } from './apply/settings-file.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { openServiceClient } from './service-client.ts';

/** `--dry-run` found that something would change. */
const EXIT_WOULD_CHANGE = 3;

const MARKS: Readonly<Record<Action, string>> = {
  create: '+',
  change: '~',
  none: '=',
  remove: '-',
  left: '?',
};

export async function runApply(settings: Settings, asked: Asked): Promise<void> {
  const { words, flags } = asked;
  try {
    const file = readSettingsFile(words[0] ?? '', process.env);
    const { client } = openServiceClient(settings, asked);
    const plan = await planOf(client, file, flags.prune === true);
    if (plan.faults.length > 0) {
      throw new Error(`Nothing was changed.\n  ${plan.faults.join('\n  ')}`);
    }
    if (flags.dryRun === true) showPlan(plan);
    else await carryOut(plan);
  } catch (error) {
    fail(error);
  }
}

function showPlan({ steps }: Plan): void {
  for (const step of steps) show(step, step.action);
  const counts = countsOf(steps.map(({ action }) => action));
  const would = counts.create + counts.change + counts.remove;
  say(`${summary(counts)}; nothing was changed`);
  if (would > 0) process.exitCode = EXIT_WOULD_CHANGE;
}

async function carryOut({ steps }: Plan): Promise<void> {
  const done: Action[] = [];
  for (const step of steps) {
    let isChanged: boolean;
    try {
      isChanged = await step.run();
    } catch (error) {
      if (done.length > 0) say(`before this: ${summary(countsOf(done))}`);
      throw new Error(`${placeOf(step, error)}\n  What is done stays; mend it and apply again.`);
    }
    const action = actionOf(step, isChanged);
    show(step, action);
    done.push(action);
  }
  say(summary(countsOf(done)));
}

/** What the service did counts: it may find a change that cannot be seen, or none. */
function actionOf({ action }: Step, isChanged: boolean): Action {
  if (action !== 'change' && action !== 'none') return action;
  return isChanged ? 'change' : 'none';
}

function placeOf({ path, what }: Step, error: unknown): string {
  if (!(error instanceof ApiError)) return `${what}: ${String(error)}`;
  const fields = error.errors.map(({ field, message }) => `\n  ${placed(path, field)}: ${message}`);
  return `${path} (${what}): ${error.message}${fields.join('')}`;
}

function show({ what, changes }: Step, action: Action): void {
  const note = action === 'left' ? ' (not in the file; --prune removes it)' : '';
  say(`${MARKS[action]} ${what}${note}`);
  if (action !== 'change') return;
  if (changes.length === 0) say('    a secret that ends as before');
  for (const { field, before, after } of changes) {
    say(`    ${field}: ${JSON.stringify(before ?? null)} -> ${JSON.stringify(after ?? null)}`);
  }
}

function countsOf(actions: readonly Action[]): Readonly<Record<Action, number>> {
  const count = (wanted: Action) => actions.filter((action) => action === wanted).length;
  return {
    create: count('create'),
    change: count('change'),
    none: count('none'),
    remove: count('remove'),
    left: count('left'),
  };
}

function summary({ create, change, none, remove, left }: ReturnType<typeof countsOf>): string {
  const parts = [
    `${create} created`,
    `${change} changed`,
    `${none} unchanged`,
    `${remove} removed`,
    `${left} not in the file`,
  ];
  return `ringpost apply: ${parts.join(', ')}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
