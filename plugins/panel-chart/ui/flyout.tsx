import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import styles from './bars.module.css';

export interface FlyoutProps {
  readonly label: string;
  readonly face: ReactNode;
  readonly className?: string | undefined;
  readonly disabled?: boolean;
  /** From a bar at the side it opens beside it, so that the bar stays in sight. */
  readonly beside?: boolean;
  /** Contents; `close` after a choice. */
  children(close: () => void): ReactNode;
}

/** A button of a bar that opens a small surface with choices beside it. */
export function Flyout({ label, face, className, disabled = false, beside = false, children }: FlyoutProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={(_, data) => setOpen(data.open)}
      trapFocus
      size="small"
      positioning={beside ? 'after-top' : 'below-start'}
    >
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={className ?? styles.button} aria-label={label} title={label} disabled={disabled}>
          {face}
        </button>
      </PopoverTrigger>
      <PopoverSurface aria-label={label} className={styles.flyout}>
        {open && children(() => setOpen(false))}
      </PopoverSurface>
    </Popover>
  );
}
