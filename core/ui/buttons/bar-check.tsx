import styles from './bar.module.css';

interface BarCheckProps {
  readonly text: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box with its words in a panel's bar. */
export const BarCheck = ({ text, checked, onChange }: BarCheckProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {text}
  </label>
);
