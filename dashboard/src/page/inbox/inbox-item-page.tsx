/**
 * One item of the inbox on a page of its own.
 * It shows what the panel beside the list shows.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { useRecordKeys } from '../../list/list-page.tsx';
import './inbox.css';
import { inboxItemQuery } from './inbox-api.ts';
import { ItemView } from './item-view.tsx';

const route = getRouteApi('/p/$project/inbox/$itemId');

export function Page() {
  const t = useText('inbox');
  const { itemId } = route.useParams();
  useRecordKeys('itemId', itemId);
  const { tab = 'shown' } = route.useSearch();
  const client = useClient();
  const { data } = useQuery(inboxItemQuery(client, itemId));
  const title = data === undefined ? itemId : (data.mail?.subject ?? data.trigger ?? t.noTrigger);
  return (
    <>
      <PageHead
        title={title}
        documentTitle={`${title} · ${t.title}`}
        mono={data === undefined}
        back={
          <Link to="/p/$project/inbox" params={{ project: client.project ?? '' }}>
            {t.item.back}
          </Link>
        }
        lead={data !== undefined && `${t.channel[data.channel]} · ${data.box}`}
      />
      <ItemView id={itemId} tab={tab} />
    </>
  );
}
