import styles from './bar.module.css';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps {
  readonly icon: IconName;
  /** What it does, in words. */
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Of a button that switches something. */
  readonly pressed?: boolean;
}

/** A small quiet button that is a picture, in rows and bars. */
export const IconButton = ({ icon, label, onClick, disabled, pressed }: IconButtonProps) => (
  <button
    type="button"
    className={styles.action}
    title={label}
    aria-label={label}
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon name={icon} size={14} />
  </button>
);
