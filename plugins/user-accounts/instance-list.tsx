import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { hasEnded, type InstanceStatus } from '../../core/domain/instance-status.ts';
import { formatDay, IconButton, useRoleNames, useServices, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import styles from './accounts.module.css';
import type { AccountsSectionStore } from './accounts-store.ts';
import type { Services } from './requires.ts';

interface InstanceListProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly onShow: () => void;
}

/** Single strategy instances that others may look at. */
export const InstanceList = observer(function InstanceList({ store, services, onShow }: InstanceListProps) {
  const t = useText('user-accounts');
  const roleName = useRoleNames(store.givenInstances.flatMap(({ grantee_role }) => grantee_role ?? []));
  const take = async (one: (typeof store.givenInstances)[number]): Promise<void> => {
    const refusal = await store.takeInstance(one);
    if (refusal !== null) services.notices.error(refusal);
  };
  return (
    <PagePart label={t('instances')}>
      <div className={styles.head}>
        <h2>{t('instances')}</h2>
        <Button size="small" onClick={onShow}>
          {t('instance.show')}
        </Button>
      </div>
      <p className={words.quiet}>{t(store.givenInstances.length === 0 ? 'instances.none' : 'instances.lead')}</p>
      <ul className={styles.authorised} aria-label={t('instances')}>
        {store.givenInstances.map((one) => (
          <li key={`${one.instanceId} ${one.grantee_id}`}>
            <span>
              <b>{one.grantee}</b> <span className={words.quiet}>{one.grantee_role !== null && roleName(one.grantee_role)}</span>
            </span>
            <Named {...one} />
            <End until={one.until} />
            <IconButton
              icon="close"
              label={t('instance.take', { name: one.grantee, instance: one.name })}
              disabled={store.busy}
              onClick={() => void take(one)}
            />
          </li>
        ))}
      </ul>
    </PagePart>
  );
});

/** Single strategy instances of others that the reader may look at. */
export const HeldInstances = observer(function HeldInstances({ store }: { readonly store: AccountsSectionStore }) {
  const t = useText('user-accounts');
  if (store.heldInstances.length === 0) return null;
  return (
    <PagePart label={t('heldInstances')}>
      <h2>{t('heldInstances')}</h2>
      <ul className={styles.authorised} aria-label={t('heldInstances')}>
        {store.heldInstances.map((one) => (
          <li key={one.instanceId}>
            <b>{one.owner}</b>
            <Named {...one} />
            <End until={one.until} />
          </li>
        ))}
      </ul>
    </PagePart>
  );
});

interface NamedProps {
  readonly name: string;
  readonly instanceId: string;
  readonly status: InstanceStatus;
}

function Named({ name, instanceId, status }: NamedProps) {
  const t = useText('user-accounts');
  return (
    <span title={instanceId}>
      {name}{' '}
      <span className={words.quiet}>
        {instanceId.slice(-6)} · {t(hasEnded(status) ? 'instance.ended' : 'instance.running')}
      </span>
    </span>
  );
}

function End({ until }: { readonly until: number | null }) {
  const t = useText('user-accounts');
  const { timeZone } = useServices().preferences;
  return <span className={words.quiet}>{until === null ? t('untilTaken') : t('expires', { day: formatDay(until - 1, timeZone) })}</span>;
}
