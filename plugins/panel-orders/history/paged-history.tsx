import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Outcome } from '../../../core/contract/app-error.ts';
import type { PanelConfig } from '../../../core/contract/panel.ts';
import {
  type Column,
  DataTable,
  ExportButton,
  type ExportButtonProps,
  type IconName,
  ListEmpty,
  ListFoot,
  type ListPage,
  PagedList,
  PanelBody,
  PlaceOrderButton,
  type TableState,
} from '../../../core/ui/index.ts';
import { CardList, usePhone } from '../cards/card-list.tsx';
import type { ListFilter } from '../list-filter.ts';
import type { Services } from '../requires.ts';
import type { ListFilterState } from '../use-list-filter.tsx';

interface PagedHistoryProps<T extends object> {
  readonly services: Services;
  readonly config: PanelConfig;
  readonly updateConfig: (patch: PanelConfig) => void;
  /** Title of the list and of its file; what is said when nothing is in it, and when the filters leave nothing. */
  readonly texts: Readonly<Record<'title' | 'file' | 'empty' | 'narrowed', string>>;
  readonly icon: IconName;
  readonly filter: ListFilterState;
  readonly columns: readonly Column<T>[];
  /** What a row is on a phone. */
  readonly card: (row: T) => ReactNode;
  readonly rowKey: (row: T) => string;
  /** A page of what passes the filter as it was when the list was begun. */
  readonly load: (filter: ListFilter, page: { readonly limit: number; readonly cursor?: string }) => Promise<Outcome<ListPage<T>>>;
  readonly download: ExportButtonProps['download'];
  /** What happened while the panel is open, put before the pages. */
  readonly withLive: (pages: readonly T[]) => readonly T[];
  readonly onOpen: (row: T) => void;
  readonly children: ReactNode;
}

const pageSize = 100;

/** A list of what was: the server's pages, and what happens while the panel is open. */
export const PagedHistory = observer(function PagedHistory<T extends object>(props: PagedHistoryProps<T>) {
  const { services, config, updateConfig, texts, icon, filter, load } = props;
  const phone = usePhone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter, which is made anew with every render
  const list = useMemo(() => {
    const asked = filter.current();
    return new PagedList<T>((cursor) => load(asked, { limit: pageSize, ...(cursor === null ? {} : { cursor }) }));
  }, [services.api, filter.key]);
  useEffect(() => void list.more(), [list]);
  const exportButton = (
    <ExportButton fileName={texts.file} download={props.download} onFailure={({ error }) => services.notices.error(error)} />
  );
  const empty = (
    <ListEmpty
      icon={icon}
      text={texts.empty}
      action={<PlaceOrderButton workspace={services.workspace} />}
      narrowed={filter.isNarrowed ? texts.narrowed : null}
      onClear={filter.clear}
    />
  );
  const content = {
    label: texts.title,
    rows: props.withLive(list.items),
    rowKey: props.rowKey,
    loading: list.state === 'loading',
    empty: list.state === 'failed' ? null : empty,
  };
  return (
    <PanelBody bar={filter.bar(exportButton)} foot={<ListFoot list={list} />}>
      {phone ? (
        <CardList<T> {...content} card={props.card} />
      ) : (
        <DataTable<T>
          {...content}
          columns={props.columns}
          state={(config.table as TableState | undefined) ?? {}}
          onStateChange={(table) => updateConfig({ table })}
          onOpen={props.onOpen}
        />
      )}
      {props.children}
    </PanelBody>
  );
});
