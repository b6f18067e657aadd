/**
 * A payload to read: formatted with colours, or byte for byte as it was sent and signed, or as hex
 * when it is not text. What is copied is always the exact bytes: a body laid out anew has another
 * signature. Values of strangers are shown as text only.
 */
import { type ReactNode, useMemo, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../copy.tsx';
import { decoded, hexLines, markedPieces, prettyTokens, type Token } from './code-text.ts';

export interface CodeViewProps {
  /** Names the block for who does not see it: "Body of the request". */
  readonly label: string;
  readonly content: string | Uint8Array;
  /** The size it had before it was cut, where only its beginning is kept. */
  readonly wholeBytes?: number;
  /** More buttons: "Copy as curl". */
  readonly tools?: ReactNode;
  /** A text that is not JSON and must not be laid out: PEM, curl, headers. */
  readonly plain?: boolean;
}

type Mode = 'pretty' | 'raw' | 'hex';

export function CodeView({ label, content, wholeBytes, tools, plain = false }: CodeViewProps) {
  const t = useText('kit').code;
  const format = useFormat();
  const { text, bytes } = useMemo(() => decoded(content), [content]);
  const pretty = useMemo(() => (plain || text === null ? null : prettyTokens(text)), [plain, text]);
  const [wanted, setWanted] = useState<Mode>('pretty');
  const [wrap, setWrap] = useState(true);
  const [find, setFind] = useState('');
  const mode = text === null ? 'hex' : wanted === 'pretty' && pretty === null ? 'raw' : wanted;
  const modes: readonly Mode[] = plain
    ? []
    : [...(pretty === null ? [] : (['pretty'] as const)), 'raw', 'hex'];
  const tokens = tokensOf(mode, pretty, text, bytes);
  const found = useMemo(() => countOf(tokens, find), [tokens, find]);
  if (bytes.length === 0) return <p className="quiet small">{t.empty}</p>;
  return (
    <div className="code">
      <div className="code-head">
        {modes.length > 1 && text !== null && (
          <span className="segments">
            {modes.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === mode}
                onClick={() => setWanted(one)}
              >
                {t[one]}
              </button>
            ))}
          </span>
        )}
        {hasLongLine(tokens) && (
          <label className="check">
            <input type="checkbox" checked={wrap} onChange={() => setWrap(!wrap)} />
            {t.wrap}
          </label>
        )}
        {!plain && (
          <input
            type="search"
            className="code-find"
            aria-label={t.find}
            placeholder={t.find}
            value={find}
            onChange={({ currentTarget }) => setFind(currentTarget.value)}
          />
        )}
        {find !== '' && <span role="status">{t.found(found)}</span>}
        <span className="code-end">
          <span className="quiet">{format.bytes(bytes.length)}</span>
          {tools}
          {text !== null && <CopyButton text={text} what={label} />}
        </span>
      </div>
      {text === null && <p className="quiet small">{t.notText}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a region would be a landmark */}
      <div
        role="group"
        className="code-text"
        data-wrap={wrap}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it
        tabIndex={0}
        aria-label={label}
      >
        <pre>
          {withPlaces(tokens).map(({ at, token }) => (
            <Piece key={at} token={token} find={find} />
          ))}
        </pre>
      </div>
      {wholeBytes !== undefined && wholeBytes > bytes.length && (
        <p className="quiet small">
          {t.truncated(format.bytes(bytes.length), format.bytes(wholeBytes))}
        </p>
      )}
    </div>
  );
}

function Piece({ token, find }: { readonly token: Token; readonly find: string }) {
  const pieces = markedPieces(token.text, find);
  const content = pieces.map(({ at, text, hit }) => (hit ? <mark key={at}>{text}</mark> : text));
  return token.kind === 'space' || token.kind === 'plain' ? (
    content
  ) : (
    <span className={`token-${token.kind}`}>{content}</span>
  );
}

function tokensOf(
  mode: Mode,
  pretty: readonly Token[] | null,
  text: string | null,
  bytes: Uint8Array,
): readonly Token[] {
  if (mode === 'pretty' && pretty !== null) return pretty;
  return [{ kind: 'plain', text: mode === 'hex' || text === null ? hexLines(bytes) : text }];
}

const WIDE_COLUMNS = 60;

/** Only then wrapping makes a difference. */
function hasLongLine(tokens: readonly Token[]): boolean {
  const text = tokens.map((token) => token.text).join('');
  return text.split('\n').some((line) => line.length > WIDE_COLUMNS);
}

function countOf(tokens: readonly Token[], find: string): number {
  if (find === '') return 0;
  return tokens.reduce(
    (sum, { text }) => sum + markedPieces(text, find).filter(({ hit }) => hit).length,
    0,
  );
}

function withPlaces(tokens: readonly Token[]): readonly { at: number; token: Token }[] {
  let at = 0;
  return tokens.map((token) => {
    const place = at;
    at += token.text.length;
    return { at: place, token };
  });
}
