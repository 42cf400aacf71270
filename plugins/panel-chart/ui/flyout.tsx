import type { ReactNode } from 'react';
import { ButtonPopover } from '../../../core/ui/popover/button-popover.tsx';
import styles from './bars.module.css';

interface FlyoutProps {
  readonly label: string;
  readonly face: ReactNode;
  readonly className?: string | undefined;
  /** From a bar at the side it opens beside it, so that the bar stays in sight. */
  readonly beside?: boolean;
  /** Contents; `close` after a choice. */
  children(close: () => void): ReactNode;
}

/** A button of a bar that opens a small surface with choices beside it. */
export const Flyout = ({ label, face, className = styles.button, beside = false, children }: FlyoutProps) => (
  <ButtonPopover
    label={label}
    face={face}
    className={className}
    surfaceClassName={styles.flyout}
    position={beside ? 'after-top' : 'below-start'}
  >
    {children}
  </ButtonPopover>
);
