import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { formatDecimal, Icon, lazyPart, SteadySuspense, useText } from '../../core/ui/index.ts';
import { ClickQuantity, usePresetQuantities } from '../../core/ui/one-click/click-quantity.tsx';
import { CopiedLine } from '../../core/ui/one-click/copied-line.tsx';
import type { OneClick } from '../../core/ui/one-click/use-one-click.ts';
import styles from './depth-panel.module.css';
import type { DepthSettings } from './depth-settings.ts';
import type { Services } from './requires.ts';

const OneClickSettings = lazyPart(async () => (await import('./one-click-settings.tsx')).OneClickSettings);

interface ArmedStripProps {
  readonly services: Services;
  readonly settings: DepthSettings;
  readonly instrument: Instrument;
  readonly lastPrice: string | null;
  readonly oneClick: OneClick;
  readonly updateConfig: (patch: PanelConfig) => void;
  /** It ends with the keyboard in it, which would belong to nobody then. */
  readonly onLeaveFocus: () => void;
}

/** Says in colour and words that clicks send orders, with the quantity that they send. */
export const ArmedStrip = observer(function ArmedStrip(props: ArmedStripProps) {
  const { services, settings, instrument, lastPrice, oneClick, updateConfig, onLeaveFocus } = props;
  const t = useText('panel-depth');
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = section.current;
    return () => {
      if (element?.contains(element.ownerDocument.activeElement) === true) onLeaveFocus();
    };
  }, [onLeaveFocus]);
  const { store, qty, setQty } = oneClick;
  const chosen = settings.quantities[instrument.id];
  const made = usePresetQuantities(instrument, lastPrice);
  const presets = chosen ?? made;
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
    <section ref={section} className={styles.strip} aria-label={t('armed.title')}>
      <div className={styles.stripLine}>
        <Icon name="bolt" size={12} />
        <strong className={styles.armedText}>{t('armed.text')}</strong>
        <SteadySuspense fallback={null}>
          <OneClickSettings settings={settings} instrument={instrument} presets={presets} updateConfig={updateConfig} />
        </SteadySuspense>
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
            // The keyboard stays in the ladder, for the next key.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setQty(preset)}
          >
            {formatDecimal(preset)}
          </button>
        ))}
      </div>
      <div className={styles.stripLine}>
        <ClickQuantity
          oneClick={oneClick}
          instrument={instrument}
          first={presets[0] ?? instrument.minQty}
          label={t('armed.qty', { asset: instrument.base })}
          className={styles.qty}
        />
        <CopiedLine services={services} instrument={instrument} />
        <span className={styles.result} role="status" title={oneClick.openText ?? done}>
          {oneClick.openText ?? done}
        </span>
      </div>
    </section>
  );
});
