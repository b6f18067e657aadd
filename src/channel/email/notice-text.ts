/**
 * The texts of letters about changes of an account, in English and Japanese. They hold no link: the
 * recipient signs in as usual to react.
 */
import type { FactorRemovedLetter, NewDeviceLetter } from '../../engine/ports/letters.ts';
import { hello, named, san, timeOf, type Words } from './letter-words.ts';

type Notice = FactorRemovedLetter | NewDeviceLetter;

export function englishNotice(letter: Notice): Words {
  switch (letter.kind) {
    case 'second-factor-removed':
      return {
        subject: 'Your second factor for Ringpost',
        title: 'Your second factor was removed',
        lines: [
          `${hello(letter.name)}an owner of your project has removed the second factor of your ` +
            'account on Ringpost. You are signed out everywhere; the password alone signs you in.',
        ],
        action: null,
        foot: [
          'Sign in and set up a new one in your account.',
          'If you did not ask for this, change your password, and tell an owner of your project.',
        ],
      };
    case 'new-device':
      return {
        subject: 'A sign-in to Ringpost from a new device',
        title: 'A sign-in from a new device',
        lines: [
          `${hello(letter.name)}your account on Ringpost was used to sign in with a browser that ` +
            'it does not know yet.',
          `When: ${timeOf(letter.atMs)}`,
          `From the address: ${letter.address}`,
          `With: ${named(letter.userAgent, (agent) => agent, 'a browser that does not say which')}`,
        ],
        action: null,
        foot: [
          'If it was you, there is nothing to do.',
          'If it was not you: open your account in Ringpost, change the password, and sign out ' +
            'other sessions. Changing the password signs out all others by itself.',
        ],
      };
  }
}

export function japaneseNotice(letter: Notice): Words {
  switch (letter.kind) {
    case 'second-factor-removed':
      return {
        subject: 'Ringpost の 2 段階認証について',
        title: '2 段階認証が解除されました',
        lines: [
          `${san(letter.name)}プロジェクトのオーナーが、Ringpost のアカウントの 2 段階認証を解除` +
            'しました。すべての端末でサインアウトされ、パスワードだけでサインインできます。',
        ],
        action: null,
        foot: [
          'サインインして、アカウントのページで新しく設定してください。',
          '依頼していない場合は、パスワードを変更し、プロジェクトのオーナーに知らせてください。',
        ],
      };
    case 'new-device':
      return {
        subject: 'Ringpost への新しい端末からのサインイン',
        title: '新しい端末からのサインイン',
        lines: [
          `${san(letter.name)}まだ知られていないブラウザーから、Ringpost のアカウントへの` +
            'サインインがありました。',
          `日時: ${timeOf(letter.atMs)}`,
          `アドレス: ${letter.address}`,
          `ブラウザー: ${named(letter.userAgent, (agent) => agent, '不明')}`,
        ],
        action: null,
        foot: [
          'ご自身の場合は、何もする必要はありません。',
          '心当たりがない場合は、Ringpost のアカウントのページでパスワードを変更し、他の' +
            'セッションを終了してください。パスワードを変更すると、他のセッションはすべて終了します。',
        ],
      };
  }
}
