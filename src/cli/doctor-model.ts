/**
 * The checks of `ringpost doctor` for the language model: which one is configured, whether it
 * answers a small question in the required form, and whether numbers are redacted. It sends no call
 * log.
 */

import { readObject } from '../acw/model-answer/model-json.ts';
import { createGuard } from '../channel/destination-guard.ts';
import { type ModelSettings, openModel } from '../compose/open-model.ts';
import type { Settings } from '../config/settings.ts';
import { systemClock as clock } from '../system/clock.ts';
import { systemRandom as random } from '../system/random.ts';
import type { Check } from './check.ts';
import { VERSION } from './version.ts';

const QUESTION = {
  name: 'doctor_check',
  system: 'You check a connection. Answer with one JSON object and nothing else.',
  user: 'Answer {"ready": true}.',
  schema: {
    type: 'object',
    properties: { ready: { type: 'boolean' } },
    required: ['ready'],
    additionalProperties: false,
  },
  // A model that reasons first needs some tokens for that.
  answerTokensMax: 1_000,
} as const;

export async function checkModel(
  settings: ModelSettings & Pick<Settings, 'allowTargets'>,
): Promise<readonly Check[]> {
  const guard = createGuard({ allow: settings.allowTargets });
  const userAgent = `Ringpost/${VERSION}`;
  const model = openModel(settings, { guard, clock, random, emit: () => {}, userAgent });
  if (model === null) return [{ good: true, text: NONE }];
  const answer = await model.ask({ ...QUESTION, timeoutMs: settings.llmTimeoutMs });
  await model.close();
  const where = `language model ${model.model} at ${new URL(settings.llmBaseUrl ?? '').host}`;
  if (answer.kind === 'failed') return [{ good: false, text: `${where}: ${answer.detail}` }];
  const read = readObject(answer.text);
  const isReady = read.kind === 'ok' && typeof read.value.ready === 'boolean';
  const numbers = settings.llmRedact === 'on' ? 'are taken out' : 'are SENT (RINGPOST_LLM_REDACT)';
  return [
    isReady
      ? { good: true, text: `${where} answers; card and identity numbers ${numbers}` }
      : { good: false, text: `${where} answers, but not with the JSON that it is asked for` },
  ];
}

const NONE =
  'no language model: built-in agents give figures and rules only, and nothing of a call leaves ' +
  'for one (RINGPOST_LLM_BASE_URL)';
