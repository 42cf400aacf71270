import { Button, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { type ReactElement, type ReactNode, useState } from 'react';
import styles from './confirm-popover.module.css';
import { useText } from './use-text.ts';

export interface ConfirmPopoverProps {
  /** The control that asks, a single button. */
  readonly children: ReactElement;
  readonly title: string;
  /** What will happen. */
  readonly text?: ReactNode;
  /** Says the action, such as "Cancel 3 orders". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
}

/** Asks at the place of the click before something that cannot be undone. */
export function ConfirmPopover({ children, title, text, confirmLabel, onConfirm }: ConfirmPopoverProps) {
  const t = useText('ui');
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={(_, data) => setOpen(data.open)} withArrow trapFocus size="small">
      <PopoverTrigger disableButtonEnhancement>{children}</PopoverTrigger>
      <PopoverSurface aria-label={title}>
        <div className={styles.body}>
          <div className={styles.title}>{title}</div>
          {text !== undefined && <div className={styles.text}>{text}</div>}
          <div className={styles.actions}>
            <Button size="small" onClick={() => setOpen(false)}>
              {t('confirm.keep')}
            </Button>
            <Button
              size="small"
              appearance="primary"
              onClick={() => {
                setOpen(false);
                onConfirm();
              }}
            >
              {confirmLabel}
            </Button>
          </div>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
