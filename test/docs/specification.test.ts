/**
 * The tables of `docs/specification` say what the code holds: statuses, moves, triggers, keys,
 * codes, states, waits, paces, scopes and days. A value that changes without its rule fails here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUN_STATES } from '../../src/acw/run/run.ts';
import type { Report } from '../../src/core/call/report.ts';
import {
  DIRECTIONS,
  type Direction,
  IN_PROGRESS_STATUSES,
  INTERNAL_STATUSES,
  TERMINAL_STATUSES,
} from '../../src/core/call/status.ts';
import { type Call, moveCall } from '../../src/core/call/transition.ts';
import { CLOSED_STATES, OPEN_STATES } from '../../src/core/delivery/state.ts';
import { AUTH_METHODS, ENDPOINT_KINDS } from '../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS, RETRY_SCHEDULE_MS } from '../../src/core/endpoint/endpoint-defaults.ts';
import { SCOPES } from '../../src/core/key/scope.ts';
import { ERROR_MESSAGES } from '../../src/core/payload/call-error.ts';
import { LABELS } from '../../src/core/payload/render.ts';
import { sampleFiring } from '../../src/core/payload/sample.ts';
import { MEMBER_ROLES } from '../../src/core/person/role.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { fire } from '../../src/core/trigger/fire.ts';
import { TRIGGERS } from '../../src/core/trigger/trigger.ts';
import { readTree } from '../tidy/tree.ts';

const chapters = readTree().filter(({ path }) => path.startsWith('docs/specification/'));
const PUBLIC: readonly string[] = [...IN_PROGRESS_STATUSES, ...TERMINAL_STATUSES];

test('S1.2: every status is in the table, with the directions for which it exists', () => {
  const rows = rowsOf('S1.2').map(([, rank, names = '', outbound, inbound]) => ({
    rank,
    names: namesIn(names),
    OUTBOUND: outbound === 'yes',
    INBOUND: inbound === 'yes',
  }));
  const named = rows.flatMap(({ names }) => names);
  assert.deepEqual([...named].sort(), [...PUBLIC, ...INTERNAL_STATUSES].sort());
  for (const row of rows.filter(({ rank }) => rank !== '0')) {
    for (const status of row.names) {
      for (const direction of DIRECTIONS) {
        const { kind } = moved(null, direction, status);
        assert.equal(kind === 'moved', row[direction], `${direction} ${status}`);
      }
    }
  }
});

test('S1.8: a call moves as the table says', () => {
  for (const [from = '', outbound = '', inbound = ''] of rowsOf('S1.8').slice(1)) {
    const allowed: Readonly<Record<Direction, readonly string[]>> = {
      OUTBOUND: namesIn(outbound),
      INBOUND: namesIn(inbound),
    };
    const present = from === 'terminal' ? ['COMPLETED', 'ERROR'] : namesIn(from);
    for (const status of present) {
      for (const direction of DIRECTIONS) {
        const found = PUBLIC.filter((to) => moved(status, direction, to).kind === 'moved');
        const what = `${direction} from ${status}`;
        assert.deepEqual(found.sort(), [...allowed[direction]].sort(), what);
      }
    }
  }
});

test('S1.14: the times of staleness are the defaults of a project', () => {
  const { acceptingMs, callingMs, closingMs, otherInternalMs, outbound } = PROJECT_DEFAULTS.stale;
  const said = rowsOf('S1.14').map(([, , time = '']) => msOf(time));
  assert.deepEqual(said, [acceptingMs, callingMs, closingMs, otherInternalMs]);
  assert.equal(outbound, false);
});

test('S3.1: the table has exactly these triggers', () => {
  const text = paragraphOf('S3.1');
  const named = text.split(';').flatMap((part) => {
    const [first = '', ...rest] = namesIn(part);
    return first.endsWith('_') ? rest.map((name) => first + name) : [first, ...rest];
  });
  assert.deepEqual(named, [...TRIGGERS]);
  assert.ok(text.includes(`${TRIGGERS.length} triggers`));
});

test('S3.2: a status without errors fires what its row says', () => {
  const said = new Map<string, readonly string[]>();
  for (const [what = '', triggers = ''] of rowsOf('S3.2')) {
    const direction = DIRECTIONS.find((each) => what.startsWith(`${each.toLowerCase()} to `));
    for (const status of namesIn(what.replace('`COMPLETED` with errors', ''))) {
      const names = namesIn(triggers).map((name) => name.replace('CALL_x', `CALL_${status}`));
      said.set(`${direction} ${status}`, names);
    }
  }
  for (const direction of DIRECTIONS) {
    for (const status of PUBLIC) {
      const report = reportOf(direction, status);
      const fired = fire(moveCall(null, 'c', report, 1), report, 1);
      const triggers = fired.map(({ trigger }) => trigger);
      const what = `${direction} ${status}`;
      assert.deepEqual(triggers, said.get(what) ?? [], what);
    }
  }
});

test('S4.6: each trigger has the keys of its row, in this order', () => {
  const rows = rowsOf('S4.6').map(([triggers = '', keys = '']) => ({
    named: namesIn(triggers),
    keys: namesIn(keys),
  }));
  for (const trigger of TRIGGERS) {
    const row =
      rows.find(({ named }) => named[0] === trigger) ??
      rows.find(({ named }) => trigger.startsWith(named[0]?.replace('*', '') ?? trigger));
    const { data } = sampleFiring(trigger, '', 0);
    assert.deepEqual(Object.keys(JSON.parse(data)), row?.keys, trigger);
  }
});

test('S4.11, S5.3: the codes and keys have the messages and labels of the tables', () => {
  const said = rowsOf('S4.11').map(([code = '', message]) => [namesIn(code)[0], message]);
  assert.deepEqual(Object.fromEntries(said), ERROR_MESSAGES);
  for (const label of Object.values(LABELS)) assert.ok(paragraphOf('S5.3').includes(label), label);
});

test('S6.6, S9.6: the tables have all states of deliveries and runs', () => {
  const states = (rule: string) => rowsOf(rule).map(([name = '']) => namesIn(name)[0]);
  assert.deepEqual(states('S6.6'), [...OPEN_STATES, ...CLOSED_STATES]);
  assert.deepEqual(states('S9.6'), [...RUN_STATES]);
});

test('S6.11, S6.20: the waits and paces are the defaults', () => {
  const text = paragraphOf('S6.11');
  const [, list = ''] = /after ([\d\w ,]+)\. An endpoint/.exec(text) ?? [];
  assert.deepEqual(list.split(/, | and /).map(msOf), [...RETRY_SCHEDULE_MS]);
  for (const [kinds = '', rate = '', burst, concurrency] of rowsOf('S6.20')) {
    for (const kind of ENDPOINT_KINDS.filter((each) => namesIn(kinds).includes(each))) {
      const ratePerS = rate === 'no rate' ? null : Number(rate);
      const pacing = { ratePerS, burst: Number(burst), concurrency: Number(concurrency) };
      assert.deepEqual(pacing, PACING_DEFAULTS[kind], kind);
    }
  }
});

test('S7.4, S12.8, S12.20, S13.1: the tables have all methods, kinds, scopes and roles', () => {
  assert.deepEqual(namesIn(paragraphOf('S7.4')).sort(), [...AUTH_METHODS].sort());
  const kinds = namesIn(paragraphOf('S12.8')).filter((name) => !/[ /]/.test(name));
  assert.deepEqual(kinds.sort(), [...ENDPOINT_KINDS].sort());
  const scopes = namesIn(paragraphOf('S12.20')).filter((name) => /^[a-z-]+:[a-z]+$/.test(name));
  assert.deepEqual(scopes.sort(), [...SCOPES].sort());
  const roles = rowsOf('S13.1').map(([role = '']) => namesIn(role)[0]);
  assert.deepEqual(roles, [...MEMBER_ROLES].reverse());
});

test('S14.12: records are kept for the days of the table', () => {
  const said = rowsOf('S14.12').map(([name = '', , days]) => [namesIn(name)[0], Number(days)]);
  assert.deepEqual(Object.fromEntries(said), PROJECT_DEFAULTS.retention);
});

function moved(from: string | null, direction: Direction, to: string) {
  const call: Call | null =
    from === null
      ? null
      : {
          callId: 'c',
          direction,
          status: from,
          callSid: '',
          clientId: '',
          wasInProgress: false,
          firstReportAtMs: 0,
          lastReportAtMs: 0,
          endedAtMs: null,
          facts: null,
        };
  return moveCall(call, 'c', reportOf(direction, to), 1);
}

function reportOf(direction: Direction, status: string): Report {
  const nothing = { callSid: null, clientId: null, errors: [], occurredAtMs: null, reportId: null };
  return { ...nothing, status, direction };
}

/** The rule with its paragraphs, up to the next rule or heading. */
function textOf(rule: string): string {
  for (const { text } of chapters) {
    const from = text.indexOf(`**${rule}** `);
    if (from < 0) continue;
    const rest = text.slice(from + rule.length + 5);
    return rest.slice(0, /\n(?:\*\*S\d|## )/.exec(rest)?.index ?? rest.length);
  }
  throw new Error(`there is no rule ${rule}`);
}

function paragraphOf(rule: string): string {
  return (textOf(rule).split('\n\n')[0] ?? '').replaceAll('\n', ' ');
}

/** The cells of the rule's table, without its head. */
function rowsOf(rule: string): readonly (readonly string[])[] {
  const lines = textOf(rule).split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).slice(1);
  assert.ok(rows.length > 0, `${rule} has no table`);
  return rows.map((line) => line.slice(2, -2).split(' | '));
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

/** `4 h 5 min`, `45 s`. */
function msOf(text: string): number {
  const parts = [...text.matchAll(/(\d+) (s|min|h)\b/g)];
  return parts.reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (UNIT_MS[unit] ?? 0),
    0,
  );
}
