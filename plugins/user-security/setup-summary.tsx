import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { FailedState, Skeleton, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import type { requires } from './requires.ts';
import styles from './security.module.css';
import { SecurityStore } from './security-store.ts';

/** How things stand with the own ways in, among the settings; they are changed at `/user?part=security`. */
export const Section = observer(function SetupSummary({ services }: PageProps<typeof requires>) {
  const t = useText('user-security');
  const [store] = useState(() => new SecurityStore(services.api));
  useEffect(() => void store.load(), [store]);
  if (store.state === 'loading') return <Skeleton rows={3} />;
  if (store.state === 'failed') return <FailedState text={t('failed')} onRetry={() => void store.load()} />;
  const { isGuarded, factors, sessions } = store;
  return (
    <>
      <ul className={styles.lines}>
        <li className={styles.line}>
          <span>{t('factor.title')}</span>
          <span className={isGuarded ? styles.on : words.quiet}>{t(isGuarded ? 'factor.on' : 'factor.off')}</span>
        </li>
        <li className={styles.line}>
          <span>{t('passkeys.title')}</span>
          <span className={words.quiet}>{factors.passkeys.length}</span>
        </li>
        <li className={styles.line}>
          <span>{t('sessions.title')}</span>
          <span className={words.quiet}>{t('sessions.count', { count: sessions.length })}</span>
        </li>
      </ul>
      <a className={styles.link} href="/user?part=security">
        {t('setup.change')}
      </a>
    </>
  );
});
