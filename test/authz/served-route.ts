/**
 * The routes of a running server, read from the router itself and not from what the routes declare.
 * A `:name` is shown as `{name}`, as in the document.
 */
import type { App } from '../../src/http/app.ts';

const LINE = /^([\s│]*)[├└]── (.*) \(([A-Z, ]+)\)$/;
const INDENT = 4;

/** Names such as `GET /v1/calls/{callId}`, in alphabetical order. */
export function servedRoutes(app: App): readonly string[] {
  const names: string[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    if (line === '') continue;
    const [, indent = '', part = '', methods = ''] = LINE.exec(line) ?? [];
    if (part === '') throw new Error(`the router prints another form: ${line}`);
    const depth = indent.length / INDENT;
    const path = (parents[depth - 1] ?? '') + part;
    parents[depth] = path;
    for (const method of methods.split(', ')) {
      names.push(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    }
  }
  return names.sort();
}
