/**
 * Faults of alerts: alerts told twice, never, early, late, out of order, to the endpoint they are
 * about, or opened by their own failures. Every seed of `sim/alert`, and only these, can show them.
 */
import type { Edit, Mutation } from './mutation.ts';

export const ALERT_MUTATIONS: readonly Mutation[] = [
  of('alert-told-again', 'An alert that stays is told in every round.', {
    file: 'src/core/alert/edge.ts',
    find: "return alert.told === 'no' ? 'opened' : null;",
    replace: "return alert.told === 'never' ? null : 'opened';",
  }),
  of('alert-end-untold', 'The end of an alert that was told is not told.', {
    file: 'src/core/alert/edge.ts',
    find: "isOver && isUntold ? 'never' : alert.told;",
    replace: "isOver ? 'never' : alert.told;",
  }),
  of('alert-ends-at-once', 'An alert ends when its condition is missing for a moment.', {
    file: 'src/core/alert/edge.ts',
    find: 'nowMs - clearSinceMs >= recoverAfterMs;',
    replace: 'nowMs - clearSinceMs >= recoverAfterMs * 0;',
  }),
  of('window-ignored', 'A maintenance window for all alerts mutes none.', {
    file: 'src/core/alert/edge.ts',
    find: '(triggers.length === 0 || triggers.includes(alert.trigger))',
    replace: 'triggers.includes(alert.trigger)',
  }),
  of('mute-ignored', 'What is muted is told.', {
    file: 'src/core/alert/edge.ts',
    find: 'if (alert.mutedUntilMs !== null && nowMs < alert.mutedUntilMs) return true;',
    replace: 'if (alert.mutedUntilMs !== null && nowMs < 0) return true;',
  }),
  of('mute-of-one-alert', 'An alert that opens within a mute has an end of another one.', {
    file: 'src/core/alert/edge.ts',
    find: '!isOpen(alert) && isFirst(nameOf(alert))',
    replace: 'isOpen(alert) && isFirst(nameOf(alert))',
  }),
  of('alert-of-itself', 'An endpoint is told that it fails itself.', {
    file: 'src/engine/alert/alert-watch.ts',
    find: 'group.alerts.filter((alert) => alert.endpoint !== endpoint.key);',
    replace: 'group.alerts.filter((alert) => alert.endpoint !== undefined);',
  }),
  of('told-before-stored', 'That an alert was told is stored before its notices are.', {
    file: 'src/engine/alert/alert-watch.ts',
    find: '    const dropped = await store.tellAlerts({ holder, alerts, notices });',
    replace:
      '    const dropped = await store.tellAlerts({ holder, alerts, notices: [] });\n' +
      '    if (dropped !== null) parts.clock.after(5_000, () => {\n' +
      '      const later = store.tellAlerts({ holder, alerts: [], notices });\n' +
      '      void later.then(parts.onTold, () => {});\n' +
      '    });',
  }),
  of('notice-opens-alert', 'A notice that fails counts as a delivery that was given up.', {
    file: 'src/store/operation/alert/alert-facts.ts',
    find: '      (select sum(s.failed) from stats_minutes s where',
    replace:
      '      (select count(*) from alert_notices n\n' +
      '        where n.endpoint_key = e.key and n.last_status >= 400) +\n' +
      '      (select coalesce(sum(s.failed), 0) from stats_minutes s where',
  }),
  of('claim-never-ends', 'A notice whose sender died is never sent again.', {
    file: 'src/store/operation/alert/notice.ts',
    find: '(n.claimed_until > ?1 and n.claimed_until <= ?1 + 600000)',
    replace: '(n.claimed_until > 0)',
  }),
  of('notice-overtakes', 'A notice does not wait for the one before it.', {
    file: 'src/store/operation/alert/notice.ts',
    find: "and not exists (select 1 from alert_notices e where e.state = 'due'",
    replace: "and not exists (select 1 from alert_notices e where e.state = 'none'",
  }),
  of('notices-without-share', 'Slow receivers of a project take every slot.', {
    file: 'src/store/operation/alert/notice.ts',
    find: 'p.claimed = 0 and p.place <= ?2',
    replace: 'p.claimed = 0 and p.place <= ?2 + 100',
  }),
  of('retries-first', 'Retries to receivers that hang go before what was never tried.', {
    file: 'src/store/operation/alert/notice.ts',
    find: 'order by claimed desc, due_at, key)',
    replace: 'order by claimed desc, key)',
  }),
  of('notices-in-batches', 'No notice is sent before all of the former claim have an answer.', {
    file: 'src/engine/alert/notifier.ts',
    find: '      for (const notice of notices) begin(notice);',
    replace:
      '      for (const notice of notices) begin(notice);\n      await Promise.all(inFlight);',
  }),
  of('end-removed-unsent', 'Retention removes an alert whose end is yet to be sent.', {
    file: 'src/store/operation/retention/retention-alert.ts',
    find: "where t.alert_key = a.key and n.state = 'due')",
    replace: "where t.alert_key = a.key and n.state = 'none')",
  }),
  of('notice-id-anew', 'A notice that is sent again has another id.', {
    file: 'src/engine/alert/notifier.ts',
    find: '    webhookId: id,',
    replace: '    webhookId: attempts === 1 ? id : id + String(attempts),',
  }),
  of('notice-text-anew', 'A notice that is sent again has other bytes.', {
    file: 'src/engine/alert/notifier.ts',
    find: 'noticeBody(endpoint.contentKey, firing)',
    replace: 'noticeBody(endpoint.contentKey, { ...firing, text: firing.text + attempts })',
  }),
  of('notice-unsettled', 'A notice that was taken is sent again.', {
    file: 'src/engine/alert/notifier.ts',
    find: "  if (next.state === 'delivered') return { ...told, state: 'sent', dueAtMs: null };",
    replace:
      "  const isSent = next.state === 'delivered' && attempts > 1;\n" +
      "  if (isSent) return { ...told, state: 'sent', dueAtMs: null };\n" +
      "  if (next.state === 'delivered') return { ...told, state: 'due', dueAtMs: nowMs + 9_000 };",
  }),
];

function of(name: string, breaks: string, ...edits: readonly Edit[]): Mutation {
  return { name, breaks, edits, seeds: [1, 2, 3, 4, 5, 6, 7, 8], world: 'alerts' };
}
