import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import {
  DataTable,
  FilterBar,
  IconButton,
  isFiltered,
  ListEmpty,
  PanelBody,
  readFilterValues,
  type TableState,
  useText,
} from '../../core/ui/index.ts';
import { useStartAccess } from '../../core/ui/strategy/use-start-access.ts';
import type { requires } from './requires.ts';
import { spreadColumns } from './spread-columns.tsx';
import { spreadDraft } from './spread-draft.ts';
import { matchesPair, spreadFilters } from './spread-filters.ts';
import { type SpreadPair, SpreadStore } from './spread-store.ts';

/** What the same asset costs at different exchanges, live; a row starts the strategy that trades it. */
export const Panel = observer(function SpreadListPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, visible } = props;
  const { accounts, markets, strategies, stream } = services;
  const t = useText('panel-spread-list');
  const store = useMemo(() => new SpreadStore(), []);
  const columns = useMemo(() => spreadColumns(store, services, t), [store, services, t]);
  useEffect(() => {
    if (!visible) return;
    const stop = store.follow(stream);
    return () => void stop();
  }, [store, stream, visible]);

  const values = readFilterValues(config.filters);
  const rows = useMemo(() => store.pairs.filter((pair) => matchesPair(pair, values)), [store.pairs, values]);
  const access = useStartAccess();
  const start = ({ id }: SpreadPair): void => {
    const row = store.row(id);
    if (row !== null && access.outcome !== 'absent') strategies.prepare(spreadDraft(row, accounts));
  };
  return (
    <PanelBody
      bar={
        <FilterBar
          fields={spreadFilters(store.pairs, markets, t)}
          values={values}
          timed={false}
          onChange={(filters) => updateConfig({ filters })}
        />
      }
    >
      <DataTable<SpreadPair>
        label={t('title')}
        rows={rows}
        columns={columns}
        rowKey={(pair) => pair.id}
        state={(config.table as TableState | undefined) ?? {}}
        onStateChange={(table) => updateConfig({ table })}
        onOpen={start}
        rowActions={(pair) => <IconButton icon="robot" label={t('start')} access={access} onClick={() => start(pair)} />}
        loading={!store.ready}
        empty={
          <ListEmpty
            icon="link"
            text={t('empty')}
            narrowed={isFiltered(values) ? t('narrowed') : null}
            onClear={() => updateConfig({ filters: {} })}
          />
        }
      />
    </PanelBody>
  );
});
