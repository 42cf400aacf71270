import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MarketTrade, TradesFeed } from '../../core/contract/client-services.ts';
import type { PanelConfig, PanelProps } from '../../core/contract/panel.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { DataTable, EmptyState, NoMarket, PanelBody, Price, Quantity, TimeText, typedDecimal, useText } from '../../core/ui/index.ts';
import { joinedPrints, ownTrades, type Print, printsFrom, singlePrints } from './prints.ts';
import type { requires } from './requires.ts';
import { tradeColumns } from './trade-columns.ts';
import { TradesBar } from './trades-bar.tsx';
import styles from './trades-panel.module.css';

/** Trades of the panel's instrument, newest first; a click takes the price. */
export const Panel = observer(function TradesPanel(props: PanelProps<typeof requires>) {
  const { services, instrumentId, config, updateConfig, visible } = props;
  const t = useText('panel-trades');
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <NoMarket services={services} icon="trades" text={t('noInstrument')} />;
  const sizes = typeof config.sizes === 'object' && config.sizes !== null ? (config.sizes as Readonly<Record<string, unknown>>) : {};
  const saved = sizes[instrument.id];
  return (
    <Trades
      key={instrument.id}
      services={services}
      instrument={instrument}
      size={typeof saved === 'string' ? (typedDecimal(saved) ?? '') : ''}
      joins={config.joined === true}
      updateConfig={(patch) => updateConfig('size' in patch ? { sizes: { ...sizes, [instrument.id]: patch.size } } : patch)}
      visible={visible}
    />
  );
});

interface TradesProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  /** Smallest print shown, in base; empty for all. */
  readonly size: string;
  /** Trades of one taker's order are shown as one. */
  readonly joins: boolean;
  readonly updateConfig: (patch: PanelConfig) => void;
  readonly visible: boolean;
}

const Trades = observer(function Trades({ services, instrument, size, joins, updateConfig, visible }: TradesProps) {
  const t = useText('panel-trades');
  const { trades, ready } = useTrades(services, instrument.id, visible);
  const { fills } = services.accounts;
  const own = useMemo(() => ownTrades(fills, instrument.id), [fills, instrument.id]);
  const prints = useMemo(() => (joins ? joinedPrints(trades, own) : singlePrints(trades, own)), [trades, own, joins]);
  const rows = useMemo(() => printsFrom(prints, size.endsWith('.') ? `${size}0` : size), [prints, size]);
  const columns = useMemo(
    () =>
      tradeColumns(t, instrument, {
        price: (print) => (
          <span className={print.own ? styles.own : undefined} title={print.own ? t('own') : undefined}>
            <Price value={print.price} step={instrument.tick} tone={print.side === 'BUY' ? 'up' : 'down'} />
          </span>
        ),
        qty: (print) => (
          <span
            title={
              print.trades > 1
                ? t('joinedOf', { trades: print.trades, from: formatDecimal(print.from ?? print.price), to: formatDecimal(print.price) })
                : undefined
            }
          >
            {print.trades > 1 && <span className={styles.times}>{`×${print.trades} `}</span>}
            <Quantity value={print.qty} step={instrument.lot} />
          </span>
        ),
        time: (print) => <TimeText timeMs={print.timeMs} />,
      }),
    [t, instrument],
  );
  return (
    <PanelBody
      bar={<TradesBar size={size} asset={instrument.base} joins={joins} updateConfig={updateConfig} />}
      prices={instrument.exchange}
    >
      <DataTable<Print>
        label={t('label', { symbol: instrument.symbol })}
        rows={rows}
        columns={columns}
        rowKey={(print) => print.key}
        onActivate={(print) => services.workspace.pickPrice(instrument.id, print.price)}
        tape
        loading={!ready}
        empty={<EmptyState icon="trades" text={t(trades.length === 0 ? 'empty' : 'noneOfSize')} />}
      />
    </PanelBody>
  );
});

/** The newest trades while the panel is shown. */
function useTrades(
  services: Resolved<typeof requires>,
  id: string,
  visible: boolean,
): { readonly trades: readonly MarketTrade[]; readonly ready: boolean } {
  const [shown, setShown] = useState<{ trades: readonly MarketTrade[]; ready: boolean }>({ trades: [], ready: false });
  useEffect(() => {
    if (!visible) return;
    const feed: TradesFeed = services.feeds.trades(id);
    const show = (): void => {
      if (feed.ready) setShown({ trades: feed.trades, ready: true });
    };
    // In the frame of its news: left to React, the tape would be drawn in the next one, together with that one's news.
    const stop = feed.onChange(() => flushSync(show));
    show();
    return () => {
      void stop();
      feed.close();
    };
  }, [services.feeds, id, visible]);
  return shown;
}
