import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { FailedState, Skeleton, useText } from '../../core/ui/index.ts';
import { PageParts } from '../../core/ui/page/page-part.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PasswordForm } from './password-form.tsx';
import type { requires } from './requires.ts';
import { SecondFactor } from './second-factor.tsx';
import styles from './security.module.css';
import { SecurityStore } from './security-store.ts';
import { SessionList } from './session-list.tsx';
import { SignInLog } from './sign-in-log.tsx';

/** The own ways in: second factor, password, sessions, and who has come in. */
export const Section = observer(function SecuritySection({ services }: PageProps<typeof requires>) {
  const t = useText('user-security');
  const [store] = useState(() => new SecurityStore(services.api));
  useEffect(() => void store.load(), [store]);
  if (store.state === 'loading') return <Skeleton rows={6} />;
  if (store.state === 'failed') return <FailedState text={t('failed')} onRetry={() => void store.load()} />;
  return (
    <PageParts>
      <div className={styles.column}>
        <SecondFactor store={store} services={services} />
        <PasskeyList store={store} services={services} />
      </div>
      <div className={styles.column}>
        <PasswordForm store={store} services={services} />
      </div>
      <div className={styles.column}>
        <SessionList store={store} services={services} />
        <SignInLog store={store} texts={services.texts} />
      </div>
    </PageParts>
  );
});
