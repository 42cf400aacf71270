import styles from './bar.module.css';
import { normalDecimal, typedDecimal } from './decimal-text.ts';

interface SizeFilterProps {
  readonly label: string;
  /** Decimal as it is typed; empty: everything is shown. */
  readonly value: string;
  readonly unit: string;
  readonly onChange: (value: string) => void;
}

/** The smallest size that a list shows. */
export const SizeFilter = ({ label, value, unit, onChange }: SizeFilterProps) => (
  <label className={styles.size}>
    {label}
    <input
      value={value}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      onChange={(event) => {
        const typed = typedDecimal(event.target.value);
        if (typed !== null) onChange(typed);
      }}
      onBlur={() => onChange(normalDecimal(value))}
    />
    <span>{unit}</span>
  </label>
);
