import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Api } from '../../../core/contract/client-services.ts';
import { type ProductVersion, productVersions, type VipLevel, vipLevels } from '../../../core/domain/accounts/role.ts';
import { Disclosure, FailedState, Select, Skeleton, splitKey, useRoleNames, useText, useTexts } from '../../../core/ui/index.ts';
import type { PluginsStore } from '../plugins-store.ts';
import { SeenAsStore } from './seen-as-store.ts';
import styles from './versions.module.css';

const kinds = ['routes', 'panels', 'strategies', 'venues'] as const;

/** What somebody of the role and a level sees with the draft as it stands: pages, panels, strategies and exchanges, none of whose rights the reader takes on. */
export const SeenAs = observer(function SeenAs({ store, api }: { readonly store: PluginsStore; readonly api: Pick<Api, 'call'> }) {
  const t = useText('page-admin-plugins');
  const [isOpen, setOpen] = useState(false);
  const [seen] = useState(() => new SeenAsStore(api));
  const [level, setLevel] = useState<VipLevel>(0);
  const [version, setVersion] = useState<ProductVersion | null>(null);
  const { draft } = store;
  const roleName = useRoleNames([draft.role])(draft.role);
  useEffect(() => {
    if (isOpen) void seen.load(draft, level, version);
  }, [seen, isOpen, draft, level, version]);
  const texts = useTexts([...new Set(seen.parts.map(({ title }) => splitKey(title).namespace))]);
  const titleOf = (key: string): string => {
    const { namespace, key: name } = splitKey(key);
    return texts(namespace)(name);
  };
  const options = vipLevels.map((one) => ({ value: String(one), label: t('as.level', { level: one }) }));
  return (
    <Disclosure summary={t('as.title', { role: roleName })} onToggle={setOpen}>
      <div className={styles.choices}>
        <Select
          aria-label={t('as.levelChoice')}
          value={String(level)}
          options={options}
          onChange={(value) => setLevel(vipLevels.find((one) => String(one) === value) ?? 0)}
        />
        <Select
          aria-label={t('product')}
          value={version ?? ''}
          options={[{ value: '', label: t('product.none') }, ...productVersions.map((one) => ({ value: one, label: t(`product.${one}`) }))]}
          onChange={(value) => setVersion(productVersions.find((one) => one === value) ?? null)}
        />
        <span className={styles.words}>{t('as.help')}</span>
      </div>
      {seen.state === 'loading' && <Skeleton rows={4} />}
      {seen.state === 'failed' && <FailedState text={t('as.failed')} onRetry={() => void seen.load(draft, level, version)} />}
      {seen.state === 'ready' && (
        <dl className={styles.groups} aria-label={t('as.title', { role: roleName })}>
          {kinds.map((kind) => {
            const parts = seen.parts.filter((part) => part.kind === kind);
            return (
              <div key={kind}>
                <dt>{t('as.count', { kind: t(`as.${kind}`), count: parts.filter(({ lockedAtVip }) => lockedAtVip === null).length })}</dt>
                <dd className={styles.parts}>
                  <ul>
                    {parts.map(({ plugin, id, title, lockedAtVip }) => (
                      <li key={`${plugin}/${id}`} className={lockedAtVip === null ? undefined : styles.locked}>
                        {titleOf(title)}
                        {lockedAtVip !== null && ` · ${lockedAtVip > 3 ? t('choice.locked') : t('as.from', { level: lockedAtVip })}`}
                      </li>
                    ))}
                  </ul>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Disclosure>
  );
});
