import { Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './form-dialog.module.css';

export interface FormDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly wide?: boolean;
  /** Enter in a field. */
  readonly onSubmit?: () => void;
  /** Escape; null: only its buttons end it. A click beside it never does: what was typed would be gone. */
  readonly onClose: (() => void) | null;
}

/** A dialog that gives the focus back to what had it before, and stays until it is answered. */
export function FormDialog({ title, children, actions, wide = false, onSubmit, onClose }: FormDialogProps) {
  // Asked while it is drawn for the first time: afterwards something of the dialog has the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Its contents have left the page, and the focus with them.
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
  return (
    <Dialog open onOpenChange={(_, { open, type }) => !open && type !== 'backdropClick' && onClose?.()}>
      <DialogSurface className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // A date that nobody can read is not the same as none.
            const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]');
            if (unread === null) onSubmit?.();
            else unread.focus();
          }}
        >
          <DialogBody>
            <DialogTitle className={styles.title}>{title}</DialogTitle>
            <DialogContent className={styles.content}>{children}</DialogContent>
            <DialogActions className={styles.actions}>{actions}</DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
