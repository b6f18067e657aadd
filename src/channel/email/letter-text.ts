/**
 * The texts of letters, in English and Japanese. A subject is the same for all recipients, so that
 * no person can write one to a stranger. A name that a mail program could turn into a link is left
 * out. Other values that people entered are not escaped here: the code that puts them into a page
 * escapes them.
 */
import type { Letter } from '../../engine/ports/letters.ts';
import { englishAlert, japaneseAlert } from './alert-text.ts';
import { hello, type LetterText, named, san, timeOf, type Words } from './letter-words.ts';
import { englishNotice, japaneseNotice } from './notice-text.ts';

export function letterText(letter: Letter): LetterText {
  const isJapanese = /^ja(?:-|$)/i.test(letter.language ?? '');
  const until = 'expiresAtMs' in letter ? timeOf(letter.expiresAtMs) : '';
  return isJapanese
    ? { language: 'ja', ...japanese(letter, until) }
    : { language: 'en', ...english(letter, until) };
}

function english(letter: Letter, until: string): Words {
  const works = `The link works once, until ${until}.`;
  switch (letter.kind) {
    case 'invitation': {
      const project = named(letter.projectName, (name) => `the project ${name}`, 'a project');
      const inviter = named(letter.inviter, (name) => name, 'A member');
      return {
        subject: 'You are invited to Ringpost',
        title: 'You are invited to Ringpost',
        lines: [`${inviter} invites you to ${project} on Ringpost.`],
        action: 'Accept the invitation',
        foot: [works, 'If you do not know what this is about, leave this mail alone.'],
      };
    }
    case 'password-reset':
      return {
        subject: 'Choose a new password for Ringpost',
        title: 'Choose a new password',
        lines: [`${hello(letter.name)}a new password for your account on Ringpost was asked for.`],
        action: 'Choose a new password',
        foot: [
          `${works} Then you are signed out everywhere.`,
          'If it was not you, leave this mail alone: your password stays as it is.',
        ],
      };
    case 'email-confirm':
      return {
        subject: 'Confirm your e-mail for Ringpost',
        title: 'Confirm your e-mail',
        lines: ['An account on Ringpost is to have this e-mail address. Is it yours?'],
        action: 'Confirm the e-mail',
        foot: [
          `${works} You sign in to the account first.`,
          'If it was not you, leave this mail alone: nothing changes.',
        ],
      };
    case 'email-taken':
      return {
        subject: 'Your e-mail for Ringpost',
        title: 'You have an account already',
        lines: [
          'Another account on Ringpost asked for this e-mail address. Your account has it, and ' +
            'keeps it. Nothing changes.',
        ],
        action: null,
        foot: ['If it was you, sign in with this address.'],
      };
    case 'email-asked':
      return {
        subject: 'Your e-mail for Ringpost',
        title: 'Another e-mail was asked for',
        lines: [
          `${hello(letter.name)}your account on Ringpost is to have the e-mail ${letter.email}. ` +
            'It counts once the link that was sent there is opened.',
        ],
        action: null,
        foot: ['If it was not you, change your password now: that ends the link.'],
      };
    case 'email-changed':
      return {
        subject: 'Your e-mail for Ringpost',
        title: 'Your e-mail has changed',
        lines: [
          `${hello(letter.name)}your account on Ringpost has the e-mail ${letter.email} now.`,
        ],
        action: null,
        foot: ['If it was not you, tell an owner of your project.'],
      };
    case 'second-factor-removed':
    case 'new-device':
      return englishNotice(letter);
    case 'alert':
      return englishAlert(letter);
  }
}

function japanese(letter: Letter, until: string): Words {
  const works = `リンクは ${until} まで、一度だけ使えます。`;
  const ignore = '心当たりがない場合は、このメールを無視してください。';
  switch (letter.kind) {
    case 'invitation': {
      const project = named(letter.projectName, (name) => `プロジェクト ${name} `, 'プロジェクト');
      const inviter = named(letter.inviter, (name) => `${name} さん`, 'メンバー');
      return {
        subject: 'Ringpost への招待',
        title: 'Ringpost への招待',
        lines: [`${inviter}が Ringpost の${project}に招待しています。`],
        action: '招待を受ける',
        foot: [works, ignore],
      };
    }
    case 'password-reset':
      return {
        subject: 'Ringpost の新しいパスワードの設定',
        title: '新しいパスワードの設定',
        lines: [`${san(letter.name)}Ringpost のパスワードの再設定が依頼されました。`],
        action: '新しいパスワードを設定',
        foot: [
          `${works}設定後はすべての端末でサインアウトされます。`,
          `${ignore}パスワードは変わりません。`,
        ],
      };
    case 'email-confirm':
      return {
        subject: 'Ringpost のメールアドレスの確認',
        title: 'メールアドレスの確認',
        lines: ['Ringpost のアカウントにこのメールアドレスを設定する依頼がありました。'],
        action: 'メールアドレスを確認',
        foot: [`${works}先にそのアカウントでサインインします。`, `${ignore}何も変わりません。`],
      };
    case 'email-taken':
      return {
        subject: 'Ringpost のメールアドレスについて',
        title: 'すでにアカウントがあります',
        lines: [
          'Ringpost の別のアカウントに、このメールアドレスを設定する依頼がありました。' +
            'このアドレスはあなたのアカウントのままで、何も変わりません。',
        ],
        action: null,
        foot: ['ご自身の依頼の場合は、このアドレスでサインインしてください。'],
      };
    case 'email-asked':
      return {
        subject: 'Ringpost のメールアドレスについて',
        title: 'メールアドレスの変更が依頼されました',
        lines: [
          `${san(letter.name)}Ringpost のメールアドレスを ${letter.email} に変更する依頼が` +
            'ありました。送られたリンクが開かれると有効になります。',
        ],
        action: null,
        foot: [
          '心当たりがない場合は、すぐにパスワードを変更してください。リンクは無効になります。',
        ],
      };
    case 'email-changed':
      return {
        subject: 'Ringpost のメールアドレスについて',
        title: 'メールアドレスが変更されました',
        lines: [`${san(letter.name)}Ringpost のメールアドレスは ${letter.email} になりました。`],
        action: null,
        foot: ['心当たりがない場合は、プロジェクトのオーナーに知らせてください。'],
      };
    case 'second-factor-removed':
    case 'new-device':
      return japaneseNotice(letter);
    case 'alert':
      return japaneseAlert(letter);
  }
}
