import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { hasAsked, startPath, takeAsked } from '../../core/client/connection/asked-place.ts';
import { isSessionLost, storeUser } from '../../core/client/connection/session-storage.ts';
import { platformOn } from '../../core/client/settings/platform.ts';
import type { Timers } from '../../core/client/timers.ts';
import type { SessionUser } from '../../schemas/wire/user.ts';
import { usePageTitle } from '../shell/header/navigation.tsx';
import styles from './login-page.module.css';
import shape from './public-card.module.css';
import { PublicFrame } from './public-frame.tsx';
import { SignIn } from './sign-in.tsx';
import type { SolveWork } from './solve-sign-in-work.ts';

interface LoginPageProps {
  readonly timers?: Timers;
  readonly solve?: SolveWork;
}

export function LoginPage(props: LoginPageProps) {
  const { t } = useTranslation(['app', 'errors']);
  const navigate = useNavigate();
  const [isLost] = useState(() => isSessionLost(localStorage));
  const [isAsked] = useState(() => hasAsked(sessionStorage));
  const { firmName, registration } = platformOn(document.documentElement);
  usePageTitle(t('login.title'));
  const enter = (user: SessionUser): void => {
    storeUser(localStorage, user);
    void navigate(takeAsked(sessionStorage, window.location.origin) ?? startPath, { replace: true });
  };
  const welcome = isAsked ? t('SESSION_MISSING', { ns: 'errors' }) : t('login.lead', { firm: firmName });
  return (
    <PublicFrame>
      <div className={`${shape.place} ${styles.place}`}>
        <SignIn
          {...props}
          title={t('login.title')}
          lead={isLost ? t('SESSION_INVALID', { ns: 'errors' }) : welcome}
          isWarning={isLost}
          onDone={enter}
        >
          <p className={styles.others}>
            <Link to="/reset-password">{t('login.forgotten')}</Link>
            {registration !== 'closed' && (
              <span>
                {t('login.noAccount')} <Link to={`/register${window.location.search}`}>{t('login.register')}</Link>
              </span>
            )}
          </p>
        </SignIn>
      </div>
    </PublicFrame>
  );
}
