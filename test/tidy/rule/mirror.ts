/**
 * Tests mirror the source: `src/core/call/transition.ts` is tested by
 * `test/core/call/transition.test.ts`. A file that another suite covers is named here, with that
 * suite. Files that hold only types and constants need no test.
 */
import { scan } from '../scan.ts';
import { isCode, type Rule, type SourceFile, violation } from '../tree.ts';

const MIRRORED =
  /^src\/(?:core|acw|engine|channel|store|ingest|inbox|http|system|config|observe|thread)\//;
const LOGIC = /\bfunction\b|\bclass\s|\b(?:const|let)\s+\w[^;]*?=>/;

/** File, or folder with a trailing slash, to the suite that covers it. */
export const COVERED_BY: Readonly<Record<string, string>> = {
  // The store's promises are tested through its port, on every engine alike.
  'src/store/operation/': 'test/store/sqlite/conformance.test.ts',
  'src/store/postgres/': 'test/store/postgres/conformance.test.ts',
  'src/store/sqlite/': 'test/store/sqlite/conformance.test.ts',
  'src/store/statement.ts': 'test/store/sqlite/conformance.test.ts',
  // A repeat shows in the answer of every route.
  'src/engine/manage/keyed-request-service.ts': 'test/http/keyed-request.test.ts',
  // A deletion and what it blocks show in the answers of routes.
  'src/engine/manage/call-deletion-service.ts': 'test/http/routes/call-deletion.test.ts',
  'src/engine/manage/deleted-call.ts': 'test/http/routes/call-deletion.test.ts',
  // Its bytes are tested as they arrive at a real inbox.
  'src/engine/delivery/delivery-copy.ts': 'test/http/routes/delivery-copy.test.ts',
  // The receiver of each message shows in what consumers get, over sockets and in virtual time.
  'src/engine/pull/pull-service.ts': 'test/http/routes/messages.test.ts',
  'src/engine/pull/told-dispatcher.ts': 'test/http/routes/messages.test.ts',
  'src/engine/pull/lease-settler.ts': 'test/sim/consumer/consumer.test.ts',
  'src/engine/pull/lease-watch.ts': 'test/sim/consumer/consumer.test.ts',
  'src/http/schema/message.ts': 'test/http/routes/messages.test.ts',
  'src/channel/custom/pull-channel.ts': 'test/http/routes/messages.test.ts',
  // Exports and reads of personal data write audit entries of their own.
  'src/engine/manage/audit-service.ts': 'test/authz/masking.test.ts',
  // Receivers, time and number of notices show in what arrives.
  'src/engine/alert/alert-service.ts': 'test/engine/alert/alert-watch.test.ts',
  'src/engine/alert/notice-closed.ts': 'test/engine/alert/notifier.test.ts',
  'src/http/schema/alert.ts': 'test/http/routes/alerts.test.ts',
  'src/channel/email/alert-text.ts': 'test/channel/alert-notice.test.ts',
  // The signed text decides which readings of a form count.
  'src/ingest/plivo/signature.ts': 'test/ingest/plivo/adapter.test.ts',
  'src/ingest/signalwire/signature.ts': 'test/ingest/signalwire/adapter.test.ts',
  'src/ingest/sinch/signature.ts': 'test/ingest/sinch/adapter.test.ts',
  'src/ingest/signature/form-boundary.ts': 'test/ingest/twilio/boundary.test.ts',
  // A key's state at a time decides how it may move.
  'src/core/key/signing-key.ts': 'test/engine/key/signing-key-moves.test.ts',
  // The two sides of a thread are tested together.
  'src/channel/sender-thread.ts': 'test/channel/sender-threads.test.ts',
  // The parts of the dispatcher are tested through it.
  'src/engine/dispatch/limits.ts': 'test/engine/dispatch/dispatcher.test.ts',
  'src/engine/dispatch/in-flight.ts': 'test/engine/dispatch/dispatcher.test.ts',
  'src/engine/dispatch/head-reader.ts': 'test/engine/dispatch/dispatcher-store.test.ts',
  // Digits and check digits find a number only together.
  'src/acw/redaction/redact-digits.ts': 'test/acw/redaction/redact.test.ts',
  'src/acw/redaction/redact-form.ts': 'test/acw/redaction/redaction-lists.test.ts',
  'src/acw/redaction/redact-iban.ts': 'test/acw/redaction/redaction-lists.test.ts',
  'src/acw/redaction/redact-naming.ts': 'test/acw/redaction/redaction-lists.test.ts',
  'src/acw/redaction/redact-numbers.ts': 'test/acw/redaction/redact.test.ts',
  'src/acw/redaction/redact-token.ts': 'test/acw/redaction/digit-word.test.ts',
  // Questions to a model and its accepted answers show in questions, windows and verdicts.
  'src/acw/analysis/call-metrics.ts': 'test/acw/analysis/analyze.test.ts',
  'src/acw/evaluation/rule-figure.ts': 'test/acw/evaluation/metric-rule.test.ts',
  'src/acw/model-answer/model-schema.ts': 'test/acw/model-answer/model-prompt.test.ts',
  'src/acw/model-answer/model-tokens.ts': 'test/acw/model-answer/model-transcript.test.ts',
  'src/engine/acw/model-evaluation.ts': 'test/engine/acw/model-analyst.test.ts',
  'src/engine/acw/model-question.ts': 'test/engine/acw/model-analyst.test.ts',
  'src/engine/acw/model-work.ts': 'test/engine/acw/work-lanes.test.ts',
  'src/engine/acw/model-share.ts': 'test/engine/acw/model-privacy.test.ts',
  // The parts of the runner are tested through the runs.
  'src/engine/acw/finish.ts': 'test/engine/acw/runner-store.test.ts',
  'src/engine/acw/run-renewal.ts': 'test/engine/acw/run-work.test.ts',
  'src/engine/acw/runner-clock.ts': 'test/engine/acw/runner-store.test.ts',
  'src/engine/acw/scorecard-by-id.ts': 'test/engine/acw/scorecard-service.test.ts',
  // The API shows how secrets are made, sealed and rotated; the wire shows what they sign.
  'src/core/endpoint/signing-secret.ts': 'test/http/routes/endpoint-secret.test.ts',
  'src/engine/endpoint/endpoint-secret.ts': 'test/http/routes/endpoint-secret.test.ts',
  'src/http/schema/endpoint-auth.ts': 'test/http/routes/endpoint-secret.test.ts',
  'src/http/schema/erasure.ts': 'test/http/routes/erasures.test.ts',
  'src/http/schema/source-try.ts': 'test/http/routes/source-try.test.ts',
  // A box's programme shows in its receivers; allowed programmes show in the API's answers.
  'src/inbox/desk.ts': 'test/inbox/http-receiver.test.ts',
  'src/inbox/programme-check.ts': 'test/http/routes/inbox-boxes.test.ts',
  // Patterns are tested by what they find, a failure by the tasks that end with it.
  'src/acw/analysis/entity-pattern.ts': 'test/acw/analysis/entity.test.ts',
  'src/engine/ports/analyst.ts': 'test/analyst/thread-analyst.test.ts',
  // A table and the readers of its columns are tested through the reader of the whole table.
  'src/config/settings.ts': 'test/config/read-settings.test.ts',
  'src/config/read-value.ts': 'test/config/read-settings.test.ts',
  // The times of spans show in a trace.
  'src/thread/machine-time.ts': 'test/journey/traces.proof.ts',
  // The figures are made from events and tested with them.
  'src/observe/log-lines.ts': 'test/observe/events.test.ts',
  'src/observe/meter.ts': 'test/observe/events.test.ts',
  'src/observe/span-json.ts': 'test/observe/span-exporter.test.ts',
  // Hooks, limits and fallbacks of the server show only in its answers.
  'src/http/reply/error-reply.ts': 'test/http/reply/problem.test.ts',
  'src/http/reply/not-found.ts': 'test/http/server.test.ts',
  'src/http/routes.ts': 'test/http/server.test.ts',
  // The answers of the API show what people do, on a real store and a real socket.
  'src/engine/people/account-service.ts': 'test/http/routes/people/account.test.ts',
  'src/engine/people/email-change-service.ts': 'test/http/routes/people/email-changes.test.ts',
  'src/engine/people/invitation-service.ts': 'test/http/routes/people/invitations.test.ts',
  'src/engine/people/password-reset-service.ts': 'test/http/routes/people/password-resets.test.ts',
  'src/channel/email/letter-text.ts': 'test/channel/email/letter.test.ts',
  'src/channel/email/letter-words.ts': 'test/channel/email/letter.test.ts',
  'src/channel/email/notice-text.ts': 'test/channel/email/letter.test.ts',
  'src/compose/host-reset.ts': 'test/cli/reset-password.test.ts',
  // The answers of its routes show what a platform does, beside a running service.
  'src/engine/key/instance-key-service.ts': 'test/http/routes/instance-projects.test.ts',
  'src/engine/manage/instance-project-service.ts': 'test/http/routes/instance-projects.test.ts',
  'src/engine/manage/call-count.ts': 'test/http/routes/instance-projects.test.ts',
  'src/http/schema/instance-project.ts': 'test/http/routes/instance-projects.test.ts',
  'src/compose/host-instance-key.ts': 'test/cli/instance-key.test.ts',
  'src/engine/people/known-device.ts': 'test/http/routes/people/new-device.test.ts',
  'src/engine/people/member-factor-service.ts': 'test/http/routes/people/member-factors.test.ts',
  'src/engine/people/member-service.ts': 'test/http/routes/people/members.test.ts',
  'src/engine/people/entrance.ts': 'test/http/routes/people/second-factor.test.ts',
  'src/engine/people/second-factor-service.ts': 'test/http/routes/people/second-factor.test.ts',
  'src/engine/people/passkey-challenge.ts': 'test/http/routes/people/passkeys.test.ts',
  'src/engine/people/passkey-entrance.ts': 'test/http/routes/people/passkeys.test.ts',
  'src/engine/people/passkey-service.ts': 'test/http/routes/people/passkeys.test.ts',
  'src/http/routes/people/passkey-sign-in.ts': 'test/http/routes/people/passkeys.test.ts',
  'src/http/schema/passkey.ts': 'test/http/routes/people/passkeys.test.ts',
  'src/system/passkey-verifier.ts': 'test/http/routes/people/passkeys.test.ts',
  'src/engine/people/reauthentication-service.ts':
    'test/http/routes/people/reauthentication.test.ts',
  'src/engine/people/oidc-admission.ts': 'test/http/routes/people/oidc.test.ts',
  'src/engine/people/oidc-service.ts': 'test/http/routes/people/oidc.test.ts',
  'src/engine/people/people.ts': 'test/http/routes/people/session.test.ts',
  'src/engine/people/person-input.ts': 'test/http/routes/people/setup.test.ts',
  'src/engine/people/session-maker.ts': 'test/http/routes/people/session.test.ts',
  'src/engine/people/setup-service.ts': 'test/http/routes/people/setup.test.ts',
  'src/engine/people/sign-in-service.ts': 'test/http/routes/people/session.test.ts',
  'src/engine/ports/identity-provider.ts': 'test/http/routes/people/oidc.test.ts',
  'src/system/bounded-fetch.ts': 'test/http/routes/people/oidc-token.test.ts',
  'src/system/oidc-provider.ts': 'test/http/routes/people/oidc.test.ts',
  'src/http/person/person.ts': 'test/http/routes/people/session.test.ts',
  'src/http/person/session-cookie.ts': 'test/http/routes/people/new-device.test.ts',
  'src/http/person/shown-session.ts': 'test/http/routes/people/session.test.ts',
  'src/http/masking/masking.ts': 'test/authz/masking.test.ts',
  'src/http/openapi/example-email.ts': 'test/http/openapi/example.test.ts',
  'src/http/openapi/example-passkey.ts': 'test/http/openapi/example.test.ts',
  'src/http/schema/account.ts': 'test/http/routes/people/email-changes.test.ts',
  'src/http/schema/member.ts': 'test/http/routes/people/members.test.ts',
  // A right that ends shows in a stream that ends, and so do the seats.
  'src/http/person/still-may.ts': 'test/http/routes/stream.test.ts',
  'src/http/stream-seats.ts': 'test/http/routes/stream.test.ts',
  // A body and its envelope, which is tested by itself, show in what arrives.
  'src/channel/slack/channel.ts': 'test/channel/conformance/slack.test.ts',
  'src/channel/teams/channel.ts': 'test/channel/conformance/teams.test.ts',
  // What operators do is tested through the routes.
  'src/engine/delivery/bulk-service.ts': 'test/http/routes/bulk.test.ts',
  'src/engine/delivery/issue-service.ts': 'test/http/routes/issues.test.ts',
  'src/engine/delivery/replay-service.ts': 'test/http/routes/replays.test.ts',
  'src/http/reply/delivery-details.ts': 'test/http/routes/deliveries.test.ts',
  'src/engine/ports/live-event.ts': 'test/engine/live/live-hub.test.ts',
  'src/engine/live/live-feed.ts': 'test/engine/live/live-hub.test.ts',
  'src/http/live-notes.ts': 'test/http/routes/stream.test.ts',
  'src/http/onboarding.ts': 'test/http/routes/system.test.ts',
  'src/http/search.ts': 'test/http/routes/search.test.ts',
  'src/http/schema/bulk.ts': 'test/http/routes/bulk.test.ts',
  'src/http/schema/issue.ts': 'test/http/routes/issues.test.ts',
  'src/http/schema/source-adapter.ts': 'test/http/routes/source-adapters.test.ts',
  // What a schema shows and refuses is tested through its routes.
  'src/http/reply/delivery-list.ts': 'test/http/routes/deliveries.test.ts',
  'src/http/openapi/annotate.ts': 'test/http/openapi/example.test.ts',
  'src/http/openapi/webhook.ts': 'test/http/openapi/document.test.ts',
  'src/http/openapi/example-acw.ts': 'test/http/openapi/example.test.ts',
  'src/http/schema/acw-result.ts': 'test/http/routes/acw/acw-results.test.ts',
  'src/http/schema/acw-run.ts': 'test/http/routes/acw/acw-runs.test.ts',
  'src/http/schema/call-log.ts': 'test/http/routes/acw/call-logs.test.ts',
  'src/http/schema/evaluation.ts': 'test/http/routes/acw/scorecards.test.ts',
  'src/http/schema/scorecard.ts': 'test/http/routes/acw/scorecards.test.ts',
  'src/http/schema/call-list.ts': 'test/http/routes/calls.test.ts',
  'src/http/schema/delivery.ts': 'test/http/routes/deliveries.test.ts',
  'src/http/schema/inbox.ts': 'test/http/routes/inbox.test.ts',
};

