import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Notices } from '../../../core/contract/client-services.ts';
import { toldIn } from '../../../core/contract/notices.ts';
import { Disclosure, FailedState, Skeleton, TextField, TimeText, useRoleNames, useText } from '../../../core/ui/index.ts';
import type { PluginsStore } from '../plugins-store.ts';
import type { NamedSetsStore } from './named-sets-store.ts';
import { ProductVersions } from './product-versions.tsx';
import { SaveDialog } from './save-dialog.tsx';
import styles from './versions.module.css';

const told = toldIn('page-admin-plugins');

interface NamedSetsProps {
  readonly store: PluginsStore;
  readonly named: NamedSetsStore;
  readonly notices: Notices;
}

/** Sets that are kept by name: any of them becomes the draft of the role that is edited, which says what it would change before it is saved. */
export const NamedSets = observer(function NamedSets({ store, named, notices }: NamedSetsProps) {
  const t = useText('page-admin-plugins');
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [asking, setAsking] = useState<{ readonly keep: true } | { readonly remove: string } | null>(null);
  const { draft } = store;
  const role = useRoleNames([draft.role])(draft.role);
  useEffect(() => {
    if (isOpen) void named.load();
  }, [named, isOpen]);
  const keep = async (reason: string): Promise<boolean> => {
    if (!isName(name)) return false;
    const done = await named.keep(name, draft, reason);
    if (done) notices.show('success', told('named.kept', { name }));
    return done;
  };
  const remove = async (which: string, reason: string): Promise<boolean> => {
    const done = await named.remove(which, reason);
    if (done) notices.show('success', told('named.removed', { name: which }));
    return done;
  };
  return (
    <Disclosure summary={t('named')} onToggle={setOpen}>
      <p className={styles.words}>{t('named.help')}</p>
      {named.state === 'loading' && <Skeleton rows={2} />}
      {named.state === 'failed' && <FailedState text={t('named.failed')} onRetry={() => void named.load()} />}
      {named.state === 'ready' && named.list.length === 0 && <p className={styles.words}>{t('named.none')}</p>}
      {named.list.map(({ name: one, included, excluded, vipOverrides, locked, timeMs }) => (
        <div key={one} className={styles.row}>
          <span>{one}</span>
          <TimeText timeMs={timeMs} />
          <Button size="small" disabled={store.saving} onClick={() => store.edit({ included, excluded, vipOverrides, locked })}>
            {t('named.use', { role })}
          </Button>
          <Button size="small" appearance="subtle" aria-label={t('remove', { name: one })} onClick={() => setAsking({ remove: one })}>
            ✕
          </Button>
        </div>
      ))}
      <Button size="small" onClick={() => setAsking({ keep: true })}>
        {t('named.keep')}
      </Button>
      {named.state === 'ready' && <ProductVersions named={named} notices={notices} />}
      {asking !== null && 'keep' in asking && (
        <SaveDialog title={t('named.keepTitle')} confirmLabel={t('named.keepTitle')} onSave={keep} onClose={() => setAsking(null)}>
          <TextField
            label={t('named.name')}
            help={t('named.nameHelp')}
            error={name === '' || isName(name) ? null : t('named.nameHelp')}
            value={name}
            maxLength={40}
            onChange={setName}
          />
        </SaveDialog>
      )}
      {asking !== null && 'remove' in asking && (
        <SaveDialog
          title={t('named.removeTitle', { name: asking.remove })}
          confirmLabel={t('remove', { name: asking.remove })}
          takes
          onSave={(reason) => remove(asking.remove, reason)}
          onClose={() => setAsking(null)}
        />
      )}
    </Disclosure>
  );
});

const isName = (text: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(text);
