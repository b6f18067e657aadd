/**
 * examples/monitoring: every metric and label that a rule or a panel uses exists, each rule has a
 * test, and promtool, if it is installed, passes them.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { meterOf } from '../support/meter.ts';
import { isInstalled } from '../support/program.ts';
import { ROOT } from '../tidy/tree.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

const FOLDER = join(ROOT, 'examples/monitoring');
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const RULES: readonly Rule[] = parse(read('alerts.yml')).groups[0].rules;
const PANELS: readonly { readonly targets: readonly { readonly expr: string }[] }[] = JSON.parse(
  read('dashboard.json'),
).panels;

/** A metric that Prometheus makes itself. */
const FROM_PROMETHEUS = new Set(['up']);
const SELECTOR = /\b((?:ringpost|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g;
const GROUPED = /\bby \(([^)]*)\)/g;
const FROM_SCRAPE = new Set(['job', 'instance', 'le']);

test('every rule has what an engineer needs, and a test of its own', () => {
  const tested = parse(read('alerts.test.yml')).tests.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    RULES.map(({ alert }) => alert),
    tested,
  );
  for (const { alert, labels, annotations } of RULES) {
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
    assert.ok(annotations.summary.length > 0 && annotations.action.length > 0, alert);
  }
});

test('the metrics, labels and values in rules and panels exist', async () => {
  const meter = meterOf({}, 1);
  const lines = (await meter.registry.metrics()).split('\n');
  const names = new Map(
    (await meter.registry.getMetricsAsJSON()).map(({ name }) => [name, labelsOf(meter, name)]),
  );
  const asked = [
    ...RULES.map(({ expr }) => expr),
    ...PANELS.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  assert.ok(asked.length > 30, String(asked.length));
  for (const expr of asked) {
    const labels = new Set<string>(FROM_SCRAPE);
    for (const [, name = '', selector = ''] of expr.matchAll(SELECTOR)) {
      if (FROM_PROMETHEUS.has(name)) continue;
      const base = name.replace(/_(?:bucket|count|sum)$/, '');
      const known = names.get(name) ?? names.get(base);
      assert.ok(known !== undefined, `${name} in ${expr}`);
      for (const label of known) labels.add(label);
      for (const [, label = '', value = ''] of selector.matchAll(/(\w+)=~?"([^"]*)"/g)) {
        assert.ok(labels.has(label), `${label} in ${expr}`);
        if (FROM_SCRAPE.has(label)) continue;
        for (const one of value.split('|')) {
          const series = lines.some(
            (line) => line.startsWith(`${name}{`) && line.includes(`${label}="${one}"`),
          );
          assert.ok(series, `${name} with ${label}="${one}" stands before its first event`);
        }
      }
    }
    for (const [, list = ''] of expr.matchAll(GROUPED)) {
      for (const label of list.split(', ')) assert.ok(labels.has(label), `${label} in ${expr}`);
    }
  }
});

test('promtool: each rule is silent before, and fires at the first event', (t) => {
  if (!isInstalled('promtool')) {
    t.diagnostic('promtool is not installed: the rules were not run');
    return;
  }
  const options = { cwd: FOLDER, encoding: 'utf8' } as const;
  assert.match(execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], options), /SUCCESS/);
  execFileSync('promtool', ['check', 'config', 'prometheus.yml'], options);
});

test('amtool: the routes are right', (t) => {
  if (!isInstalled('amtool')) {
    t.diagnostic('amtool is not installed: the routes were not checked');
    return;
  }
  const options = { cwd: FOLDER, encoding: 'utf8' } as const;
  assert.match(execFileSync('amtool', ['check-config', 'alertmanager.yml'], options), /SUCCESS/);
});

test('otelcol: traces are received where the guide says, and passed on to a store', (t) => {
  const { receivers, service } = parse(read('otel-collector.yml'));
  const { endpoint } = receivers.otlp.protocols.http;
  const guide = readFileSync(join(ROOT, 'docs/guides/monitor.md'), 'utf8');
  assert.ok(guide.includes(`RINGPOST_OTLP_URL=http://${endpoint}\n`), endpoint);
  assert.deepEqual(service.pipelines.traces.receivers, ['otlp']);
  if (!isInstalled('otelcol')) {
    t.diagnostic('otelcol is not installed: the configuration was not validated');
    return;
  }
  execFileSync('otelcol', ['validate', '--config=file:otel-collector.yml'], { cwd: FOLDER });
});

function labelsOf(meter: ReturnType<typeof meterOf>, name: string): readonly string[] {
  const metric: { labelNames?: readonly string[] } = Object(meter.registry.getSingleMetric(name));
  return metric.labelNames ?? [];
}
