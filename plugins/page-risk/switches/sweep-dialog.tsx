import { toldIn } from '../../../core/contract/notices.ts';
import { listed } from '../../../core/domain/joined-text.ts';
import { useText } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import { RiskReason } from '../risk-reason.tsx';
import type { RiskStore, SweepTarget } from '../risk-store.ts';

interface SweepDialogProps {
  readonly target: SweepTarget;
  /** What the target is called; of everybody not asked for. */
  readonly name: string;
  readonly store: RiskStore;
  readonly services: Services;
  readonly onClose: () => void;
}

const told = toldIn('page-risk');

/** Takes back orders of others, and says how many. */
export function SweepDialog({ target, name, store, services, onClose }: SweepDialogProps) {
  const t = useText('page-risk');
  return (
    <RiskReason
      title={t(target.about === 'account' ? 'sweep.title' : `sweep.title.${target.about}`, { name })}
      text={t('sweep.text')}
      confirmLabel={t('sweep.confirm')}
      danger
      texts={services.texts}
      onClose={onClose}
      onConfirm={async (reason) => {
        const done = await store.sweep(target, reason);
        if (!done.ok) return done.error;
        const { canceled, failed } = done.value;
        if (failed.length === 0) services.notices.show('success', told('sweep.done', { canceled }));
        else {
          const names = failed.map((apiId) => store.accountName(apiId) ?? apiId);
          services.notices.show('error', told('sweep.partly', { canceled, accounts: listed(names) }));
        }
        return null;
      }}
    />
  );
}
