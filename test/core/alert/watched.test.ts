/** S17.4: an alert that is no longer watched has not recovered. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alert } from '../../../src/core/alert/alert.ts';
import type { AlertSettings } from '../../../src/core/alert/alert-settings.ts';
import { isWatched } from '../../../src/core/alert/watched.ts';
import { alertOf, projectOf } from './given.ts';

const SOURCE = { id: 'src_1', name: 'Twilio', requests: [] };

function watched(
  changes: Partial<Alert>,
  settings: Partial<AlertSettings> = {},
  endpointWorks = true,
) {
  const project = projectOf({ sources: [SOURCE] }, settings);
  return isWatched({ ...alertOf(changes), endpointWorks }, project);
}

describe('what is watched', () => {
  test('S17.4: an endpoint that works, a source that exists, a project', () => {
    assert.equal(watched({}), true);
    assert.equal(watched({ trigger: 'OPS_SOURCE_SILENT', subject: 'src_1' }), true);
    assert.equal(watched({ trigger: 'OPS_DISK_LOW', subject: '' }), true);
    assert.equal(watched({}, {}, false), false);
    assert.equal(watched({ trigger: 'OPS_SOURCE_SILENT', subject: 'src_2' }), false);
    assert.equal(isWatched({ ...alertOf(), endpointWorks: true }, undefined), false);
  });

  test('S17.4: a threshold that is null watches nothing', () => {
    assert.equal(watched({}, { failures: null }), false);
    assert.equal(watched({}, { givenUp: null }), true);
    assert.equal(watched({ trigger: 'OPS_ENDPOINT_HELD' }, { failures: null }), true);
    assert.equal(watched({ trigger: 'OPS_DISK_LOW', subject: '' }, { diskFreeBytes: null }), false);
  });
});
