/**
 * The static headers of every request: name and value. A saved value is masked; leaving it empty
 * keeps it.
 */
import { Button, TextInput } from '@mantine/core';
import { useText } from '../../../i18n/catalogue.ts';
import { Icon } from '../../../kit/icon.tsx';
import type { HeaderDraft } from './endpoint-draft.ts';
import { formText } from './text.ts';
import type { EndpointForm } from './use-endpoint-form.ts';

export function HeaderFields({ endpoint }: { readonly endpoint: EndpointForm }) {
  const t = useText(formText);
  const { form, readOnly } = endpoint;
  const { headers } = form.values;
  const change = (index: number, part: Partial<HeaderDraft>, pointer: string): void => {
    const next = headers.map((header, at) => (at === index ? { ...header, ...part } : header));
    endpoint.set('headers', next, pointer);
  };
  return (
    <fieldset className="bare">
      <legend>{t.headers}</legend>
      <p className="quiet small">{t.headersHint}</p>
      {headers.map(({ name, value, kept }, index) => (
        // Two headers may have the same name until the service says so.
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; rows have no other id
        <div key={index} className="header-row">
          <TextInput
            aria-label={t.headerName}
            value={name}
            disabled={readOnly || kept}
            error={endpoint.faultOf(`/headers/${index}/name`)}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              change(index, { name: currentTarget.value }, `/headers/${index}/name`)
            }
            onBlur={() => endpoint.left(`/headers/${index}/name`, name !== '')}
          />
          <TextInput
            aria-label={t.headerValue}
            placeholder={kept ? t.headerKept : t.headerValue}
            value={value}
            disabled={readOnly}
            error={endpoint.faultOf(`/headers/${index}/value`)}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              change(index, { value: currentTarget.value }, `/headers/${index}/value`)
            }
            onBlur={() => endpoint.left(`/headers/${index}/value`, value !== '')}
          />
          <button
            type="button"
            className="icon-button"
            disabled={readOnly}
            aria-label={t.removeHeader(name)}
            onClick={() =>
              endpoint.set(
                'headers',
                headers.filter((_, at) => at !== index),
                '/headers',
              )
            }
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="plus" />}
        disabled={readOnly}
        onClick={() =>
          endpoint.set('headers', [...headers, { name: '', value: '', kept: false }], '/headers')
        }
      >
        {t.addHeader}
      </Button>
    </fieldset>
  );
}
