/**
 * Faults in what providers tell: hints that are lost or looked at too late, forgotten facts,
 * filters that let too much or too little through, and wrong explanations to operators. Only seeds
 * that play callbacks can show them.
 */
import type { Edit, Mutation } from './mutation.ts';

export const SOURCE_MUTATIONS: readonly Mutation[] = [
  of('hint-ignored', 'What was said of a call before does not matter to its end.', [3], {
    file: 'src/core/call/report.ts',
    find: '(each.hint === null || known.hints.includes(each.hint)),',
    replace: 'each.hint === null,',
  }),
  of('variant-of-any-direction', 'A variant for one direction counts for the other.', [3], {
    file: 'src/core/call/report.ts',
    find: '(each.direction === null || each.direction === direction) &&',
    replace: '(each.direction === null || each.direction !== null) &&',
  }),
  of('machine-of-any-direction', 'A machine makes an inbound call a voicemail, too.', [3], {
    file: 'src/core/call/report.ts',
    find: '(each.direction === null || each.direction === direction) &&',
    replace:
      "(each.direction === null || each.direction === direction || each.hint === 'MACHINE') &&",
  }),
  of('first-hint-counts', 'A platform that changes its mind about a machine is not heard.', [3], {
    file: 'src/store/operation/call/hint.ts',
    find: '    if (opposite !== undefined) {\n',
    replace: '    if (opposite === hint) {\n',
  }),
  of('hint-not-awaited', 'A hint is answered before it is on disk.', [83], {
    file: 'src/engine/platform-intake.ts',
    find: '        await store.keepHints({',
    replace: '        void store.keepHints({',
  }),
  of('kept-dropped', 'What came before its call began is forgotten when it begins.', [3], {
    file: 'src/store/sqlite/accept-all.ts',
    find: '  const kept = keptItems(rows).map(',
    replace: '  const kept = keptItems(rows.slice(rows.length)).map(',
  }),
  of('kept-not-awaited', 'A report is answered before it is kept.', [83], {
    file: 'src/engine/platform-intake.ts',
    find: '      const outcomes = await store.keepReports({ items: early });',
    replace:
      '      void store.keepReports({ items: early });\n' +
      "      const outcomes = early.map(() => 'kept' as const);",
  }),
  of(
    'hint-after-report',
    'What a callback says at once with its report is kept after the report.',
    [3],
    {
      file: 'src/engine/platform-intake.ts',
      find: '      if (hints.length > 0) {\n',
      replace: '      if (hints.length > 0 && reports.length === 0) {\n',
    },
    {
      file: 'src/engine/platform-intake.ts',
      find: '      if (callLog !== null) told.push(',
      replace:
        '      if (reports.length > 0)\n' +
        '        await store.keepHints({ projectKey, hints, receivedAtMs });\n' +
        '      if (callLog !== null) told.push(',
    },
  ),
  of('repeat-by-its-meaning', 'A repeat after a hint is taken for another report.', [183], {
    file: 'src/core/intake/plan.ts',
    find: 'said.reportId === null ? null : fingerprintOf(said);',
    replace: 'said.reportId === null ? null : fingerprintOf(meant(context, said));',
  }),
  of('facts-replaced', 'The call keeps only what its last report said.', [3], {
    file: 'src/core/call/facts.ts',
    find: '  if (known === null) return said;',
    replace: '  if (known === null || said !== null) return said;',
  }),
  of('first-fact-counts', 'Of each fact the first word counts.', [3], {
    file: 'src/core/call/facts.ts',
    find: 'known.metadata === undefined) return { ...known, ...said };',
    replace: 'known.metadata === undefined) return { ...said, ...known };',
  }),
  of('entries-replaced', 'Later entries of metadata take the place of all earlier ones.', [3], {
    file: 'src/core/call/facts.ts',
    find: '...newer];\n  let bytes',
    replace: '...newer].slice(older.length);\n  let bytes',
  }),
  of('facts-of-an-ignored-report', 'A report that does not move the call says no facts.', [3], {
    file: 'src/core/call/transition.ts',
    find: "return { kind: 'ignored', reason, call: known };",
    replace: "return { kind: 'ignored', reason, call: { ...known, facts: call?.facts ?? null } };",
  }),
  of('facts-of-before', 'What a trigger tells lacks the facts of its own report.', [3], {
    file: 'src/core/intake/plan.ts',
    find: 'const facts = fired.length === 0 || call.facts === null ? null : factsJson(call.facts);',
    replace:
      'const before = context.call?.facts ?? null;\n' +
      '  const facts = fired.length === 0 || before === null ? null : factsJson(before);',
  }),
  of('facts-for-all', 'Payload version 1 has the facts, too.', [83], {
    file: 'src/core/payload/render.ts',
    find: "  return form.startsWith('2:')\n",
    replace:
      "  if (!form.includes(':')) return { payloadVersion: 2, contentKey: form };\n" +
      "  return form.startsWith('2:')\n",
  }),
  of('filter-open', 'An endpoint gets calls that it does not want.', [3], {
    file: 'src/core/intake/plan.ts',
    find: 'return filter === null || call === null || unmetPart(filter, call) === null;',
    replace: 'return filter === null || call === null || unmetPart(filter, call) !== undefined;',
  }),
  of('filter-of-before', 'A filter does not see the facts of the report that fires.', [3], {
    file: 'src/core/intake/plan.ts',
    find: 'joinLanes(context.subscriptions, trigger, call, lanes);',
    replace: 'joinLanes(context.subscriptions, trigger, context.call ?? call, lanes);',
  }),
  of('filter-by-any-part', 'One part of a filter that agrees is enough.', [83], {
    file: 'src/core/endpoint/filter.ts',
    find: '!tags.some((tag) => facts.tags?.includes(tag) === true)',
    replace: '!tags.some((tag) => tag === null)',
  }),
  of('filtered-untold', 'An operator is not told that a trigger was filtered.', [83], {
    file: 'src/engine/delivery/explain.ts',
    find: "  return unmet === null ? 'OTHER' : 'FILTERED';",
    replace: "  return unmet === null ? 'OTHER' : 'NOT_FIRED';",
  }),
];

function of(
  name: string,
  breaks: string,
  seeds: readonly number[],
  ...edits: readonly Edit[]
): Mutation {
  return { name, breaks, edits, seeds, isSource: true };
}
