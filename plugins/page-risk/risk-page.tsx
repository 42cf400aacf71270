import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { PageHead, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage, ListAndDetail } from '../../core/ui/page/list-and-detail.tsx';
import { PageTabs } from '../../core/ui/page/page-tabs.tsx';
import { ExposureCard } from './exposure/exposure-card.tsx';
import { ExposureList } from './exposure/exposure-list.tsx';
import { InstanceList } from './instances/instance-list.tsx';
import type { requires } from './requires.ts';
import { type RiskPart, RiskStore, riskParts } from './risk-store.ts';
import { SwitchPart } from './switches/switch-part.tsx';

/** Figures move with the market, and others throw switches. */
const againEveryMs = 5_000;

/** What risk holds in check: instances of everybody, exposure beside its limits, and the switches. */
export const Page = observer(function RiskPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-risk');
  const { timers } = useServices();
  const { api, session } = services;
  const [store] = useState(() => new RiskStore(api, session.user ?? { role: 'user', username: '' }));
  useEffect(() => {
    void store.load();
    return timers.every(againEveryMs, () => void store.follow());
  }, [store, timers]);
  const counts: Readonly<Record<RiskPart, number>> = { instances: 0, exposure: store.breaches, switches: store.switches.length };
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')} />
      <PageTabs
        label={t('parts')}
        value={store.part}
        tabs={riskParts.map((part) => [
          part,
          counts[part] > 0 ? t('part.count', { part: t(`part.${part}`), count: counts[part] }) : t(`part.${part}`),
        ])}
        onChange={(part) => store.show(part)}
      />
      {store.part === 'instances' && <ListAndDetail list={<InstanceList store={store} services={services} />} detail={null} hint={null} />}
      {store.part === 'exposure' && (
        <ListAndDetail
          list={<ExposureList store={store} markets={services.markets} preferences={services.preferences} />}
          detail={store.open && <ExposureCard key={store.open.key} line={store.open} store={store} services={services} />}
          hint={null}
        />
      )}
      {store.part === 'switches' && <SwitchPart store={store} services={services} />}
    </FullHeightPage>
  );
});
