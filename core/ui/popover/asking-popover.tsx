import { Popover, PopoverSurface } from '@fluentui/react-components';
import type { RefObject } from 'react';
import styles from './asking-popover.module.css';
import { ConfirmAnswers } from './confirm-answers.tsx';
import type { ConfirmPopoverProps } from './confirm-popover.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface AskingPopoverProps extends Omit<ConfirmPopoverProps, 'children'> {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Asks at the place of the click before something that cannot be undone. */
export function AskingPopover({ button, open, onOpen, title, text, onConfirm, ...answers }: AskingPopoverProps) {
  useFocusBack(button, open);
  return (
    <Popover
      open={open}
      onOpenChange={(_, data) => onOpen(data.open)}
      positioning={{ target: button.current }}
      withArrow
      trapFocus
      size="small"
    >
      <PopoverSurface aria-label={title}>
        {open && (
          <div className={styles.body}>
            <div className={styles.title}>{title}</div>
            {text !== undefined && <div className={styles.text}>{text}</div>}
            <div className={styles.actions}>
              <ConfirmAnswers
                {...answers}
                onKeep={() => onOpen(false)}
                onConfirm={() => {
                  onOpen(false);
                  onConfirm();
                }}
              />
            </div>
          </div>
        )}
      </PopoverSurface>
    </Popover>
  );
}
