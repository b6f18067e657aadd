/**
 * The calls that match the filter of the address, the newest first: live without moving.
 * What is filtered stands in the address.
 */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import './call.css';
import { useClient } from '../../api/api-context.tsx';
import { type CallRecord, loadCalls } from '../../api/call.ts';
import { useText } from '../../i18n/catalogue.ts';
import { FilterBox } from '../../kit/filter/filter-box.tsx';
import { activeTokens, type FilterSearch } from '../../kit/filter/filter-token.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { FreshPill } from '../../list/fresh-pill.tsx';
import { ListExport } from '../../list/list-export.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { useCallColumns } from './call-columns.tsx';
import { NoCallMatch, NoCalls } from './call-nothing.tsx';
import { type CallsSearch, readCalls } from './call-search.ts';
import { callText } from './text.ts';
import { useCallFields } from './use-call-fields.ts';

const route = getRouteApi('/p/$project/calls');

export function Page() {
  const t = useText(callText);
  const search = route.useSearch();
  const list = useCallList(search);
  const columns = useCallColumns();
  const fields = useCallFields();
  const navigate = useNavigate();
  const setSearch = (next: FilterSearch): void => {
    void navigate({ to: '.', search: readCalls(next), resetScroll: false });
  };
  const filters: FilterSearch = { ...search };
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <DataRegion
        title={t.title}
        titleHidden
        region={list.region}
        rows={12}
        tools={
          <>
            <FilterBox
              fields={fields}
              search={filters}
              onSearch={setSearch}
              placeholder={t.filter.placeholder}
            />
            <FreshPill list={list} paused={false} />
            <ListExport path="v1/calls" filter={filterOf(search)} range={search.range} />
          </>
        }
        empty={<NoCalls />}
        noMatch={
          <NoCallMatch
            search={search}
            tokens={activeTokens(filters, fields)}
            onSearch={setSearch}
          />
        }
        foot={
          <Pager
            what={t.title}
            cursor={search.cursor}
            nextCursor={list.nextCursor}
            shown={list.rows?.length ?? 0}
          />
        }
      >
        {list.rows !== null && (
          <DataTable
            caption={t.listed}
            columns={columns}
            rows={list.rows}
            rowId={idOf}
            faded={(call) => list.gone.has(idOf(call))}
          />
        )}
      </DataRegion>
    </>
  );
}

function useCallList(search: CallsSearch): SteadyList<CallRecord> {
  const client = useClient();
  const { range, cursor } = search;
  const filter = filterOf(search);
  return useSteadyList({
    key: ['calls', client.project, filter],
    live: ['calls', 'deliveries'],
    filtered: Object.values(filter).some((value) => value !== undefined),
    idOf,
    load: (window, signal) => loadCalls(client, { ...filter, ...window }, signal),
    ...{ range, cursor },
  });
}

/** As the API names them. */
function filterOf({ direction, status, errors, stale, clientId, callSid }: CallsSearch) {
  return {
    ...{ direction, status, clientId, callSid },
    errors: errors === undefined ? undefined : true,
    stale: stale === undefined ? undefined : true,
  };
}

function idOf({ callId }: CallRecord): string {
  return callId;
}
