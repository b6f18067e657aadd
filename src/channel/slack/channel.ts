/**
 * Step 8 for Slack endpoints: a message of Block Kit, posted to the URL of an incoming webhook
 * (S8.6, S8.7). Core judges Slack's answers.
 */
import type { Channel } from '../../engine/ports/channel.ts';
import { createSecretPost, type SecretPostParts } from '../secret-post.ts';
import { slackBody } from './message.ts';

export function createSlackChannel(parts: SecretPostParts): Channel {
  return createSecretPost(parts, slackBody);
}
