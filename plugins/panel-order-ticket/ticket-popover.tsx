import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../../core/ui/index.ts';
import styles from './ticket-form.module.css';

export interface TicketPopoverProps {
  readonly icon: IconName;
  readonly label: string;
  /** Gets a function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** An icon button of the ticket's bar with what opens under it. */
export function TicketPopover({ icon, label, children }: TicketPopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} trapFocus size="small" positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={styles.tool} aria-label={label} title={label}>
          <Icon name={icon} size={14} />
        </button>
      </PopoverTrigger>
      <PopoverSurface aria-label={label} className={styles.surface}>
        {children(() => setOpen(false))}
      </PopoverSurface>
    </Popover>
  );
}
