import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Notices } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { ConfirmPopover, Disclosure, TextInput, useText } from '../../core/ui/index.ts';
import styles from './packages.module.css';
import type { PackagesStore } from './packages-store.ts';

const told = toldIn('page-admin-plugins');

/** The authors whose packages are taken: their public keys, one added, one taken away. */
export const KeysPart = observer(function KeysPart({ store, notices }: { readonly store: PackagesStore; readonly notices: Notices }) {
  const t = useText('page-admin-plugins');
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const add = async (): Promise<void> => {
    if (!(await store.trust(name.trim(), key.trim()))) return;
    notices.show('success', told('key.added', { name: name.trim() }));
    setName('');
    setKey('');
  };
  return (
    <Disclosure className={styles.keys} summary={t('key.title', { count: store.keys.length })}>
      <p className={styles.help}>{t('key.help')}</p>
      {store.keys.map((one) => (
        <div key={one.public_key} className={styles.key}>
          <strong>{one.name}</strong>
          <code>{one.public_key}</code>
          <ConfirmPopover
            title={t('key.removeTitle', { name: one.name })}
            text={t('key.removeText')}
            keepLabel={t('package.keep')}
            confirmLabel={t('key.remove')}
            danger
            onConfirm={() => void store.distrust(one.public_key)}
          >
            <Button size="small">{t('key.remove')}</Button>
          </ConfirmPopover>
        </div>
      ))}
      <form
        className={styles.key}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextInput aria-label={t('key.name')} placeholder={t('key.name')} maxLength={60} value={name} onChange={setName} />
        <TextInput aria-label={t('key.key')} placeholder={t('key.key')} value={key} onChange={setKey} />
        <Button size="small" type="submit" disabled={name.trim() === '' || key.trim() === ''}>
          {t('key.add')}
        </Button>
      </form>
    </Disclosure>
  );
});
