import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { EmptyState, FailedState, Skeleton, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { CopiedOrders } from './copied-orders.tsx';
import styles from './copying.module.css';
import { CopyingStore, type Plan } from './copying-store.ts';
import { PlanCard } from './plan-card.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import type { requires } from './requires.ts';

/** Main accounts with those that follow them, and what was copied. */
export const Section = observer(function CopyingSection({ services }: PageProps<typeof requires>) {
  const t = useText('user-copying');
  const [store] = useState(() => new CopyingStore(services.api));
  /** The plan that is being changed; null: a new one; undefined: none. */
  const [asked, setAsked] = useState<Plan | null | undefined>(undefined);
  useEffect(() => {
    void store.load();
    const stop = services.stream.subscribe('copies', () => void store.readOrders());
    return () => void stop();
  }, [store, services.stream]);
  if (store.state === 'loading') return <Skeleton rows={6} />;
  if (store.state === 'failed') return <FailedState text={t('failed')} onRetry={() => void store.load()} />;
  const canLead = store.freeFor(null).some(({ isOwn }) => isOwn) && store.accounts.length > 1;
  return (
    <>
      <PagePart label={t('plans')}>
        <div className={styles.head}>
          <h2>{t('plans')}</h2>
          <Button
            size="small"
            appearance="primary"
            disabled={!canLead}
            title={canLead ? undefined : t('noAccount')}
            onClick={() => setAsked(null)}
          >
            {t('new')}
          </Button>
        </div>
        <p className={words.quiet}>{t('lead')}</p>
        {store.plans.length === 0 && <EmptyState icon="balances" text={t(canLead ? 'empty' : 'noAccount')} />}
        {store.plans.map((plan) => (
          <PlanCard key={plan.main_api_id} plan={plan} store={store} services={services} onEdit={() => setAsked(plan)} />
        ))}
      </PagePart>
      <CopiedOrders store={store} services={services} />
      {asked !== undefined && <PlanDialog store={store} services={services} plan={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
});
