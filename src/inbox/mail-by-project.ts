/**
 * Email while no mail server is configured: each project has its own connections to the inbox,
 * logged in as that project, so that the inbox knows the project before it gets the mail.
 */
import type { Channel } from '../engine/ports/channel.ts';

/** A channel of the project's own, and a way to end its connections. */
export interface ProjectMail {
  readonly channel: Channel;
  close(): Promise<void>;
}

/** Beyond this number the longest unused connections end; an installation has few projects. */
const PROJECTS_MAX = 64;

export function createMailByProject(open: (projectId: string) => ProjectMail): ProjectMail {
  const opened = new Map<string, ProjectMail>();
  const mailOf = (projectId: string): ProjectMail => {
    const present = opened.get(projectId) ?? open(projectId);
    opened.delete(projectId);
    opened.set(projectId, present);
    if (opened.size > PROJECTS_MAX) {
      for (const [oldest, mail] of opened) {
        opened.delete(oldest);
        void mail.close();
        break;
      }
    }
    return present;
  };
  return {
    channel: {
      send: (request) => mailOf(request.endpoint.projectId).channel.send(request),
      show: (request) => {
        const { channel } = mailOf(request.endpoint.projectId);
        if (channel.show === undefined) throw new Error('a mail channel shows what it sends');
        return channel.show(request);
      },
    },
    close: async () => {
      const all = [...opened.values()];
      opened.clear();
      await Promise.all(all.map((mail) => mail.close()));
    },
  };
}
