import { Button, Switch } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { AppError } from '../../core/contract/app-error.ts';
import { ConfirmPopover, formatDecimal, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import styles from './copying.module.css';
import type { CopyingStore, Plan, PlanFollower } from './copying-store.ts';
import type { Services } from './requires.ts';

interface PlanCardProps {
  readonly plan: Plan;
  readonly store: CopyingStore;
  readonly services: Services;
  readonly onEdit: () => void;
}

/** A main account: whether it is copied, and by whom with which share. */
export const PlanCard = observer(function PlanCard({ plan, store, services, onEdit }: PlanCardProps) {
  const t = useText('user-copying');
  const name = store.label(plan.main_api_id);
  const tell = (refusal: AppError | null): void => {
    if (refusal !== null) services.notices.error(refusal);
  };
  const turned = (one: PlanFollower, on: boolean): Plan => ({
    ...plan,
    followers: plan.followers.map((follower) => (follower.apiId === one.apiId ? { ...follower, on } : follower)),
  });
  return (
    <fieldset className={styles.plan} aria-label={name}>
      <div className={styles.head}>
        <div className={styles.who}>
          <b>{name}</b>
          <span className={words.quiet}>{t('sync', { percent: formatDecimal(plan.sync_ratio) })}</span>
        </div>
        <div className={styles.actions}>
          <Switch
            label={t(plan.on ? 'on' : 'off')}
            aria-label={t('switch', { name })}
            checked={plan.on}
            disabled={store.busy}
            onChange={(_, { checked }) => void store.save({ ...plan, on: checked }).then(tell)}
          />
          <Button size="small" appearance="subtle" onClick={onEdit} aria-label={t('edit.title', { name })}>
            {t('edit')}
          </Button>
          <ConfirmPopover
            title={t('remove.title', { name })}
            text={t('remove.text')}
            danger
            keepLabel={t('cancel')}
            confirmLabel={t('remove')}
            onConfirm={() => void store.remove(plan).then(tell)}
          >
            <Button size="small" appearance="subtle" disabled={store.busy} aria-label={t('remove.title', { name })}>
              {t('remove')}
            </Button>
          </ConfirmPopover>
        </div>
      </div>
      {plan.followers.length === 0 && <p className={words.quiet}>{t('nobody')}</p>}
      <ul className={styles.followers}>
        {plan.followers.map((one) => (
          <li key={one.apiId} className={one.on && plan.on ? undefined : styles.idle}>
            <span className={styles.name}>{store.label(one.apiId)}</span>
            <span className={styles.figure}>{t('percent', { percent: formatDecimal(one.ratio) })}</span>
            <span className={styles.figure}>
              {one.max_amount === null ? t('most.none') : t('most.of', { amount: formatDecimal(one.max_amount) })}
            </span>
            <Switch
              checked={one.on}
              disabled={store.busy}
              aria-label={t('follower.switch', { name: store.label(one.apiId) })}
              onChange={(_, { checked }) => void store.save(turned(one, checked)).then(tell)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
});
