/**
 * The forms of a question. Servers of one protocol differ: some refuse a JSON schema, newer models
 * of OpenAI want another name for the token limit and refuse a temperature. An option that a server
 * refuses is left out from then on; a refused schema goes into the prompt.
 */
import { schemaRule } from '../acw/model-answer/model-prompt.ts';
import type { ModelQuestion } from '../engine/ports/language-model.ts';

export interface ChatForm {
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly tokensName: 'max_tokens' | 'max_completion_tokens';
  readonly hasTemperature: boolean;
}

/** The parts of a form that the server refused. */
export type FormFault = 'format' | 'tokensName' | 'temperature';

/** All servers know `max_tokens`; those that refuse it name the other option. */
export const STRICT_FORM: ChatForm = {
  format: 'json_schema',
  tokensName: 'max_tokens',
  hasTemperature: true,
};

/** The next form to try; null if there is none. */
export function formAfter(form: ChatForm, fault: FormFault): ChatForm | null {
  switch (fault) {
    case 'format':
      if (form.format === 'text') return null;
      return { ...form, format: form.format === 'json_schema' ? 'json_object' : 'text' };
    case 'tokensName':
      if (form.tokensName === 'max_completion_tokens') return null;
      return { ...form, tokensName: 'max_completion_tokens' };
    case 'temperature':
      return form.hasTemperature ? { ...form, hasTemperature: false } : null;
  }
}

export function requestBody(model: string, question: ModelQuestion, form: ChatForm): string {
  const { system, user, schema, name, answerTokensMax } = question;
  const rules = form.format === 'json_schema' ? system : `${system}\n${schemaRule(schema)}`;
  return JSON.stringify({
    model,
    messages: [
      { role: 'system', content: rules },
      { role: 'user', content: user },
    ],
    ...(form.hasTemperature ? { temperature: 0 } : {}),
    [form.tokensName]: answerTokensMax,
    ...formatOf(form.format, name, schema),
    stream: false,
  });
}

function formatOf(format: ChatForm['format'], name: string, schema: ModelQuestion['schema']) {
  switch (format) {
    case 'json_schema':
      return {
        response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
      };
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'text':
      return {};
  }
}
