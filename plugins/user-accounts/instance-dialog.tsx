import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { hasEnded } from '../../core/domain/instance-status.ts';
import { ChoiceField, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import type { AccountsSectionStore } from './accounts-store.ts';
import { GrantDialog } from './grant-dialog.tsx';
import type { Services } from './requires.ts';

interface InstanceDialogProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly onClose: () => void;
}

/** Which of one's strategy instances somebody may look at, and until when. */
export const InstanceDialog = observer(function InstanceDialog({ store, services, onClose }: InstanceDialogProps) {
  const t = useText('user-accounts');
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => void store.loadInstances(), [store]);
  const instances = store.instances ?? [];
  const instance = instances.find(({ instanceId }) => instanceId === chosen) ?? instances[0];
  const hasNone = store.instances !== null && instance === undefined;
  return (
    <GrantDialog
      {...{ store, services, onClose }}
      title={t('instance.title')}
      lead={t('instances.lead')}
      isPossible={instance !== undefined}
      give={instance === undefined ? null : (terms) => store.giveInstance({ instanceId: instance.instanceId, ...terms })}
      done={(name) => t('instance.shown', { name, instance: instance?.name ?? '' })}
      above={
        hasNone ? (
          <p className={words.quiet}>{t('instance.noneYet')}</p>
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
        )
      }
    />
  );
});
