/**
 * Opens the configured language model: the client of `src/language-model` on the connections of the
 * channels, so that the same guard decides where transcripts and webhooks may be sent.
 */

import type { Guard } from '../channel/destination-guard.ts';
import { createConnector } from '../channel/guarded-connector.ts';
import { createNameLookup, type NameLookup } from '../channel/name-lookup.ts';
import { judgeError } from '../channel/send-failure.ts';
import type { Settings } from '../config/settings.ts';
import { CONNECT_TIMEOUT_MS } from '../core/endpoint/endpoint-defaults.ts';
import type { Clock, Random } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type { LanguageModel } from '../engine/ports/language-model.ts';
import { createLanguageModel } from '../language-model/language-model.ts';

type ModelSetting = Extract<keyof Settings, `llm${string}`>;
export type ModelSettings = Pick<Settings, ModelSetting>;

export interface ModelParts {
  readonly guard: Pick<Guard, 'refusal'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** `Ringpost/<version>`. */
  readonly userAgent: string;
  readonly lookup?: NameLookup;
}

/** Returns null if no model is configured. */
export function openModel(settings: ModelSettings, parts: ModelParts): LanguageModel | null {
  const { llmBaseUrl: baseUrl, llmModel: model, llmTokensPerDay: perDay } = settings;
  if (baseUrl === null || model === null) return null;
  const { guard, clock, random, emit, userAgent } = parts;
  const connect = createConnector({
    guard,
    clock,
    lookup: createNameLookup(clock, parts.lookup),
    connectMs: CONNECT_TIMEOUT_MS,
    ca: undefined,
  });
  return createLanguageModel({
    baseUrl,
    model,
    clock,
    random,
    emit,
    userAgent,
    connect,
    apiKey: settings.llmApiKey,
    policy: {
      redact: settings.llmRedact === 'on',
      questionTokensMax: settings.llmQuestionTokens,
      timeoutMs: settings.llmTimeoutMs,
    },
    concurrency: settings.llmConcurrency,
    tokensPerDay: perDay === 0 ? null : perDay,
    judge: (error) => judgeError(error, 'http'),
  });
}
