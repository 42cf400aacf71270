import type { PanelConfig } from '../../core/contract/panel.ts';
import { BarSpace, normalDecimal, typedDecimal, useText } from '../../core/ui/index.ts';
import styles from './trades-panel.module.css';

export interface TradesBarProps {
  readonly size: string;
  /** In which the size counts. */
  readonly asset: string;
  readonly joins: boolean;
  readonly updateConfig: (patch: PanelConfig) => void;
}

/** The smallest size shown, and whether a taker's order is one line. */
export function TradesBar({ size, asset, joins, updateConfig }: TradesBarProps) {
  const t = useText('panel-trades');
  return (
    <>
      <label className={styles.size}>
        {t('size')}
        <input
          value={size}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          onChange={(event) => {
            const typed = typedDecimal(event.target.value);
            if (typed !== null) updateConfig({ size: typed });
          }}
          onBlur={() => updateConfig({ size: normalDecimal(size) })}
        />
        <span>{asset}</span>
      </label>
      <BarSpace />
      <button
        type="button"
        className={styles.joins}
        aria-pressed={joins}
        title={t('joinHelp')}
        onClick={() => updateConfig({ joined: !joins })}
      >
        {t('join')}
      </button>
    </>
  );
}
