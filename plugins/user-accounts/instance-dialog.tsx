import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { hasEnded } from '../../core/domain/instance-status.ts';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { ChoiceField, DateField, formatDay, startOfDay, useServices, useText } from '../../core/ui/index.ts';
import styles from './accounts.module.css';
import type { AccountsSectionStore } from './accounts-store.ts';
import { firstGrantee, GranteeField } from './grantee-field.tsx';
import type { Services } from './requires.ts';

interface InstanceDialogProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly onClose: () => void;
}

/** Which of one's strategy instances somebody may look at, and until when. */
export const InstanceDialog = observer(function InstanceDialog({ store, services, onClose }: InstanceDialogProps) {
  const t = useText('user-accounts');
  const { preferences, timers } = useServices();
  const { timeZone } = preferences;
  const [chosen, setChosen] = useState<string | null>(null);
  const [grantee, setGrantee] = useState(firstGrantee(store));
  const [until, setUntil] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  useEffect(() => void store.loadInstances(), [store]);
  const instances = store.instances ?? [];
  const instance = instances.find(({ instanceId }) => instanceId === chosen) ?? instances[0];
  const end = until === '' ? null : startOfDay(until, timeZone, 1);
  const isPast = until !== '' && (end === null || end <= timers.nowMs());
  const refusedAt = refusal?.params.field;
  const refusedWith = (field: string): string | null =>
    refusal !== null && refusedAt === field ? services.texts.errorText(refusal) : null;
  const give = async (): Promise<void> => {
    setTried(true);
    if (instance === undefined || grantee === '' || isPast || store.busy) return;
    const refused = await store.giveInstance({ instanceId: instance.instanceId, grantee, until: end });
    setRefusal(refused);
    if (refused !== null) return;
    services.notices.show('success', t('instance.shown', { name: grantee, instance: instance.name }));
    onClose();
  };
  return (
    <FormDialog
      title={t('instance.title')}
      onSubmit={() => void give()}
      onClose={onClose}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="small" appearance="primary" type="submit" disabled={store.busy || instance === undefined}>
            {t('authorise')}
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>{t('instances.lead')}</p>
      {store.instances !== null && instance === undefined ? (
        <p className={styles.quiet}>{t('instance.noneYet')}</p>
      ) : (
        <ChoiceField
          label={t('instance.field')}
          value={instance?.instanceId ?? ''}
          options={instances.map(({ instanceId, name, status }) => [
            instanceId,
            `${name} · ${instanceId.slice(-6)} · ${t(hasEnded(status) ? 'instance.ended' : 'instance.running')}`,
          ])}
          onChange={setChosen}
        />
      )}
      <GranteeField
        store={store}
        error={refusedWith('grantee') ?? (tried && grantee === '' ? t('error.empty') : null)}
        onChange={(name) => {
          setRefusal(null);
          setGrantee(name);
        }}
      />
      <DateField
        label={t('field.end')}
        help={t('help.end')}
        error={refusedWith('until') ?? (tried && isPast ? t('error.until') : null)}
        value={until}
        min={formatDay(timers.nowMs(), timeZone)}
        onChange={setUntil}
      />
      {refusal !== null && typeof refusedAt !== 'string' && (
        <p role="alert" className={styles.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
});
