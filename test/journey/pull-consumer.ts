/**
 * A consumer of a pull endpoint as a process of its own, to be killed at any moment: it writes each
 * message to a file before it acknowledges it. Arguments: address, key, endpoint, file; with
 * `holds` as the fifth it says when it has written one, and acknowledges nothing.
 */
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';

const [url = '', key = '', endpoint = '', file = '', mode = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const messagesUrl = `${url}/v1/endpoints/${endpoint}/messages`;

for (;;) {
  const answer = await fetch(`${messagesUrl}?wait=5&max=1&lease=2`, { headers });
  const { messages = [] } = Object(await answer.json());
  for (const { callId, sequence, lease } of messages) {
    appendFileSync(file, `${callId} ${sequence}\n`);
    if (mode === 'holds') {
      process.stdout.write('noted');
      // Never resolves: the parent kills this process.
      await once(process.stdin.resume(), 'end');
    }
    const body = JSON.stringify({ leases: [lease] });
    await fetch(`${messagesUrl}/ack`, { method: 'POST', headers, body });
  }
}
