import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { FailedState, PageHead, Skeleton, useServices, useText } from '../../core/ui/index.ts';
import { FullHeightPage } from '../../core/ui/page/list-and-detail.tsx';
import { PageTabs } from '../../core/ui/page/page-tabs.tsx';
import { FigurePart } from './figures/figure-part.tsx';
import { Headline } from './headline.tsx';
import styles from './operations.module.css';
import { type OperationPart, OperationsStore, operationParts } from './operations-store.ts';
import { DiskPart } from './parts/disk-part.tsx';
import { ErrorPart } from './parts/error-part.tsx';
import { HealthPart } from './parts/health-part.tsx';
import { QueuePart } from './parts/queue-part.tsx';
import { VenuePart } from './parts/venue-part.tsx';
import { VersionPart } from './parts/version-part.tsx';
import type { requires } from './requires.ts';

const againEveryMs = 5_000;

/** Whether all is well, what is not and what to do; and everything that says so. */
export const Page = observer(function OperationsPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-operations');
  const { timers } = useServices();
  const [store] = useState(() => new OperationsStore(services.api, () => timers.nowMs()));
  useEffect(() => {
    // Nobody is told anything by a page that nobody sees.
    const look = (): void => {
      if (document.visibilityState === 'visible') void store.tick();
    };
    look();
    document.addEventListener('visibilitychange', look);
    const stop = timers.every(againEveryMs, look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, [store, timers]);
  const counts: Readonly<Partial<Record<OperationPart, number>>> = { health: store.ill.length, venues: store.illVenues };
  const part = { store, services };
  const contents: Readonly<Record<OperationPart, () => ReactNode>> = {
    health: () => <HealthPart store={store} />,
    venues: () => <VenuePart store={store} />,
    queues: () => <QueuePart store={store} />,
    disk: () => <DiskPart store={store} />,
    errors: () => <ErrorPart store={store} />,
    figures: () => <FigurePart {...part} />,
    versions: () => <VersionPart store={store} />,
  };
  return (
    <FullHeightPage>
      <PageHead title={t('title')} lead={t('lead')} />
      {store.state === 'loading' && <Skeleton rows={8} />}
      {store.state === 'failed' && <FailedState text={t('failed')} onRetry={() => void store.tick()} />}
      {store.state === 'done' && (
        <>
          <Headline store={store} />
          <PageTabs
            label={t('parts')}
            value={store.part}
            tabs={operationParts.map((one) => {
              const count = counts[one] ?? 0;
              return [one, count > 0 ? t('part.count', { part: t(`part.${one}`), count }) : t(`part.${one}`)];
            })}
            onChange={(one) => store.show(one)}
          />
          <div className={store.isOld ? styles.old : styles.content}>{contents[store.part]()}</div>
        </>
      )}
    </FullHeightPage>
  );
});
