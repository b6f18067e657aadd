/**
 * What one box does, to change: ready-made failures, or any by hand. It is named by the address.
 * So a link leads straight to it, and back closes it.
 */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { BehaviourForm } from './behaviour-form.tsx';
import { boxNameOf } from './box-name.ts';
import { boxQuery } from './inbox-api.ts';
import { inboxText } from './text.ts';

export function BoxDialog({ box }: { readonly box: string }) {
  const t = useText(inboxText);
  const client = useClient();
  const name = boxNameOf(box);
  const navigate = useNavigate();
  const close = (): void => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, box: undefined }),
      resetScroll: false,
    });
  };
  const query = useQuery(boxQuery(client, name));
  const shown = `${t.channel[name.channel]} ${name.name}`;
  return (
    <Dialog title={t.behaviour.title(shown)} onClose={close} size="large">
      <DataRegion title={t.column.box} titleHidden plain region={regionOf(query)} empty={null}>
        {query.data !== undefined && (
          <BehaviourForm key={box} box={query.data} shown={shown} onDone={close} />
        )}
      </DataRegion>
    </Dialog>
  );
}
