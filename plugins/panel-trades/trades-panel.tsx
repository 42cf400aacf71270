import { observer } from 'mobx-react-lite';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PanelConfig, PanelProps } from '../../core/contract/panel.ts';
import type { Resolved } from '../../core/contract/token.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { type CanvasHandle, EmptyState, NoMarket, PanelBody, typedDecimal, useServices, useText } from '../../core/ui/index.ts';
import { Tape } from '../../core/ui/tape/tape.tsx';
import { PrintList } from './print-list.ts';
import { ownTrades, type Print } from './prints.ts';
import type { requires } from './requires.ts';
import { tradeColumns, wordsOf } from './trade-columns.ts';
import { TradesBar } from './trades-bar.tsx';

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

const keyOf = (print: Print): string => print.key;
const isOwn = (print: Print): boolean => print.own;

const Trades = observer(function Trades({ services, instrument, size, joins, updateConfig, visible }: TradesProps) {
  const t = useText('panel-trades');
  const { timers, preferences } = useServices();
  const { theme, timeZone } = preferences;
  const tape = useRef<CanvasHandle>(null);
  const { fills } = services.accounts;
  const own = useMemo(() => ownTrades(fills, instrument.id), [fills, instrument.id]);
  const choice = useMemo(() => ({ own, joins, size: size.endsWith('.') ? `${size}0` : size }), [own, joins, size]);
  const [list] = useState(() => new PrintList(choice));
  const state = useTrades(services, instrument.id, visible, list, tape);
  useEffect(() => {
    list.choose(choice);
    tape.current?.invalidate();
  }, [list, choice]);
  const rows = useCallback(() => list.prints, [list]);
  const writing = useMemo(() => ({ timeZone, nowMs: () => timers.nowMs(), arrows: theme === 'colour-blind' }), [timeZone, timers, theme]);
  const columns = useMemo(() => tradeColumns(t, instrument, writing), [t, instrument, writing]);
  return (
    <PanelBody
      bar={<TradesBar size={size} asset={instrument.base} joins={joins} updateConfig={updateConfig} />}
      prices={instrument.exchange}
    >
      <Tape<Print>
        ref={tape}
        label={t('label', { symbol: instrument.symbol })}
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        wordsOf={(print) => wordsOf(t, print, writing)}
        marked={isOwn}
        onActivate={(print) => services.workspace.pickPrice(instrument.id, print.price)}
        loading={state === 'loading'}
        empty={<EmptyState icon="trades" text={t(state === 'empty' ? 'empty' : 'noneOfSize')} />}
      />
    </PanelBody>
  );
});

type TradesState = 'loading' | 'empty' | 'ready';

/** Keeps a list in step with the newest trades while the panel is shown. */
function useTrades(
  services: Resolved<typeof requires>,
  id: string,
  visible: boolean,
  list: PrintList,
  tape: RefObject<CanvasHandle | null>,
): TradesState {
  const [state, setState] = useState<TradesState>('loading');
  useEffect(() => {
    if (!visible) return;
    const feed = services.feeds.trades(id);
    const show = (): void => {
      if (!feed.ready) return;
      list.take(feed.trades);
      setState(feed.trades.length === 0 ? 'empty' : 'ready');
      tape.current?.invalidate();
    };
    const stop = feed.onChange(show);
    show();
    return () => {
      void stop();
      feed.close();
    };
  }, [services.feeds, id, visible, list, tape]);
  return state;
}
