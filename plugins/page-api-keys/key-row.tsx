import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { ApiKey } from '../../core/contract/client-services.ts';
import { ConfirmPopover, formatDay, formatStamp, TimeText, useServices, useText } from '../../core/ui/index.ts';
import { ListedText } from '../../core/ui/text/listed-text.tsx';
import { keyPrefix } from '../../schemas/wire/api-key.ts';
import styles from './api-keys.module.css';
import type { KeysStore } from './keys-store.ts';

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly store: KeysStore;
  readonly onRevoked: () => void;
}

/** One key: what it may do, from where, until when, and when it was used last. */
export const KeyRow = observer(function KeyRow({ apiKey, store, onRevoked }: KeyRowProps) {
  const t = useText('page-api-keys');
  const { timers } = useServices();
  const { name, keyId, permission, addresses, createdMs, expiresMs, lastUsedMs, lastUsedAddress } = apiKey;
  const isOver = expiresMs !== null && expiresMs <= timers.nowMs();
  const revoke = async (): Promise<void> => {
    if (await store.revoke(apiKey)) onRevoked();
  };
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.who}>
        <b title={name}>{name}</b>
        <code title={t('id')}>{`${keyPrefix}${keyId}…`}</code>
      </div>
      <dl className={styles.facts}>
        <Fact label={t('field.permission')}>
          <span className={permission === 'trade' ? styles.trade : ''}>{t(`permission.${permission}`)}</span>
        </Fact>
        <Fact label={t('field.from')}>{addresses.length === 0 ? t('anywhere') : <ListedText of={addresses} />}</Fact>
        <Fact label={t('field.created')}>
          <DayText timeMs={createdMs} />
        </Fact>
        <Fact label={t(isOver ? 'field.expired' : 'field.expires')}>
          {expiresMs === null ? t('expiry.never') : <DayText timeMs={expiresMs} isOver={isOver} />}
        </Fact>
        <Fact label={t('field.used')}>
          {lastUsedMs === null ? (
            t('unused')
          ) : (
            <>
              <TimeText timeMs={lastUsedMs} /> <span className={styles.words}>{lastUsedAddress}</span>
            </>
          )}
        </Fact>
      </dl>
      <ConfirmPopover
        title={t('revoke.title', { name })}
        text={t('revoke.text')}
        danger
        keepLabel={t('revoke.keep')}
        confirmLabel={t('revoke.confirm')}
        onConfirm={() => void revoke()}
      >
        <Button size="small" appearance="subtle" disabled={store.busy} aria-label={t('revoke.of', { name })}>
          {t('revoke.confirm')}
        </Button>
      </ConfirmPopover>
    </li>
  );
});

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Keys live for months: the day says enough, and the moment shows while hovering. */
const DayText = observer(function DayText({ timeMs, isOver = false }: { readonly timeMs: number; readonly isOver?: boolean }) {
  const { timeZone } = useServices().preferences;
  return (
    <time className={isOver ? styles.over : ''} dateTime={new Date(timeMs).toISOString()} title={formatStamp(timeMs, timeZone)}>
      {formatDay(timeMs, timeZone)}
    </time>
  );
});