export function mirrored(coveredBy: Readonly<Record<string, string>>): Rule {
  return (files) => {
    const paths = new Set(files.map(({ path }) => path));
    const untested = files
      .filter((file) => MIRRORED.test(file.path) && isCode(file.path) && hasLogic(file))
      .filter(({ path }) => !paths.has(mirrorOf(path)) && suiteOf(path, coveredBy) === null)
      .map(({ path }) => violation(path, 1, `has no ${mirrorOf(path)} and no named suite`));
    return [...untested, ...staleEntries(paths, coveredBy)];
  };
}

function hasLogic({ text }: SourceFile): boolean {
  return LOGIC.test(scan(text).code);
}

function mirrorOf(path: string): string {
  return path.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts');
}

function suiteOf(path: string, coveredBy: Readonly<Record<string, string>>): string | null {
  const entry = Object.keys(coveredBy).find((key) =>
    key.endsWith('/') ? path.startsWith(key) : path === key,
  );
  return entry === undefined ? null : (coveredBy[entry] ?? null);
}

/** An entry whose file or suite is gone, or that the file's own test made needless. */
function staleEntries(paths: ReadonlySet<string>, coveredBy: Readonly<Record<string, string>>) {
  return Object.entries(coveredBy).flatMap(([key, suite]) => {
    const exists = key.endsWith('/')
      ? [...paths].some((path) => path.startsWith(key))
      : paths.has(key);
    if (!exists) return [violation(key, 1, 'is on the list of covered files but does not exist')];
    if (!paths.has(suite)) return [violation(key, 1, `is said to be covered by ${suite}: missing`)];
    return paths.has(mirrorOf(key)) ? [violation(key, 1, 'has its own test: take it off')] : [];
  });
}
