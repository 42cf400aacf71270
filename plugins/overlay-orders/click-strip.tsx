import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import type { ClickOrder } from '../../core/domain/orders/order-safety.ts';
import { formatDecimal, Icon, useText } from '../../core/ui/index.ts';
import { ClickQuantity, usePresetQuantities } from '../../core/ui/one-click/click-quantity.tsx';
import { CopiedLine } from '../../core/ui/one-click/copied-line.tsx';
import type { OneClick } from '../../core/ui/one-click/use-one-click.ts';
import styles from './click-trading.module.css';
import type { Services } from './requires.ts';

interface ClickStripProps {
  readonly services: Services;
  readonly oneClick: OneClick;
  readonly instrument: Instrument;
  readonly lastPrice: string | null;
  /** An order that the user wants to be asked about. */
  readonly question: ClickOrder | null;
  readonly onSend: (order: ClickOrder) => void;
  readonly onWithdraw: () => void;
}

/** Says in colour and words that clicks send orders, with their quantity, and asks where the user wants to be asked. */
export const ClickStrip = observer(function ClickStrip(props: ClickStripProps) {
  const { services, oneClick, instrument, lastPrice, question, onSend, onWithdraw } = props;
  const t = useText('overlay-orders');
  const { store, qty, setQty } = oneClick;
  const presets = usePresetQuantities(instrument, lastPrice);
  const saying = (key: string, side: string, of: { readonly qty: string; readonly price: string }): string =>
    t(key, { side: t(`side.${side}`), qty: formatDecimal(of.qty), asset: instrument.base, price: formatDecimal(of.price) });
  const { last } = store;
  return (
    <section className={styles.strip} aria-label={t('click.title')}>
      {question === null ? (
        <>
          <strong className={styles.warning} title={t('click.help')}>
            {t('click.armed')}
          </strong>
          {presets.map((preset) => (
            <button key={preset} type="button" className={styles.choice} aria-pressed={preset === qty} onClick={() => setQty(preset)}>
              {preset}
            </button>
          ))}
          <ClickQuantity
            oneClick={oneClick}
            instrument={instrument}
            first={presets[0] ?? instrument.minQty}
            label={t('click.qty', { asset: instrument.base })}
            className={styles.quantity}
          />
          <span className={styles.result} role="status">
            {oneClick.openText ?? (last === null ? t('click.help') : saying('click.done', last.side, last))}
          </span>
        </>
      ) : (
        <>
          <strong className={styles.question}>{saying('click.question', question.side, question)}</strong>
          <button
            // biome-ignore lint/a11y/noAutofocus: the click asked for this order; Enter answers it
            autoFocus
            type="button"
            className={question.side === 'BUY' ? styles.buy : styles.sell}
            onClick={() => onSend(question)}
          >
            {t('click.send')}
          </button>
          <button type="button" className={styles.preset} onClick={onWithdraw}>
            {t('click.withdraw')}
          </button>
        </>
      )}
      <CopiedLine services={services} instrument={instrument} />
      <button type="button" className={styles.end} aria-label={t('click.end')} title={t('click.end')} onClick={() => store.disarm()}>
        <Icon name="close" size={12} />
      </button>
    </section>
  );
});
