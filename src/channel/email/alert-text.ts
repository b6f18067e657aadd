/**
 * The text of a mail about alerts (S17.11), in English and Japanese: what was found, since when,
 * how much waits, what to do, and the page. Its recipients are members of the project, so it names
 * what they have named.
 */
import { type NoticeData, type NoticeMessage, noticeMessageOf } from '../../core/alert/notice.ts';
import { actionOf, foundOf, titleOf } from '../../core/alert/words.ts';
import { codePointCount, cutAtCodePoints } from '../../core/text.ts';
import type { AlertLetter } from '../../engine/ports/letters.ts';
import type { Words } from './letter-words.ts';

const SUBJECT_POINTS_MAX = 150;

export function englishAlert({ firing }: AlertLetter): Words {
  const message = noticeMessageOf(firing);
  const { isOpen, title, lines, facts, action } = message;
  const subject = `${isOpen ? 'Alert' : 'Recovered'}: ${title}`;
  const over = isOpen ? [] : ['It is over: nothing is left to do.'];
  return {
    subject: subjectOf(message, subject),
    title: subject,
    lines: [
      ...over,
      ...lines,
      ...facts.map(({ label, value }) => `${label}: ${value}`),
      ...(action === '' ? [] : [`What to do: ${action}`]),
    ],
    action: message.link === '' ? null : 'Open the page',
    foot: ['There you see which alerts went where, and can acknowledge or mute this one.'],
  };
}

export function japaneseAlert({ firing }: AlertLetter): Words {
  const message = noticeMessageOf(firing);
  const { trigger, isOpen } = message;
  const data = message.data;
  const subject = `${isOpen ? 'アラート' : '復旧'}: ${titleOf(trigger, 'ja')}`;
  return {
    subject: subjectOf(message, subject),
    title: subject,
    lines: [
      ...(isOpen ? [] : ['復旧しました。必要な作業はありません。']),
      ...(data.alertCount === '1' ? [found(message, data)] : message.lines),
      `対象: ${data.subjectName}`,
      `開始: ${data.since}`,
      ...(data.recoveredAt === '' ? [] : [`復旧: ${data.recoveredAt}`]),
      ...(data.waiting === '0' ? [] : [`待っている配信: ${data.waiting} 件`]),
      ...(isOpen ? [`対応: ${actionOf(trigger, 'ja')}`] : []),
    ],
    action: message.link === '' ? null : 'ページを開く',
    foot: ['ページでは、どのアラートがどこへ届いたかを確認し、確認済みまたはミュートにできます。'],
  };
}

function found({ trigger }: NoticeMessage, { subjectName: name, value }: NoticeData): string {
  return foundOf({ trigger, name, value: Number(value) }, 'ja');
}

function subjectOf({ serviceName, data }: NoticeMessage, said: string): string {
  const subject = `[${serviceName}] ${said}: ${data.subjectName}`;
  if (codePointCount(subject) <= SUBJECT_POINTS_MAX) return subject;
  return `${cutAtCodePoints(subject, SUBJECT_POINTS_MAX - 1)}…`;
}
