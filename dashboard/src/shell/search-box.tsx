/**
 * Search by any id. One hit is opened, several are listed, none says what was searched. `/` goes
 * here, Esc leaves.
 */
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useClient } from '../api/api-context.tsx';
import {
  hitTarget,
  onlyHit,
  type SearchAnswer,
  type SearchHit,
  searchById,
} from '../api/search.ts';
import { useText } from '../i18n/words.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Icon } from '../kit/icon.tsx';
import { Failure } from '../kit/region/data-region.tsx';

type Found =
  | { readonly kind: 'searching' }
  | { readonly kind: 'hits'; readonly text: string; readonly answer: SearchAnswer }
  | { readonly kind: 'failed'; readonly error: Error };

export function SearchBox({ project }: { readonly project: string }) {
  const t = useText('shell').search;
  const client = useClient();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLElement>(null);
  const [found, setFound] = useState<Found | null>(null);
  useHotkey('/', () => {
    input.current?.focus();
    input.current?.select();
  });
  useEffect(() => {
    if (found === null) return;
    const onOutside = (event: Event): void => {
      const { target } = event;
      if (target instanceof Node && place.current?.contains(target) !== true) setFound(null);
    };
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [found]);
  const open = (hit: SearchHit): void => {
    setFound(null);
    void navigate(hitTarget(project, hit));
  };
  const search = (event: FormEvent): void => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text === '') return;
    setFound({ kind: 'searching' });
    searchById(client, text).then(
      (answer) => {
        const only = onlyHit(answer);
        if (only === null) setFound({ kind: 'hits', text, answer });
        else open(only);
      },
      (error: unknown) => setFound({ kind: 'failed', error: asError(error) }),
    );
  };
  return (
    <search className="search" ref={place}>
      <form onSubmit={search}>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label={t.label}
          placeholder={t.placeholder}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setFound(null);
            event.currentTarget.blur();
          }}
        />
        <span className="search-key" aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </form>
      {found !== null && (
        <div className="search-found" role="status">
          <FoundList found={found} onOpen={open} />
        </div>
      )}
    </search>
  );
}

interface FoundListProps {
  readonly found: Found;
  readonly onOpen: (hit: SearchHit) => void;
}

function FoundList({ found, onOpen }: FoundListProps) {
  const t = useText('shell').search;
  if (found.kind === 'searching') return <p className="quiet">{t.searching}</p>;
  if (found.kind === 'failed') return <Failure error={found.error} />;
  const { data, searched } = found.answer;
  if (data.length === 0) {
    return (
      <>
        <p className="wrap">{t.none(found.text)}</p>
        <p className="quiet small">{t.searched(searched.join(', '))}</p>
      </>
    );
  }
  return (
    <>
      <p className="quiet small">{t.found(data.length)}</p>
      <ul>
        {data.map((hit) => (
          <li key={`${hit.kind} ${hit.id}`}>
            <button type="button" className="search-hit" onClick={() => onOpen(hit)}>
              <span className="quiet">{t.kind[hit.kind]}</span>
              <span className="mono wrap">{hit.id}</span>
              <span className="quiet wrap">{hit.title === hit.id ? hit.state : hit.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
