import styles from '../buttons/bar.module.css';
import { useDecimalText } from './use-decimal-text.ts';
import { useText } from './use-text.ts';

interface SizeFilterProps {
  readonly label: string;
  /** Decimal as it is typed; empty: everything is shown. */
  readonly value: string;
  readonly unit: string;
  readonly onChange: (value: string) => void;
}

/** The smallest size that a list shows. */
export function SizeFilter({ label, value, unit, onChange }: SizeFilterProps) {
  const t = useText('ui');
  const typing = useDecimalText(value, onChange);
  return (
    <label className={styles.size} title={typing.isHalfGrouped ? t('decimal.comma') : undefined}>
      {label}
      <input
        value={typing.text}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        aria-invalid={typing.isHalfGrouped}
        onChange={(event) => typing.onText(event.target.value)}
        onFocus={typing.onFocus}
        onBlur={typing.onBlur}
      />
      <span>{unit}</span>
    </label>
  );
}
