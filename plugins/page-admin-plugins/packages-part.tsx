import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import type { Notices, Texts } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { useText } from '../../core/ui/index.ts';
import { ChosenCard } from './chosen-card.tsx';
import { KeysPart } from './keys-part.tsx';
import { PackageTable } from './package-table.tsx';
import styles from './packages.module.css';
import type { PackagesStore } from './packages-store.ts';

const told = toldIn('page-admin-plugins');

interface PackagesPartProps {
  readonly store: PackagesStore;
  readonly notices: Notices;
  readonly texts: Texts;
}

/** Plugins from outside the build: choose a file, look at what it is, install; switch off and on; remove. */
export const PackagesPart = observer(function PackagesPart({ store, notices, texts }: PackagesPartProps) {
  const t = useText('page-admin-plugins');
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) await store.choose(file.name, await file.text());
  };
  const install = async (): Promise<void> => {
    const { chosen } = store;
    if (chosen === null || !(await store.install())) return;
    const { id: name, version, replaces } = chosen;
    notices.show('success', told(replaces === null ? 'package.installed' : 'package.updated', { name, version }));
  };
  return (
    <section className={styles.part} data-keep-clear="form" aria-label={t('package.title')}>
      <div className={styles.head}>
        <h2>{t('package.title')}</h2>
        <span className={styles.help}>{t('package.help')}</span>
        <Button size="small" disabled={store.busy} onClick={() => input.current?.click()}>
          {t('package.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t('package.choose')}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // The same file may be chosen again after it was packed anew.
            currentTarget.value = '';
          }}
        />
      </div>
      {store.unreadable !== null && (
        <p className={styles.refusal} role="alert">
          {t('package.unreadable', { name: store.unreadable })}
        </p>
      )}
      {store.chosen !== null && (
        <ChosenCard
          chosen={store.chosen}
          refusal={store.refusal === null ? null : texts.errorText(store.refusal)}
          exam={store.exam}
          accepts={store.accepts}
          ready={store.isReady}
          busy={store.busy}
          onAccept={store.accept}
          onInstall={() => void install()}
          onDiscard={store.discard}
        />
      )}
      <KeysPart store={store} notices={notices} />
      <PackageTable store={store} notices={notices} />
    </section>
  );
});
