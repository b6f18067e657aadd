/**
 * A transcript of 30 turns made to be slow is redacted in time; `redact.test.ts` has five turns.
 */
import { test } from 'node:test';
import { longTranscripts } from './redacted.ts';

test('a long transcript made to be slow does not take long', () => longTranscripts(30));
