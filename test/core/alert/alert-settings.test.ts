/** S17.3: thresholds and their bounds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALERT_DEFAULTS,
  THRESHOLD_NAMES,
  THRESHOLDS,
  thresholdFault,
} from '../../../src/core/alert/alert-settings.ts';

test('S17.3: every default is within its bounds; null only where it switches an alert off', () => {
  for (const name of THRESHOLD_NAMES) {
    assert.equal(thresholdFault(name, ALERT_DEFAULTS[name]), null, name);
    const { least, most, optional } = THRESHOLDS[name];
    assert.equal(thresholdFault(name, least), null);
    assert.equal(thresholdFault(name, most), null);
    assert.match(thresholdFault(name, least - 1) ?? '', /^Use a whole number from/);
    assert.match(thresholdFault(name, most + 1) ?? '', /^Use a whole number from/);
    assert.match(thresholdFault(name, least + 0.5) ?? '', /^Use a whole number from/);
    assert.equal(thresholdFault(name, null) === null, optional, name);
  }
});
