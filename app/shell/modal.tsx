import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/ui/icon.tsx';
import styles from './modal.module.css';

interface ModalProps {
  readonly label: string;
  readonly size: 'palette' | 'narrow' | 'wide';
  /** Shown above the content, with a button that closes; the palette has none. */
  readonly title?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over everything. Keys pressed in it run no command behind it; Escape and a click beside it close it. */
export function Modal({ label, size, title, onClose, children }: ModalProps) {
  const { t } = useTranslation('app');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const behind = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('input, [data-first]')?.focus();
    return () => {
      // What closed the dialog may have moved the focus on.
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus();
      // A button that waits for its answer takes no focus; the dialog behind does, and would else stay hidden from readers.
      if (document.activeElement === document.body) behind?.focus();
      // Neither is there: a button of the page that is off by now.
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-label={label}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.box}>
        {title !== undefined && (
          <div className={styles.head}>
            <h2 className={styles.heading}>{title}</h2>
            <button type="button" className={styles.close} aria-label={t('close')} title={t('close')} onClick={onClose}>
              <Icon name="close" size={12} />
            </button>
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
