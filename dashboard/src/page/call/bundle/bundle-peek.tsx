/**
 * One delivery of an imported bundle in the side panel: its state, its attempts, and the data that
 * it carried. Nothing here leads to the service: it may never have had this delivery.
 */
import type { CallDetail } from '../../../api/record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { useFormat } from '../../../i18n/format.ts';
import { CodeView } from '../../../kit/code/code-view.tsx';
import { Fact, Facts } from '../../../kit/facts.tsx';
import { SidePanel } from '../../../kit/side-panel.tsx';
import { StateBadge } from '../../../kit/state-badge.tsx';
import { Moment } from '../../../kit/time/moment.tsx';
import { stateWord } from '../../../word/delivery-state.ts';
import { wordText } from '../../../word/text.ts';
import { Attempt } from '../../delivery/delivery-peek.tsx';
import { deliveryText } from '../../delivery/text.ts';
import { callText } from '../text.ts';
import { useImported } from './imported.ts';

export interface BundlePeekProps {
  readonly call: CallDetail;
  readonly id: string;
  onClose(): void;
}

export function BundlePeek({ call, id, onClose }: BundlePeekProps) {
  const { peek: t, column } = useText(deliveryText);
  const { raw } = useText(callText);
  const words = useText(wordText);
  const format = useFormat();
  const endpoints = useImported()?.endpoints;
  const { deliveries, firings } = call.timeline;
  const delivery = deliveries.find((one) => one.id === id);
  if (delivery === undefined) return null;
  const firing = firings.find(({ messageId }) => messageId === delivery.messageId);
  const word = stateWord(delivery.state, words);
  return (
    <SidePanel title={delivery.trigger} subject={id} onClose={onClose}>
      <div data-state="ready">
        <p>
          <StateBadge {...word} filled /> {word.meaning}
        </p>
        <Facts>
          <Fact name={column.endpoint}>
            {endpoints?.get(delivery.endpointId)?.name ?? delivery.endpointId}
          </Fact>
          <Fact name={column.created}>
            <Moment iso={delivery.createdAt} exact />
          </Fact>
          <Fact name={t.sequence}>{format.number(delivery.sequence)}</Fact>
          <Fact name={t.id}>
            <span className="mono wrap">{delivery.id}</span>
          </Fact>
        </Facts>
        <h3>{t.attempts}</h3>
        {delivery.attemptList.length === 0 && <p className="quiet">{t.noAttempts}</p>}
        <ol className="attempts">
          {delivery.attemptList.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
        {firing !== undefined && <CodeView label={raw.data} content={firing.data} />}
        {firing !== undefined && firing.errors !== null && (
          <CodeView label={raw.errors} content={firing.errors} />
        )}
      </div>
    </SidePanel>
  );
}
