import type { ReactNode } from 'react';
import styles from './check.module.css';

/** A box to tick, and what it stands for. */
export function Check({
  checked,
  title,
  disabled,
  autoFocus,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <label className={styles.check} title={title}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/noAutofocus: whoever opens the dialog says so
        autoFocus={autoFocus}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
