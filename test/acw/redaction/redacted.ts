/** The redacted texts, and a check that transcripts made to be slow are redacted in time. */
import assert from 'node:assert/strict';
import type { Speaker, Turn } from '../../../src/acw/call-log/call-log.ts';
import { redactedTurns } from '../../../src/acw/redaction/redact.ts';

export function turn(speaker: Speaker, text: string): Turn {
  return { speaker, text, startMs: 0 };
}

export function redacted(...said: readonly string[]): readonly string[] {
  const turns = said.map((text, index) => turn(index % 2 === 0 ? 'CUSTOMER' : 'AGENT', text));
  return redactedTurns(turns, 'und').map(({ text }) => text);
}

/**
 * For each turn made to be slow: 36 ms at most are measured, and a machine may be 5 times slower.
 */
const TURN_CPU_MS_MAX = 250;

export function longTranscripts(turns: number): void {
  for (const unit of ['٤', '4', 'GB82 ', 'one ', '4111 1111 1111 1111 ']) {
    const text = unit.repeat(Math.floor(20_000 / unit.length));
    const said = Array.from({ length: turns }, () => text);
    const before = process.cpuUsage();
    redacted(...said);
    const userMs = process.cpuUsage(before).user / 1_000;
    assert.ok(userMs < turns * TURN_CPU_MS_MAX, `${unit}: ${userMs} ms`);
  }
}
