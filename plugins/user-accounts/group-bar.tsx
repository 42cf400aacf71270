import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { maxNameLength } from '../../core/domain/name.ts';
import { FormActions } from '../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { ConfirmPopover, TextField, useText } from '../../core/ui/index.ts';
import styles from './accounts.module.css';
import type { AccountsSectionStore, OwnGroup } from './accounts-store.ts';
import type { Services } from './requires.ts';

interface GroupHeadProps {
  readonly group: OwnGroup;
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly onRename: () => void;
}

/** The name of a group over its accounts, and what can be done with it. */
export const GroupHead = observer(function GroupHead({ group, store, services, onRename }: GroupHeadProps) {
  const t = useText('user-accounts');
  const { name, group_id: groupId } = group;
  const remove = async (): Promise<void> => {
    const refusal = await store.deleteGroup(groupId);
    if (refusal !== null) services.notices.error(refusal);
  };
  return (
    <div className={styles.group}>
      <h3>{name}</h3>
      <Button size="small" appearance="subtle" onClick={onRename} aria-label={t('group.renameOf', { name })}>
        {t('group.rename')}
      </Button>
      <ConfirmPopover
        title={t('group.deleteOf', { name })}
        text={t('group.deleteText')}
        keepLabel={t('cancel')}
        confirmLabel={t('delete')}
        onConfirm={() => void remove()}
      >
        <Button size="small" appearance="subtle" disabled={store.busy} aria-label={t('group.deleteOf', { name })}>
          {t('delete')}
        </Button>
      </ConfirmPopover>
    </div>
  );
});

interface GroupDialogProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  /** Null: a new one. */
  readonly group: OwnGroup | null;
  readonly onClose: () => void;
}

export const GroupDialog = observer(function GroupDialog({ store, services, group, onClose }: GroupDialogProps) {
  const t = useText('user-accounts');
  const [name, setName] = useState(group?.name ?? '');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const save = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '' || store.busy) return;
    const refused = await store.saveGroup(group?.group_id ?? null, name.trim());
    setRefusal(refused);
    if (refused === null) onClose();
  };
  const problem = refusal === null ? (tried && name.trim() === '' ? t('error.empty') : null) : services.texts.errorText(refusal);
  return (
    <FormDialog
      title={group === null ? t('group.new') : t('group.renameOf', { name: group.name })}
      onSubmit={() => void save()}
      onClose={onClose}
      actions={<FormActions keep={t('cancel')} send={t('save')} busy={store.busy} onClose={onClose} />}
    >
      <TextField
        label={t('field.name')}
        error={problem}
        value={name}
        maxLength={maxNameLength}
        autoFocus
        onChange={(typed) => {
          setRefusal(null);
          setName(typed);
        }}
      />
    </FormDialog>
  );
});
