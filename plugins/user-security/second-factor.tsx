import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { AppError } from '../../core/contract/app-error.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { ConfirmPopover, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { FactorSetUp } from './factor-set-up.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { Services } from './requires.ts';
import styles from './security.module.css';
import type { SecurityStore } from './security-store.ts';

const told = toldIn('user-security');

interface SecondFactorProps {
  readonly store: SecurityStore;
  readonly services: Services;
}

/** Codes of an authenticator beside the password: off, being turned on, or on; and the recovery codes, which stand in for passkeys too. */
export const SecondFactor = observer(function SecondFactor({ store, services }: SecondFactorProps) {
  const t = useText('user-security');
  const { factors, begun, codes } = store;
  const hasCodes = factors.totp_since !== null;
  const { isGuarded } = store;
  const tell = async (done: Promise<AppError | null>): Promise<void> => {
    const error = await done;
    if (error !== null) services.notices.error(error);
  };
  return (
    <PagePart label={t('factor.title')}>
      <div className={styles.head}>
        <h2>{t('factor.title')}</h2>
        <span className={isGuarded ? styles.on : words.quiet}>{t(isGuarded ? 'factor.on' : 'factor.off')}</span>
      </div>
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={store.forgetCodes} />
      ) : begun !== null ? (
        <FactorSetUp
          begun={begun}
          store={store}
          texts={services.texts}
          onDone={() => services.notices.show('success', told('factor.turnedOn'))}
        />
      ) : (
        <>
          {hasCodes ? (
            <p className={words.quiet}>
              {t('factor.since')} <TimeText timeMs={factors.totp_since ?? 0} />
            </p>
          ) : (
            <p className={words.quiet}>{t('factor.lead')}</p>
          )}
          {isGuarded && (
            <p className={factors.recovery_left < 3 ? styles.warned : words.quiet}>{t('factor.left', { count: factors.recovery_left })}</p>
          )}
          <div className={styles.buttons}>
            {!hasCodes && (
              <Button
                size="small"
                appearance={isGuarded ? 'secondary' : 'primary'}
                disabled={store.busy}
                onClick={() => void tell(store.beginFactor())}
              >
                {t('factor.begin')}
              </Button>
            )}
            {isGuarded && (
              <ConfirmPopover
                title={t('codes.renew.title')}
                text={t('codes.renew.text')}
                confirmLabel={t('codes.renew')}
                keepLabel={t('keep')}
                onConfirm={() => void tell(store.renewCodes())}
              >
                <Button size="small" disabled={store.busy}>
                  {t('codes.renew')}
                </Button>
              </ConfirmPopover>
            )}
            {hasCodes && (
              <ConfirmPopover
                title={t('factor.turnOff.title')}
                text={t(factors.passkeys.length > 0 ? 'factor.turnOff.still' : 'factor.turnOff.text')}
                confirmLabel={t('factor.turnOff')}
                keepLabel={t('keep')}
                danger
                onConfirm={() => void tell(store.turnFactorOff())}
              >
                <Button size="small" appearance="subtle" disabled={store.busy}>
                  {t('factor.turnOff')}
                </Button>
              </ConfirmPopover>
            )}
          </div>
        </>
      )}
    </PagePart>
  );
});
