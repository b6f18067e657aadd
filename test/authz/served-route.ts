/**
 * The routes that a running server really has, read from the router itself and from nothing that
 * the routes say of themselves. A `:name` is shown as the document shows it, `{name}`.
 */
import type { App } from '../../src/http/app.ts';

const LINE = /^([\s│]*)[├└]── (.*) \(([A-Z, ]+)\)$/;
const INDENT = 4;

/** `GET /v1/calls/{callId}`, in the order of the alphabet. */
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
