import styles from './bar.module.css';

interface BarToggleProps {
  readonly text: string;
  readonly pressed: boolean;
  readonly help?: string;
  readonly onClick: () => void;
}

/** A word in a panel's bar that is on or off. */
export const BarToggle = ({ text, pressed, help, onClick }: BarToggleProps) => (
  <button type="button" className={styles.toggle} aria-pressed={pressed} title={help} onClick={onClick}>
    {text}
  </button>
);
