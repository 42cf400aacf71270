import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { Fill } from '../../../core/contract/client-services.ts';
import type { PanelProps } from '../../../core/contract/panel.ts';
import { useText } from '../../../core/ui/index.ts';
import { FillCard } from '../cards/fill-card.tsx';
import { OrderDrawer } from '../details/order-drawer.tsx';
import type { OrderRef } from '../details/order-life-store.ts';
import { fillQuery, matchesFill } from '../list-filter.ts';
import type { requires } from '../requires.ts';
import { useListFilter } from '../use-list-filter.tsx';
import { fillColumns } from './fill-columns.tsx';
import { fillKey, mergeFills } from './fill-figures.ts';
import { PagedHistory } from './paged-history.tsx';

/** Own trades with their fees. */
export const Panel = observer(function FillsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, instrumentId } = props;
  const { accounts, api } = services;
  const t = useText('panel-orders');
  const columns = useMemo(() => fillColumns(services, t), [services, t]);
  const [opened, setOpened] = useState<OrderRef | null>(null);
  const filter = useListFilter({ services, t, config, updateConfig, instrumentId, statuses: null });
  const narrow = filter.current();
  return (
    <PagedHistory<Fill>
      {...{ services, config, updateConfig, filter, columns }}
      texts={{ title: t('fills.title'), file: t('fills.file'), empty: t('fills.empty'), narrowed: t('fills.narrowed') }}
      icon="trades"
      rowKey={fillKey}
      card={(fill) => <FillCard services={services} t={t} fill={fill} onOpen={setOpened} />}
      load={(of, page) => api.call('fills', { query: { ...fillQuery(of), ...page } })}
      download={(options) => api.download('fillsExport', { query: fillQuery(filter.current()) }, options)}
      withLive={(pages) =>
        mergeFills(
          accounts.fills.filter((fill) => matchesFill(fill, narrow)),
          pages,
        )
      }
      onOpen={setOpened}
    >
      <OrderDrawer services={services} order={opened} onClose={() => setOpened(null)} />
    </PagedHistory>
  );
});
