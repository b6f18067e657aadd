/**
 * The page of the dashboard as it is sent: `index.html` of the build, with absolute addresses of
 * its files, so that it works at every depth of the path, with links to the files that its address
 * needs, and with its initial data as inert JSON. There is no `<base>`: it would turn every `#…`
 * link into another page. Must never hold a secret; texts that people chose appear in the JSON
 * only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord } from '../schema/session.ts';
import { readPageHints, readWordsHint, type WordsRequest } from './page-hints.ts';

export interface PageFacts {
  readonly version: string;
  /** Changes with every build, so that an open page notices that it is out of date. */
  readonly build: string;
  /** The path under which clients reach the service, with slashes around: `/` or `/ringpost/`. */
  readonly basePath: string;
  readonly setupNeeded: boolean;
  /** The session; null: not signed in, or the store did not answer. */
  readonly session: SessionRecord | null;
}

export interface DashboardPage {
  readonly build: string;
  /** `path`: the requested path, without the base path and the query. */
  render(path: string, facts: Omit<PageFacts, 'build'>, words: WordsRequest): string;
}

const PLACE = /(<script type="application\/json" id="ringpost-facts">)[^<]*(<\/script>)/;
const RELATIVE = /\b(src|href)="\.\//g;
const BUILD_LENGTH = 16;
const HEAD_END = '</head>';
/** Pages for visitors who are not signed in; from every other page they are sent to the sign-in. */
const DOORS: readonly string[] = [
  '/setup',
  '/login',
  '/invitation',
  '/reset',
  '/reauthenticated',
  '/email',
];

/** `directory`: the folder of a build. */
export function readDashboardPage(directory: string): DashboardPage {
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const digest = join(directory, '.built-from');
  const build = existsSync(digest) ? readFileSync(digest, 'utf8').slice(0, BUILD_LENGTH) : '';
  const hints = readPageHints(directory);
  const wordsHint = readWordsHint(directory);
  return {
    build,
    render: (path, facts, words) => {
      const shown = facts.session !== null || DOORS.includes(path) ? path : '/login';
      const files = [...wordsHint(words), ...hints(shown)];
      const links = files.map((file) => moduleLink(`${facts.basePath}${file}`));
      const json = inertJson({ ...facts, build });
      return html
        .replace(RELATIVE, (_all, name: string) => `${name}="${facts.basePath}`)
        .replace(HEAD_END, () => `${links.join('')}${HEAD_END}`)
        .replace(PLACE, (_all, open: string, close: string) => `${open}${json}${close}`);
    },
  };
}

/**
 * The form that the bundler writes, so that it is the same kind of request as the import that
 * follows.
 */
function moduleLink(address: string): string {
  return `<link rel="modulepreload" crossorigin href="${address}">`;
}

/** The path of the public URL; a proxy may or may not remove it before it forwards a request. */
export function basePathOf(publicUrl: string | null): string {
  if (publicUrl === null) return '/';
  const path = new URL(publicUrl).pathname.replace(/\/+$/, '');
  return `${path}/`;
}

/** For fastify: `/ringpost/v1/calls` is answered as `/v1/calls`. */
export function withoutBasePath(
  basePath: string,
): (request: { readonly url?: string | undefined }) => string {
  const prefix = basePath.slice(0, -1);
  return ({ url = '/' }) => {
    if (prefix === '' || !url.startsWith(prefix)) return url;
    const rest = url.slice(prefix.length);
    if (rest.startsWith('/')) return rest;
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
}

/** Contains no character that could end the element or begin a comment. */
function inertJson(value: PageFacts): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}
