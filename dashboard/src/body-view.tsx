/**
 * A JSON body to read, or as the bytes that are sent and signed. What is copied is always the
 * bytes: a body formatted anew has another signature.
 */
import { Button } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import { prettyJson } from './pretty-json.ts';

export function BodyView({
  body,
  raw,
  onRaw,
}: {
  readonly body: string;
  readonly raw: boolean;
  readonly onRaw: (raw: boolean) => void;
}) {
  const pretty = prettyJson(body);
  return (
    <>
      <div className="code-head">
        <Button
          variant="default"
          size="compact-sm"
          aria-pressed={raw}
          disabled={pretty === null}
          onClick={() => onRaw(!raw)}
        >
          Raw bytes
        </Button>
        <CopyButton text={body} what="the raw bytes" />
        <span className="quiet">{bytesOf(body)} bytes</span>
      </div>
      <pre className="body">{raw || pretty === null ? body : pretty}</pre>
    </>
  );
}

function bytesOf(text: string): string {
  return new TextEncoder().encode(text).length.toLocaleString('en');
}
