/** Which targets may be registered, by kind. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENDPOINT_KINDS, type EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import {
  TARGET_LENGTH_MAX,
  targetFault,
  targetWarnings,
} from '../../../src/core/endpoint/target-rules.ts';

const URL_KINDS: readonly EndpointKind[] = ['slack', 'teams', 'custom', 'self-provided-agent'];

function fault(target: string | null, kind: EndpointKind = 'custom', allowHttp = false) {
  return targetFault(kind, target, { allowHttp });
}

test('S7.19: a built-in agent has no target, every other kind needs one', () => {
  for (const kind of ['builtin-analyzer', 'builtin-evaluator'] as const) {
    assert.equal(fault(null, kind), null);
    assert.match(fault('https://example.com/', kind) ?? '', /has no target/);
  }
  for (const kind of [...URL_KINDS, 'email'] as const)
    assert.match(fault(null, kind) ?? '', /Give/);
});

describe('a URL', () => {
  test('of https with a host is fine', () => {
    const fine = [
      'https://example.com',
      'HTTPS://Example.COM:8443/a%20b?c=d@e',
      'https://bücher.example/ü',
      'https://[2001:db8::1]/',
      `https://example.com/${'a'.repeat(TARGET_LENGTH_MAX - 20)}`,
    ];
    for (const kind of URL_KINDS.filter((each) => each !== 'slack')) {
      for (const target of fine) assert.equal(fault(target, kind), null, target);
    }
  });

  test('that breaks a rule is refused with what to do', () => {
    const wrong: readonly (readonly [target: string, sentence: RegExp])[] = [
      ['', /https:\/\//],
      ['example.com/hook', /https:\/\//],
      ['http://example.com', /https:\/\//],
      ['ftp://example.com', /https:\/\//],
      ['javascript:alert(1)', /https:\/\//],
      ['https:example.com', /https:\/\//],
      ['https:/example.com', /https:\/\//],
      ['https:///example.com', /host/],
      ['https://', /host/],
      ['https://?a', /host/],
      ['https://:443/', /host/],
      ['https://a:99999/', /port/],
      ['https://a%40b/', /host/],
      ['https://1.2.3.4.5/', /host/],
      ['https://user@example.com', /user info/],
      ['https://user:pass@example.com', /user info/],
      ['https://example.com/#part', /fragment/],
      ['https://example.com#', /fragment/],
      ['https://example.com/a b', /spaces/],
      [' https://example.com', /spaces/],
      ['https://example.com/\t', /spaces/],
      ['https://exa\nmple.com/', /spaces/],
      ['https://example.com\\@evil.example', /backslashes/],
      ['https://example.com/\u3000', /spaces/],
      [`https://example.com/${'a'.repeat(TARGET_LENGTH_MAX - 19)}`, /2048/],
    ];
    for (const [target, sentence] of wrong) assert.match(fault(target) ?? '', sentence, target);
  });

  test('of http is fine only where a development setting allows it', () => {
    assert.equal(fault('http://127.0.0.1:3000/', 'custom', true), null);
    assert.equal(fault('https://example.com/', 'custom', true), null);
    assert.match(fault('ftp://example.com/', 'custom', true) ?? '', /https:\/\/ or http:\/\//);
    const ownOrigins = ['http://127.0.0.1:8081'];
    const refused = targetFault('custom', 'http://localhost:8081/', {
      allowHttp: false,
      ownOrigins,
    });
    assert.match(
      refused ?? '',
      /RINGPOST_ALLOW_TARGETS, or a box .* at http:\/\/127\.0\.0\.1:8081/,
    );
  });
});

describe('a mail address', () => {
  test('that is one plain address is fine', () => {
    const fine = ['a@b.example', 'first.last+calls@sub.example.com', `${'a'.repeat(64)}@b.example`];
    const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    assert.equal(longest.length, 254);
    for (const target of [...fine, longest]) assert.equal(fault(target, 'email'), null, target);
    assert.notEqual(fault(`${longest}d`, 'email'), null);
  });

  test('with anything more is refused', () => {
    const wrong = [
      '',
      'a',
      'a@b',
      '@b.example',
      'a@',
      '.a@b.example',
      'a.@b.example',
      'a..b@c.example',
      'a@b.example, evil@c.example',
      'a@b.example\r\nBcc: evil@c.example',
      'grp: a@b.example;',
      'A <a@b.example>',
      '"a b"@c.example',
      'a(b)@c.example',
      'ä@b.example',
      'a@-b.example',
      'a@b-.example',
      'a@[127.0.0.1]',
      'a@b.example\n',
      `${'a'.repeat(65)}@b.example`,
      `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.example`,
    ];
    for (const target of wrong) assert.notEqual(fault(target, 'email'), null, target);
  });
});

describe('a Slack target', () => {
  const SLACK = 'https://hooks.slack.com/services/T000/B000/XXXX';

  test('is the URL of an incoming webhook, also of the government cloud', () => {
    for (const target of [SLACK, 'https://hooks.slack-gov.com/services/T000/B000/XXXX']) {
      assert.equal(fault(target, 'slack'), null);
    }
  });

  test('of a workflow or a trigger is refused with why', () => {
    for (const kind of ['workflows', 'triggers']) {
      const sentence = fault(`https://hooks.slack.com/${kind}/T000/1/x`, 'slack') ?? '';
      assert.match(sentence, /starts a workflow.*variables.*\/services\//);
    }
  });

  test('of another host, scheme or path is refused with what to use', () => {
    const wrong = [
      'https://example.com/services/T/B/x',
      'https://hooks.slack.com.evil.example/services/T/B/x',
      'https://evil-hooks.slack.com/services/T/B/x',
      'https://hooks.slack.com:8443/services/T/B/x',
      'https://hooks.slack.com/services/',
      'https://hooks.slack.com/services/T000',
      'https://hooks.slack.com/services/T000/B000/',
      'https://hooks.slack.com/',
      'https://slack.com/api/chat.postMessage',
      'http://hooks.slack.com/services/T/B/x',
    ];
    for (const target of wrong) {
      const sentence = fault(target, 'slack', true) ?? '';
      assert.match(sentence, /https:\/\/hooks\.slack\.com\/services\//, target);
      assert.ok(!sentence.includes('T/B/x'), 'the sentence repeats no target');
    }
  });
});

test('the masked form of a secret target is no target', () => {
  for (const kind of URL_KINDS) {
    assert.match(fault('https://hooks.slack.com/••••XXXX', kind) ?? '', /whole URL/, kind);
  }
});

test('a receiver of our own is a target of every kind of URL, over http too', () => {
  const policy = { allowHttp: false, ownOrigins: ['http://127.0.0.1:8081'] };
  for (const kind of URL_KINDS) {
    assert.equal(targetFault(kind, 'http://127.0.0.1:8081/prj_1/slack/ops', policy), null, kind);
    for (const other of ['http://127.0.0.1:8082/', 'http://127.0.0.1:8081@evil.example/']) {
      assert.notEqual(targetFault(kind, other, policy), null, other);
    }
  }
  assert.deepEqual(targetWarnings('teams', 'http://127.0.0.1:8081/a', policy), []);
});

describe('the notes on a target', () => {
  const warnings = (kind: EndpointKind, target: string | null) =>
    targetWarnings(kind, target, { allowHttp: false });

  test('a workflow of Teams has none', () => {
    for (const host of ['a1.06.environment.api.powerplatform.com', 'prod-1.logic.azure.com']) {
      assert.deepEqual(warnings('teams', `https://${host}:443/workflows/1?sig=s`), []);
      assert.deepEqual(warnings('teams', `https://${host}/••••abcd`), [], 'masked');
    }
  });

  test('a connector of Teams is retired, another host unknown; both are accepted', () => {
    const cases: readonly (readonly [host: string, sentence: RegExp])[] = [
      ['contoso.webhook.office.com', /retired/],
      ['example.com', /no host of Teams/],
      ['logic.azure.com', /no host of Teams/],
      ['logic.azure.com.evil.example', /no host of Teams/],
      ['evil-logic.azure.com', /no host of Teams/],
    ];
    for (const [host, sentence] of cases) {
      assert.equal(fault(`https://${host}/hook`, 'teams'), null, host);
      const [warning = '', ...more] = warnings('teams', `https://${host}/hook`);
      assert.match(warning, sentence, host);
      assert.deepEqual(more, []);
    }
  });

  test('targets of other kinds have none', () => {
    for (const kind of ENDPOINT_KINDS.filter((each) => each !== 'teams')) {
      assert.deepEqual(warnings(kind, 'https://example.com/'), []);
    }
    assert.deepEqual(warnings('teams', null), []);
  });
});
