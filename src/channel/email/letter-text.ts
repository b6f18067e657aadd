/**
 * The words of letters, in English and Japanese. Values of people go in as they are: whoever puts
 * them into a page or a header escapes them there.
 */
import type { Letter } from '../../engine/ports/letters.ts';

export interface LetterText {
  readonly language: 'en' | 'ja';
  readonly subject: string;
  readonly title: string;
  /** Above the link. */
  readonly lines: readonly string[];
  readonly action: string;
  /** Below it. */
  readonly foot: readonly string[];
}

export function letterText(letter: Letter): LetterText {
  const isJapanese = /^ja(?:-|$)/i.test(letter.language ?? '');
  const until = timeOf(letter.expiresAtMs);
  return isJapanese ? japanese(letter, until) : english(letter, until);
}

function english(letter: Letter, until: string): LetterText {
  if (letter.kind === 'invitation') {
    const { inviter, projectName } = letter;
    return {
      language: 'en',
      subject: `${inviter} invites you to ${projectName} on Ringpost`,
      title: `You are invited to ${projectName}`,
      lines: [`${inviter} invites you to the project ${projectName} on Ringpost.`],
      action: 'Accept the invitation',
      foot: [
        `The link works once, until ${until}.`,
        'If you do not know what this is about, leave this mail alone.',
      ],
    };
  }
  return {
    language: 'en',
    subject: 'Choose a new password for Ringpost',
    title: 'Choose a new password',
    lines: [`${letter.name}, somebody asked for a new password for your account on Ringpost.`],
    action: 'Choose a new password',
    foot: [
      `The link works once, until ${until}. Then you are signed out everywhere.`,
      'If it was not you, leave this mail alone: your password stays as it is.',
    ],
  };
}

function japanese(letter: Letter, until: string): LetterText {
  if (letter.kind === 'invitation') {
    const { inviter, projectName } = letter;
    return {
      language: 'ja',
      subject: `Ringpost: ${inviter} さんから ${projectName} への招待`,
      title: `${projectName} への招待`,
      lines: [`${inviter} さんが Ringpost のプロジェクト ${projectName} に招待しています。`],
      action: '招待を受ける',
      foot: [
        `リンクは ${until} まで、一度だけ使えます。`,
        '心当たりがない場合は、このメールを無視してください。',
      ],
    };
  }
  return {
    language: 'ja',
    subject: 'Ringpost の新しいパスワードの設定',
    title: '新しいパスワードの設定',
    lines: [`${letter.name} さん、Ringpost のパスワードの再設定が依頼されました。`],
    action: '新しいパスワードを設定',
    foot: [
      `リンクは ${until} まで、一度だけ使えます。設定後はすべての端末でサインアウトされます。`,
      '心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    ],
  };
}

/** Of whom nobody knows where they are. */
function timeOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
