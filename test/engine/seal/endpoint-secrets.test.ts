/** Every sealed text of an endpoint is found, with its context and its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HEADER_CONTEXT,
  SECRET_CONTEXT,
  TARGET_CONTEXT,
  TOKEN_CONTEXT,
} from '../../../src/engine/ports/secrets.ts';
import { withSecretsChanged } from '../../../src/engine/seal/endpoint-secrets.ts';

type Settings = Parameters<typeof withSecretsChanged>[0];

const BEARER: Settings = {
  auth: { method: 'bearer', token: 'rb2.token', tokenHint: 'abcd' },
  secretTarget: 'rb2.target',
  headers: [{ name: 'X-Tenant', value: 'rb2.header', hint: 'blue' }],
};
const HMAC: Settings = {
  auth: {
    method: 'hmac-sha256',
    secret: 'rb2.secret',
    secretHint: 'abcd',
    retiring: [{ secret: 'rb2.former', secretHint: 'efgh', untilMs: 1 }],
  },
  secretTarget: null,
  headers: [],
};

function changed(settings: Settings) {
  const seen: string[][] = [];
  const after = withSecretsChanged(settings, (sealed, context, placeIn) => {
    seen.push([sealed, context, placeIn('prj/ep')]);
    return `new ${sealed}`;
  });
  return { seen, after };
}

test('token, target and headers are replaced, each with its place', () => {
  const { seen, after } = changed(BEARER);
  assert.deepEqual(
    seen.map(([sealed, context]) => [sealed, context]),
    [
      ['rb2.token', TOKEN_CONTEXT],
      ['rb2.target', TARGET_CONTEXT],
      ['rb2.header', HEADER_CONTEXT],
    ],
  );
  const [token, target, header] = seen.map(([, , place]) => place);
  assert.deepEqual([token, target], ['prj/ep', 'prj/ep']);
  assert.match(header ?? '', /^prj\/ep.*x-tenant/i);
  assert.deepEqual(
    [after.auth, after.secretTarget, after.headers[0]?.value],
    [{ ...BEARER.auth, token: 'new rb2.token' }, 'new rb2.target', 'new rb2.header'],
  );
});

test('the secret and the retiring ones are replaced', () => {
  const { seen, after } = changed(HMAC);
  assert.deepEqual(
    seen.map(([sealed, context]) => [sealed, context]),
    [
      ['rb2.secret', SECRET_CONTEXT],
      ['rb2.former', SECRET_CONTEXT],
    ],
  );
  assert.match(JSON.stringify(after.auth), /"new rb2\.secret".*"new rb2\.former"/);
  assert.equal(after.secretTarget, null);
});

test('unchanged settings are the same object; an older row has no target', () => {
  for (const settings of [BEARER, HMAC]) {
    assert.equal(
      withSecretsChanged(settings, (sealed) => sealed),
      settings,
    );
  }
  const { secretTarget: _, ...older } = HMAC;
  const { after } = changed(older as Settings);
  assert.equal(after.secretTarget, null);
});
