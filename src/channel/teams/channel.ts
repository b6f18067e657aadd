/**
 * Step 8 for Teams endpoints: an Adaptive Card, posted to the URL of a workflow or connector (S8.9,
 * S8.10). Core judges its answers.
 */
import type { Channel } from '../../engine/ports/channel.ts';
import { createSecretPost, type SecretPostParts } from '../secret-post.ts';
import { teamsBody } from './message.ts';

export function createTeamsChannel(parts: SecretPostParts): Channel {
  return createSecretPost(parts, teamsBody);
}
