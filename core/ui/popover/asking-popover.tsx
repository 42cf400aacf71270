import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { useState } from 'react';
import styles from './asking-popover.module.css';
import { ConfirmAnswers } from './confirm-answers.tsx';
import type { ConfirmPopoverProps } from './confirm-popover.tsx';

interface AskingPopoverProps extends ConfirmPopoverProps {
  /** Opens at once: its button was pressed before. */
  readonly wanted: boolean;
}

/** Asks at the place of the click before something that cannot be undone. */
export function AskingPopover({ children, title, text, wanted, onConfirm, ...answers }: AskingPopoverProps) {
  const [open, setOpen] = useState(wanted);
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} withArrow trapFocus size="small">
      <PopoverTrigger disableButtonEnhancement>{children}</PopoverTrigger>
      <PopoverSurface aria-label={title}>
        <div className={styles.body}>
          <div className={styles.title}>{title}</div>
          {text !== undefined && <div className={styles.text}>{text}</div>}
          <div className={styles.actions}>
            <ConfirmAnswers
              {...answers}
              onKeep={() => setOpen(false)}
              onConfirm={() => {
                setOpen(false);
                onConfirm();
              }}
            />
          </div>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
