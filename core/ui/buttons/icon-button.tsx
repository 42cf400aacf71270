import { type AccessDecision, granted } from '../../contract/access.ts';
import { Icon, type IconName } from '../icon.tsx';
import { useLockText } from '../text/use-lock-text.ts';
import styles from './bar.module.css';

interface IconButtonProps {
  readonly icon: IconName;
  /** What it does, in words. */
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Of a button that switches something. */
  readonly pressed?: boolean;
  /** Whether the user may: absent is not shown, locked shows its level. */
  readonly access?: AccessDecision;
}

/** A small quiet button that is a picture, in rows and bars. */
export function IconButton({ icon, label, onClick, disabled = false, pressed, access = granted }: IconButtonProps) {
  const said = useLockText(access, label);
  if (access.outcome === 'absent') return null;
  return (
    <button
      type="button"
      className={styles.action}
      title={said}
      aria-label={said}
      aria-pressed={pressed}
      disabled={disabled || access.outcome === 'locked'}
      onClick={onClick}
    >
      <Icon name={access.outcome === 'locked' ? 'lock' : icon} size={14} />
    </button>
  );
}
