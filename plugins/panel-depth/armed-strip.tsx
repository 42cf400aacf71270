import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo } from 'react';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { Instrument } from '../../core/domain/instrument.ts';
import { presetQuantities } from '../../core/domain/order-safety.ts';
import { formatDecimal, Icon, normalDecimal, stepDecimal, typedDecimal, useText } from '../../core/ui/index.ts';
import type { OneClick } from '../../core/ui/one-click/use-one-click.ts';
import styles from './depth-panel.module.css';
import type { DepthSettings } from './depth-settings.ts';

const OneClickSettings = lazy(async () => ({ default: (await import('./one-click-settings.tsx')).OneClickSettings }));

export interface ArmedStripProps {
  readonly settings: DepthSettings;
  readonly instrument: Instrument;
  readonly lastPrice: string | null;
  readonly oneClick: OneClick;
  readonly updateConfig: (patch: PanelConfig) => void;
}

/** Says in colour and words that clicks send orders, with the quantity that they send. */
export const ArmedStrip = observer(function ArmedStrip({ settings, instrument, lastPrice, oneClick, updateConfig }: ArmedStripProps) {
  const t = useText('panel-depth');
  const { store, qty, setQty } = oneClick;
  const chosen = settings.quantities[instrument.id];
  // Made once per arming: presets must not move under the pointer with the price.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the price at that moment
  const made = useMemo(() => presetQuantities(instrument, lastPrice), [instrument]);
  const presets = chosen ?? made;
  const first = presets[0] ?? instrument.minQty;
  useEffect(() => {
    if (qty === '') setQty(first);
  }, [qty, first, setQty]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setQty(stepDecimal(qty, instrument.lot, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)));
  };
  const { last } = store;
  const done =
    last === null
      ? ''
      : t(`done.${last.action}`, {
          count: last.count,
          side: t(`side.${last.side}`),
          qty: formatDecimal(last.qty),
          price: formatDecimal(last.price),
        });
  return (
    <section className={styles.strip} aria-label={t('armed.title')}>
      <div className={styles.stripLine}>
        <Icon name="bolt" size={12} />
        <strong className={styles.armedText}>{t('armed.text')}</strong>
        <Suspense fallback={null}>
          <OneClickSettings settings={settings} instrument={instrument} presets={presets} updateConfig={updateConfig} />
        </Suspense>
        <button type="button" className={styles.mode} aria-label={t('armed.end')} title={t('armed.end')} onClick={() => store.disarm()}>
          <Icon name="close" size={12} />
        </button>
      </div>
      <div className={styles.stripLine}>
        {presets.map((preset, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: presets are places; two may hold the same quantity
            key={at}
            type="button"
            className={styles.preset}
            aria-pressed={preset === qty}
            onClick={() => setQty(preset)}
          >
            {formatDecimal(preset)}
          </button>
        ))}
      </div>
      <div className={styles.stripLine}>
        <label className={styles.qty}>
          <input
            value={qty}
            inputMode="decimal"
            autoComplete="off"
            aria-label={t('armed.qty', { asset: instrument.base })}
            onChange={(event) => {
              const typed = typedDecimal(event.target.value);
              if (typed !== null) setQty(typed);
            }}
            onBlur={() => setQty(normalDecimal(qty))}
            onKeyDown={onKeyDown}
          />
          <span>{instrument.base}</span>
        </label>
        <span className={styles.result} role="status" title={done}>
          {done}
        </span>
      </div>
    </section>
  );
});
