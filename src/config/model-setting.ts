/**
 * The settings of the language model. Each reader throws an Error whose message completes the
 * sentence "<setting> ..."; that of the key never repeats the value.
 */
import { baseUrl } from './read-value.ts';

/** For example `https://api.openai.com/v1`, to which `/chat/completions` is added. */
export function modelUrl(text: string): string {
  const url = baseUrl(text);
  if (/\/chat\/completions$/.test(url)) {
    throw new Error('must be without /chat/completions, such as https://api.openai.com/v1');
  }
  return url;
}

/** Any text that fits into a header. */
export function modelKey(text: string): string {
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text;
  throw new Error('must be 1 to 4,096 printable ASCII characters without spaces');
}

/** Combinations of settings of the model that exclude each other. */
export function modelMisfits(settings: {
  readonly llmBaseUrl: string | null;
  readonly llmModel: string | null;
  readonly llmApiKey: string | null;
}): readonly string[] {
  const { llmBaseUrl, llmModel, llmApiKey } = settings;
  if (llmBaseUrl !== null && llmModel === null) {
    return ['RINGPOST_LLM_BASE_URL needs RINGPOST_LLM_MODEL: say which model to ask.'];
  }
  if (llmBaseUrl !== null) return [];
  const alone = [
    ...(llmModel === null ? [] : ['RINGPOST_LLM_MODEL']),
    ...(llmApiKey === null ? [] : ['RINGPOST_LLM_API_KEY']),
  ].join(' and ');
  if (alone === '') return [];
  return [
    `${alone} without RINGPOST_LLM_BASE_URL has no effect: set it too, such as ` +
      'https://api.openai.com/v1, or leave all of them out.',
  ];
}
