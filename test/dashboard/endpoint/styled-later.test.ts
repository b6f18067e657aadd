/** The styles of a mail are set aside, its text stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styledLater } from '../../../dashboard/src/kit/mail/styled-later.ts';
import { mailHtml } from '../../../src/channel/email/html.ts';
import { messageOf } from '../../../src/core/payload/message.ts';
import { sampleFiring } from '../../../src/core/payload/sample.ts';
import { NOW_MS } from '../../core/given.ts';

test('no part of our mail becomes an inline style, and no text is lost', () => {
  const firing = sampleFiring('OUTBOUND_CALL_ERROR', 'A style="x" <style>b</style>', NOW_MS);
  const html = mailHtml(messageOf(firing));
  const { markup, sheets } = styledLater(html);
  assert.doesNotMatch(markup, /\sstyle\s*=\s*"|<style/i);
  assert.equal(sheets.length, 1);
  assert.match(sheets[0] ?? '', /^:root\{/);
  const textOf = (source: string): string => source.replaceAll(/<[^>]*>/g, '');
  assert.equal(textOf(markup), textOf(html.replace(/<style>[\s\S]*?<\/style>/, '')));
});
