/**
 * A Slack message as Slack lays it out, from its bytes: only the blocks that we send. Every value
 * is text.
 */
import { useText } from '../../../i18n/words.ts';
import { type SlackBlock, slackBlocks } from './slack-block.ts';

export function SlackPreview({ body }: { readonly body: string }) {
  const t = useText('preview');
  const blocks = slackBlocks(body);
  if (blocks === null) return <p className="quiet">{t.unknown}</p>;
  return (
    <section className="slack-message" aria-label={t.slackMessage}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one message never move
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { readonly block: SlackBlock }) {
  switch (block.kind) {
    case 'header':
      return <p className="slack-header">{block.text}</p>;
    case 'divider':
      return <hr />;
    case 'context':
      return <p className="slack-context">{block.text}</p>;
    case 'text':
      return <p className="slack-text">{block.text}</p>;
    case 'fields':
      return (
        <dl className="slack-fields">
          {block.fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      );
  }
}
