import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { TradesFeed, TradeView } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import { DataTable, EmptyState, Price, Quantity, TimeText, useText } from '../../core/ui/index.ts';
import type { requires } from './requires.ts';
import { tradeColumns } from './trade-columns.ts';

/** Trades of the panel's instrument, newest first; a click takes the price. */
export const Panel = observer(function TradesPanel({ services, instrumentId }: PanelProps<typeof requires>) {
  const t = useText('panel-trades');
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <EmptyState icon="trades" text={t('noInstrument')} />;
  return <Trades key={instrument.id} services={services} instrument={instrument} />;
});

function Trades({ services, instrument }: { readonly services: Resolved<typeof requires>; readonly instrument: Instrument }) {
  const t = useText('panel-trades');
  const { trades, ready } = useTrades(services, instrument.id);
  const columns = useMemo(
    () =>
      tradeColumns(t, instrument, {
        price: (trade) => <Price value={trade.price} step={instrument.tick} tone={trade.side === 'BUY' ? 'up' : 'down'} />,
        qty: (trade) => <Quantity value={trade.qty} step={instrument.lot} />,
        time: (trade) => <TimeText timeMs={trade.time} />,
      }),
    [t, instrument],
  );
  return (
    <DataTable<TradeView>
      label={t('label', { symbol: instrument.symbol })}
      rows={trades}
      columns={columns}
      rowKey={(trade) => trade.trade_id}
      onActivate={(trade) => services.workspace.pickPrice(instrument.id, trade.price, null)}
      loading={!ready}
      empty={<EmptyState icon="trades" text={t('empty')} />}
    />
  );
}

function useTrades(services: Resolved<typeof requires>, id: string): { readonly trades: readonly TradeView[]; readonly ready: boolean } {
  const [shown, setShown] = useState<{ trades: readonly TradeView[]; ready: boolean }>({ trades: [], ready: false });
  useEffect(() => {
    const feed: TradesFeed = services.feeds.trades(id);
    const show = (): void => setShown({ trades: feed.trades, ready: feed.ready });
    const stop = feed.onChange(show);
    show();
    return () => {
      void stop();
      feed.close();
    };
  }, [services.feeds, id]);
  return shown;
}
