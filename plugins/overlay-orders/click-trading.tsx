import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChartControlsProps } from '../../core/contract/chart.ts';
import type { DocumentContent, Documents } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { type ClickOrder, defaultMaxAmount } from '../../core/domain/orders/order-safety.ts';
import { formatDecimal, Icon, useLockText, useText } from '../../core/ui/index.ts';
import { useOneClick } from '../../core/ui/one-click/use-one-click.ts';
import { asksBefore, sideAt, ticketSettings } from './click-order.ts';
import { ClickStrip } from './click-strip.tsx';
import styles from './click-trading.module.css';
import type { requires } from './requires.ts';

type Props = ChartControlsProps<typeof requires>;

/** Trading by clicks on the price axis and in the chart's menu, only while armed. */
export const ClickTrading = observer(function ClickTrading(props: Props) {
  const instrument = props.services.markets.instrument(props.surface.instrumentId);
  return instrument === null ? null : <ArmButton {...props} instrument={instrument} />;
});

const ArmButton = observer(function ArmButton({
  surface,
  services,
  strip,
  visible,
  instrument,
}: Props & { readonly instrument: Instrument }) {
  const t = useText('overlay-orders');
  const button = useRef<HTMLButtonElement>(null);
  const oneClick = useOneClick(services, instrument, visible, button);
  const settings = useTicketSettings(services.documents);
  const [question, setQuestion] = useState<ClickOrder | null>(null);
  const { armed, store, qty, access, possible } = oneClick;
  const name = useLockText(access, t(possible || access.outcome !== 'granted' ? 'click.title' : 'click.noAccount'));
  const { markets, workspace } = services;

  const orderAt = (price: string): ClickOrder | null => {
    const side = sideAt(price, markets.ticker(instrument.id)?.last ?? null);
    return side === null ? null : { side, kind: 'LIMIT', price, qty };
  };
  const send = (order: ClickOrder): void => {
    setQuestion(null);
    const last = markets.ticker(instrument.id)?.last ?? null;
    void store.place(order, { instrument, last, opposite: null, maxAmount: defaultMaxAmount(instrument.quote) });
  };
  const click = useRef<(order: ClickOrder) => void>(send);
  click.current = (order) => {
    const amount = order.qty === '' ? '0' : multiplyDecimals(order.price, order.qty);
    const asks = compareDecimals(amount, '0') > 0 && asksBefore(settings, amount, workspace.dashboard.quickMode);
    if (asks) setQuestion(order);
    else send(order);
  };
  const order = useRef(orderAt);
  order.current = orderAt;

  useEffect(() => {
    if (!armed) return setQuestion(null);
    const stops = [
      surface.onAxisClick((price) => {
        const clicked = order.current(price);
        if (clicked !== null) click.current(clicked);
      }),
      surface.addActions((price) => {
        const offered = order.current(price);
        if (offered === null) return [];
        const label = t(`click.${offered.side}`, { qty: offered.qty, asset: instrument.base, price: formatDecimal(price) });
        return [{ id: 'click', label, tone: offered.side === 'BUY' ? 'up' : 'down', run: () => click.current(offered) }];
      }),
    ];
    return () => {
      for (const stop of stops) void stop();
    };
  }, [armed, surface, instrument, t]);

  if (access.outcome === 'absent') return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={armed ? styles.armed : styles.arm}
        aria-pressed={armed}
        aria-label={t('click.title')}
        title={name}
        disabled={!possible}
        onClick={() => (armed ? store.disarm() : store.arm(idleMs))}
      >
        <Icon name={access.outcome === 'locked' ? 'lock' : 'bolt'} size={14} />
      </button>
      {armed &&
        createPortal(
          <ClickStrip
            services={services}
            oneClick={oneClick}
            instrument={instrument}
            lastPrice={markets.ticker(instrument.id)?.last ?? null}
            question={question}
            onSend={send}
            onWithdraw={() => setQuestion(null)}
          />,
          strip,
        )}
    </>
  );
});

/** Clicks send no orders any more after so long without one. */
const idleMs = 5 * 60_000;

/** What the user has settled in the order ticket; null: nothing yet. */
function useTicketSettings(documents: Documents): DocumentContent | null {
  const [content, setContent] = useState<DocumentContent | null>(null);
  useEffect(() => {
    const handle = documents.open(ticketSettings.kind, ticketSettings.key);
    const take = (): void => setContent(handle.content);
    handle.onChange(take);
    void handle.loaded.then(take);
    return () => handle.close();
  }, [documents]);
  return content;
}
