/**
 * The tables of docs/reference/metrics.md, made from the code: every metric, every line of the log,
 * every span. A table stands between two comments that name it.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LOG_LINES, type LogLine } from '../../src/observe/log-lines.ts';
import { SPANS } from '../../src/observe/span-json.ts';
import { meterOf } from '../support/meter.ts';

export const SIGNALS_PAGE = fileURLToPath(
  new URL('../../docs/reference/metrics.md', import.meta.url),
);

/** The page with the right tables. */
export async function signalsPage(): Promise<string> {
  const page = readFileSync(SIGNALS_PAGE, 'utf8');
  const tables = { metrics: await metricRows(), events: eventRows(), spans: spanRows() };
  return Object.entries(tables).reduce((text, [name, rows]) => withTable(text, name, rows), page);
}

function withTable(page: string, name: string, rows: readonly string[]): string {
  const [begin, end] = [`<!-- ${name}: made from the code -->\n`, `<!-- end of ${name} -->\n`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, from + begin.length)}\n${rows.join('\n')}\n\n${page.slice(to)}`;
}

async function metricRows(): Promise<readonly string[]> {
  const { registry } = meterOf();
  const all = await registry.getMetricsAsJSON();
  const rows = all
    .filter(({ name }) => !/^(?:process|nodejs)_/.test(name))
    .map(({ name, type, help }) => {
      const metric: { labelNames?: readonly string[] } = Object(registry.getSingleMetric(name));
      const labels = metric.labelNames?.map((label) => `\`${label}\``).join(', ') ?? '';
      return `| \`${name}\` | ${type} | ${labels === '' ? '–' : labels} | ${help} |`;
    });
  return ['| metric | type | labels | |', '|---|---|---|---|', ...rows.sort()];
}

function eventRows(): readonly string[] {
  const lines: readonly LogLine[] = Object.values(LOG_LINES);
  const rows = lines.map(
    ({ name, level, text, about }) => `| \`${name}\` | ${level} | ${text ?? '–'} | ${about} |`,
  );
  return ['| `name` | `level` | `msg` | |', '|---|---|---|---|', ...rows.sort()];
}

function spanRows(): readonly string[] {
  const rows = Object.entries(SPANS).flatMap(([name, { kind, about, attributes }]) => [
    `| \`${name}\` | ${kind} | | ${about} |`,
    ...attributes.map((each) => `| | | \`${each.name}\` | ${each.about} |`),
  ]);
  return ['| span | kind | attribute | |', '|---|---|---|---|', ...rows];
}
