/** The JSON Schema of a trigger, extracted from the API document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SCHEMA_DIALECT,
  triggerSchema,
} from '../../../dashboard/src/page/catalog/trigger-schema.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { webhooks } from '../../../src/http/openapi/webhook.ts';

test('every trigger has a schema that stands alone', () => {
  for (const trigger of TRIGGERS) {
    const schema = JSON.parse(triggerSchema({ webhooks: webhooks() }, trigger) ?? 'null');
    assert.equal(schema.$schema, SCHEMA_DIALECT);
    assert.equal(schema.title, trigger);
    assert.ok(schema.properties.data.required.includes('callId'), trigger);
    assert.ok(!JSON.stringify(schema).includes('$ref'), trigger);
  }
});

test('a trigger that the document does not know has no schema', () => {
  for (const document of [null, {}, { webhooks: { OTHER: 1 } }, 'text']) {
    assert.equal(triggerSchema(document, 'CALL_LOG_CREATED'), null);
  }
});
