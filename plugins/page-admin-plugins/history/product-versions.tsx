import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Notices } from '../../../core/contract/client-services.ts';
import { toldIn } from '../../../core/contract/notices.ts';
import type { ProductVersionSet } from '../../../core/contract/plugin-sets.ts';
import { ChoiceField, useText } from '../../../core/ui/index.ts';
import { peopleText } from '../change-summary.tsx';
import type { NamedSetsStore } from './named-sets-store.ts';
import { SaveDialog } from './save-dialog.tsx';
import styles from './versions.module.css';

const told = toldIn('page-admin-plugins');

/** Which named set each version of the product has: it is laid over the sets of roles. */
export const ProductVersions = observer(function ProductVersions({
  named,
  notices,
}: {
  readonly named: NamedSetsStore;
  readonly notices: Notices;
}) {
  const t = useText('page-admin-plugins');
  const [asking, setAsking] = useState<{ readonly version: ProductVersionSet['productVersion']; readonly name: string } | null>(null);
  const tie = async (reason: string): Promise<boolean> => {
    if (asking === null) return false;
    const done = await named.tie(asking.version, asking.name === '' ? null : asking.name, reason);
    if (done) notices.show('success', told('product.saved'));
    return done;
  };
  return (
    <>
      <p className={styles.words}>{t('product.help')}</p>
      {named.versions.map(({ productVersion: version, setName, people }) => (
        <ChoiceField
          key={version}
          label={t('product.setOf', { version: t(`product.${version}`) })}
          help={peopleText(t, people)}
          error={null}
          value={setName ?? ''}
          options={[['', t('product.noSet')], ...named.list.map(({ name }) => [name, name] as const)]}
          onChange={(name) => setAsking({ version, name })}
        />
      ))}
      {asking !== null && (
        <SaveDialog
          title={t('product.title', {
            version: t(`product.${asking.version}`),
            name: asking.name === '' ? t('product.noSet') : asking.name,
          })}
          confirmLabel={t('product.confirm')}
          onSave={tie}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
});
