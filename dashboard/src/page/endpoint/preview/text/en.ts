/**
 * The preview and the test of an endpoint in English. Bodies and headers are shown as they are
 * sent.
 */

export const en = {
  title: 'What it receives',
  lead: 'The bytes that would be sent, with made-up values.',
  trigger: 'Trigger',
  sample: 'Sample',
  samples: {
    plain: 'Plain values',
    errors: 'With two errors',
    long: 'Ids of full length',
    unicode: 'Other scripts',
    empty: 'Ids left out',
  },
  none: 'Tick a trigger to see what is sent for it.',
  as: 'Shown as',
  rendered: 'As the recipient sees it',
  raw: 'Exact bytes',
  body: 'Body',
  headers: 'Headers',
  credentials: {
    bearer: 'authorization: Bearer with your token is added when it is sent.',
    'rsa-sha256':
      'webhook-key-id and the signature are added when it is sent: they are over its very bytes.',
  },
  size: (size: string, limit: string) => `${size} of at most ${limit}`,
  builtIn: 'Nothing is sent: the agent is launched within the service with this.',
  teamsNote:
    'Teams answers 202 when the flow took it. The flow itself can still fail after that; ' +
    'its run history in Power Automate tells.',
  teamsFailed: 'The card could not be drawn. Its exact bytes are there.',
  teamsLoading: 'Loading the renderer of cards',
  unknown: 'This cannot be drawn here. Its exact bytes are there.',
  card: 'Adaptive Card',
  slackMessage: 'Slack message',
  mail: 'Mail',
  subject: 'Subject',
  html: 'HTML part',
  text: 'Text part',
  source: 'Source',
  failed: 'No preview',
  test: {
    title: 'Send a test',
    lead:
      'One request, at once, with made-up values. It is in no lane, is never retried and ' +
      'counts in no figure.',
    builtInLead: 'The agent works on a sample transcript, at once. Nothing is stored.',
    send: 'Send the test',
    run: 'Run the sample',
    sending: 'Waiting for the answer',
    onlyAdmins: 'Only owners and admins send tests.',
    result: 'Result',
    outcome: {
      delivered: 'Accepted',
      retryable: 'Failed; a real delivery would be retried',
      rejected: 'Refused; a real delivery would not be retried',
      gone: 'Gone; a real delivery would disable the endpoint',
      blocked: 'Blocked; the address may not be called',
    },
    status: 'Answer',
    after: 'After',
    error: 'Error',
    detail: 'Detail',
    id: 'webhook-id',
    means: 'What it means',
    next: 'What to do',
    answer: 'Answer of the receiver',
    agentResult: 'Result of the agent',
    sent: 'What was sent',
    same: 'Byte for byte what the preview shows.',
    differs: 'Not what the preview showed: its settings changed meanwhile.',
    inbox: 'It went to the local inbox.',
    openInbox: 'Open the inbox',
    disabled: 'The endpoint is disabled; a test is sent all the same.',
  },
};
