import { Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusUnread } from '../text/focus-unread.ts';
import styles from './form-dialog.module.css';

/** Of each dialog what had the focus before, nearest first: one that takes another's place gives it back to where that one would. */
const befores = new WeakMap<Element, readonly Element[]>();

/** What has the focus now, then what had it before the dialog in which that stands. */
function focusNow(): readonly Element[] {
  const active = document.activeElement;
  const around = active?.closest('[role="dialog"]');
  return [...(active ? [active] : []), ...((around && befores.get(around)) ?? [])];
}

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

/** What opened this dialog, or led on to it, does not answer it: a key that is held down must not. */
function stopHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}

/** A dialog that gives the focus back to what had it before, and stays until it is answered. */
export function FormDialog({ title, children, actions, wide = false, onSubmit, onClose }: FormDialogProps) {
  // Asked while it is drawn for the first time: afterwards something of the dialog has the focus.
  const [before] = useState(focusNow);
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<Element | null>(null);
  useLayoutEffect(() => {
    wanted.current = document.activeElement;
  }, []);
  // The library gives the focus to the first thing in it, whatever has asked for it.
  useEffect(() => {
    const { current } = wanted;
    if (current instanceof HTMLElement && form.current?.contains(current)) current.focus();
  }, []);
  useEffect(() => {
    const dialog = form.current?.closest('[role="dialog"]');
    if (dialog) befores.set(dialog, before);
    return () => {
      // Its contents have left the page, and the focus with them. What opened it may be gone or off by now.
      for (const back of [...before, document.querySelector('main')])
        if (document.activeElement === document.body && back instanceof HTMLElement) back.focus();
    };
  }, [before]);
  return (
    <Dialog open onOpenChange={(_, { open, type }) => !open && type !== 'backdropClick' && onClose?.()}>
      <DialogSurface className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}>
        <form
          ref={form}
          noValidate
          onKeyDown={stopHeldEnter}
          onSubmit={(event) => {
            event.preventDefault();
            if (!focusUnread(event.currentTarget)) onSubmit?.();
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
