import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { startPath } from '../../core/client/connection/asked-place.ts';
import { storeUser } from '../../core/client/connection/session-storage.ts';
import type { SessionStore } from '../../core/client/connection/session-store.ts';
import type { SessionUser } from '../../schemas/wire/user.ts';
import { accountTexts } from './account/account-texts.ts';
import styles from './login-page.module.css';
import { usePageTexts } from './page-texts.ts';
import { SignIn } from './sign-in.tsx';

/** Lies over a page whose session has ended, and shows nothing of it: with the password of the same person it is there again, as it was left. */
export function ReturnDialog({ session }: { readonly session: SessionStore }) {
  usePageTexts(accountTexts);
  const { t } = useTranslation(['account', 'app', 'errors']);
  const dialog = useRef<HTMLDialogElement>(null);
  const name = session.stored?.username ?? '';
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[type=password]')?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const enter = (user: SessionUser): void => {
    if (user.username === name) session.resume(user);
    else {
      // Nothing of the page is somebody else's.
      storeUser(localStorage, user);
      window.location.assign(startPath);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      aria-label={t('return.title')}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <SignIn title={t('return.title')} lead={t('return.lead', { name })} known={name} onDone={enter}>
        <p className={styles.others}>
          <button type="button" className={styles.way} onClick={session.leave}>
            {t('return.leave')}
          </button>
        </p>
      </SignIn>
    </dialog>
  );
}
