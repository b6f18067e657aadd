/** The OpenAPI document: valid, complete, and shown under a strict policy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { isScope } from '../../../src/http/person/auth.ts';
import { registeredRoutes } from '../registered.ts';
import { setup } from '../setup.ts';

test('the document is valid OpenAPI 3.1', async (t) => {
  const { call } = await setup(t);
  const answer = await call('GET', '/openapi.json', undefined, { token: null });
  const { json, headers, status } = answer;
  assert.equal(status, 200, `${answer.text} Does openapi/example.ts describe each operation?`);
  assert.match(headers.get('content-type') ?? '', /^application\/json/);
  const result = await new Validator().validate(Object(json));
  assert.deepEqual(result.errors ?? [], []);
  assert.ok(result.valid);
});

test('every registered route is in the document, with its scope', async (t) => {
  const { call, service } = await setup(t);
  const document = await call('GET', '/openapi.json');
  const paths = Object(document.at('/paths'));
  for (const { method, url, scope, ofInstance } of await registeredRoutes(service)) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    const operation = Reflect.get(Object(Reflect.get(paths, path)), method.toLowerCase());
    assert.ok(operation, `${method} ${path} is missing`);
    assert.match(String(operation.operationId), /^[a-z][A-Za-z]+$/, path);
    assert.ok(operation.summary, `${method} ${path} has no summary`);
    if (scope === null) continue;
    const key = isScope(scope) ? [{ apiKey: [scope] }] : [];
    const session = scope === 'instance' ? [] : [{ session: [scope] }];
    const instance = scope === 'instance' || ofInstance ? [{ instanceKey: [] }] : [];
    assert.deepEqual(operation.security, [...key, ...session, ...instance], path);
  }
});

test('every reply has a description of its own', async (t) => {
  const { call } = await setup(t);
  const { text } = await call('GET', '/openapi.json');
  assert.doesNotMatch(text, /Default Response|"description":""/);
});

test('operation ids are unique, and every reference leads somewhere', async (t) => {
  const { call } = await setup(t);
  const { text, at } = await call('GET', '/openapi.json');
  const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, reference = ''] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
    assert.notEqual(at(reference), undefined, reference);
  }
});

test('objects in request bodies refuse unknown keys', async (t) => {
  const { call } = await setup(t);
  const schemas = Object((await call('GET', '/openapi.json')).at('/components/schemas'));
  for (const name of ['Report', 'ReportBatch', 'BatchReport', 'RetryRequest']) {
    assert.equal(Reflect.get(schemas, name).additionalProperties, false, name);
  }
});

test('webhooks describes the 19 triggers and a launch with the keys of their data', async (t) => {
  const { call } = await setup(t);
  const { at } = await call('GET', '/openapi.json');
  assert.deepEqual(Object.keys(Object(at('/webhooks'))), [...TRIGGERS, 'ACW_LAUNCH']);
  const data = (trigger: string) =>
    at(`/webhooks/${trigger}/post/requestBody/content/application~1json/schema/properties/data`);
  const keysOf = (trigger: string) => Reflect.get(Object(data(trigger)), 'required');
  assert.deepEqual(keysOf('OUTBOUND_CALL_CALLING'), [
    'callId',
    'callStatus',
    'callSid',
    'clientId',
  ]);
  assert.deepEqual(keysOf('INBOUND_CALL_COMPLETED'), ['callId', 'callStatus']);
  assert.deepEqual(keysOf('INBOUND_CALL_ERROR'), ['callId', 'callStatus', 'callSid']);
  assert.deepEqual(keysOf('CALL_LOG_CREATED'), [
    'callId',
    'callStatus',
    'callSid',
    'clientId',
    'direction',
  ]);
  assert.deepEqual(keysOf('ACW_COMPLETED'), ['callId', 'acwAgentId', 'acwResultId', 'isError']);
  const launch = [...keysOf('CALL_LOG_CREATED'), 'projectId'];
  assert.deepEqual(keysOf('ACW_LAUNCH'), launch);
  const { parameters, requestBody } = Object(at('/webhooks/ACW_LAUNCH/post'));
  assert.deepEqual(
    parameters.slice(-2).map(({ name }: { name: string }) => name),
    ['acw-agent-id', 'acw-run-id'],
  );
  const { example } = requestBody.content['application/json'];
  assert.deepEqual(Object.keys(example.data), launch, 'projectId is the last key');
});

test('/docs shows the document with scripts and styles of our own origin only', async (t) => {
  const { call, url } = await setup(t);
  const page = await call('GET', '/docs/', undefined, { token: null });
  assert.equal(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.doesNotMatch(policy, /unsafe|upgrade-insecure/);
  assert.doesNotMatch(page.text, /<script>|<style>|\son\w+=|\sstyle=/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
  assert.ok(files.length >= 5);
  for (const file of files) {
    const response = await fetch(new URL(file, `${url}/docs/`));
    assert.equal(response.status, 200, file);
    await response.arrayBuffer();
  }
  const { json } = await call('GET', '/docs/json', undefined, { token: null });
  assert.deepEqual(json, (await call('GET', '/openapi.json')).json);
});
