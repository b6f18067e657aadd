/**
 * When each trigger fires, as a sentence in Japanese. The same keys as English; names of triggers
 * stay as they are.
 */
import type { TriggerName } from '../trigger.ts';

export const ja: Readonly<Record<TriggerName, string>> = {
  OUTBOUND_CALL_CALLING: '発信を開始しました。',
  OUTBOUND_CALL_CLOSING: '通話を終了しています。',
  OUTBOUND_CALL_COMPLETED: '通話がエラーなく終了しました。',
  OUTBOUND_CALL_VOICEMAIL_REACHED: '留守番電話が応答しました。',
  OUTBOUND_CALL_ERROR: '通話がエラーで終了したか、エラーが報告されました。',
  OUTBOUND_CALL_BUSY: '話し中でした。',
  OUTBOUND_CALL_NO_RESPONSE: '応答がありませんでした。',
  OUTBOUND_CALL_UNREACHABLE: '相手の番号につながりませんでした。',
  OUTBOUND_CALL_CANCELED: '発信前に取り消されました。',
  OUTBOUND_CALL_EXPIRED: '発信前に有効期限が切れました。',
  OUTBOUND_CALL_MAX_ATTEMPTS_REACHED: '発信回数の上限に達しました。',
  OUTBOUND_CALL_HEALTHCHECK_FAILED: '発信前のヘルスチェックに失敗しました。',
  INBOUND_CALL_CALLING: '通話中です。',
  INBOUND_CALL_CLOSING: '通話を終了しています。',
  INBOUND_CALL_COMPLETED: '通話がエラーなく終了しました。',
  INBOUND_CALL_ERROR: '通話がエラーで終了したか、報告が途絶えたか、エラーが報告されました。',
  INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED: '空き回線がありませんでした。',
  CALL_LOG_CREATED: '発信または着信した通話が終了しました。通話ログが届く場合があります。',
  ACW_COMPLETED: 'エージェントの実行が終了しました。',
};
