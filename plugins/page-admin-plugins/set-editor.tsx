import { Button, Select } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type Role, roles, vipLevels } from '../../core/domain/role.ts';
import { ConfirmPopover, Icon, useText } from '../../core/ui/index.ts';
import { ChipList } from './chip-list.tsx';
import styles from './plugins-page.module.css';
import type { PluginsStore } from './plugins-store.ts';
import { isPattern } from './set-effect.ts';

interface SetEditorProps {
  readonly store: PluginsStore;
  readonly onSaved: () => void;
}

/** What one role has: patterns in and out, VIP levels, locks. */
export const SetEditor = observer(function SetEditor({ store, onSaved }: SetEditorProps) {
  const t = useText('page-admin-plugins');
  const { draft, changed, saving, ownLoss } = store;
  const ids = store.plugins.map((plugin) => plugin.id);
  const save = async (): Promise<void> => {
    if ((await store.save()).ok) onSaved();
  };
  const saveButton = (run?: () => void) => (
    <Button appearance="primary" disabled={!changed || saving} {...(run === undefined ? {} : { onClick: run })}>
      {t('save', { role: t(`role.${draft.role}`) })}
    </Button>
  );
  return (
    <div className={styles.editor}>
      <div className={styles.roles} role="tablist" aria-label={t('roles')}>
        {roles.map((role: Role) => (
          <button
            key={role}
            type="button"
            role="tab"
            aria-selected={role === store.role}
            className={role === store.role ? `${styles.role} ${styles.chosen}` : styles.role}
            onClick={() => store.choose(role)}
          >
            {t(`role.${role}`)}
          </button>
        ))}
      </div>
      <div className={styles.fields}>
        <ChipList
          label={t('included')}
          help={t('includedHelp')}
          values={draft.included}
          onChange={(included) => store.edit({ included })}
          isValid={isPattern}
          suggestions={ids}
        />
        <ChipList
          label={t('excluded')}
          help={t('excludedHelp')}
          values={draft.excluded}
          onChange={(excluded) => store.edit({ excluded })}
          isValid={isPattern}
          suggestions={ids}
        />
        <ChipList
          label={t('locked')}
          help={t('lockedHelp')}
          values={draft.locked}
          onChange={(locked) => store.edit({ locked })}
          isValid={(text) => ids.includes(text)}
          suggestions={ids}
        />
        <VipOverrides store={store} ids={ids} />
      </div>
      <div className={styles.actions}>
        <Button disabled={!changed || saving} onClick={store.revert}>
          {t('revert')}
        </Button>
        {ownLoss.length === 0 ? (
          saveButton(() => void save())
        ) : (
          <ConfirmPopover
            title={t('ownLoss.title')}
            text={t('ownLoss.text', { names: ownLoss.join(', ') })}
            danger
            keepLabel={t('ownLoss.keep')}
            confirmLabel={t('ownLoss.confirm')}
            onConfirm={() => void save()}
          >
            {saveButton()}
          </ConfirmPopover>
        )}
      </div>
    </div>
  );
});

const VipOverrides = observer(function VipOverrides({ store, ids }: { readonly store: PluginsStore; readonly ids: readonly string[] }) {
  const t = useText('page-admin-plugins');
  const levels = store.draft.vip_overrides;
  const set = (id: string, level: number | null): void => {
    const { [id]: _, ...others } = levels;
    store.edit({ vip_overrides: level === null ? others : { ...others, [id]: level } });
  };
  const free = ids.filter((id) => levels[id] === undefined);
  return (
    <div className={styles.field}>
      <span className={styles.fieldLabel}>{t('vip')}</span>
      {Object.entries(levels).map(([id, level]) => (
        <div key={id} className={styles.vipRow}>
          <span>{id}</span>
          <Select
            size="small"
            aria-label={t('vipLevel', { name: id })}
            value={String(level)}
            onChange={(_, data) => set(id, Number(data.value))}
          >
            {vipLevels.map((one) => (
              <option key={one} value={one}>
                {t('vipAt', { level: one })}
              </option>
            ))}
          </Select>
          <button type="button" className={styles.remove} aria-label={t('remove', { name: id })} onClick={() => set(id, null)}>
            <Icon name="close" size={10} />
          </button>
        </div>
      ))}
      <Select size="small" aria-label={t('vipAdd')} value="" onChange={(_, data) => set(data.value, 1)} disabled={free.length === 0}>
        <option value="">{t('vipAdd')}</option>
        {free.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </Select>
      <div className={styles.help}>{t('vipHelp')}</div>
    </div>
  );
});
