import { Button } from '@fluentui/react-components';
import { compareStructural } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { FieldProblem } from '../../core/contract/forms.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { EmptyState, Skeleton, SteadySuspense, useText } from '../../core/ui/index.ts';
import { type Refusal, refusalOf } from '../../core/ui/strategy/refusal.ts';
import { focusUnread } from '../../core/ui/text/focus-unread.ts';
import styles from './details/details.module.css';
import type { ShownInstance } from './shown-instance.ts';

const told = toldIn('panel-strategy-instances');

type Params = Readonly<Record<string, unknown>>;

/** What an instance was told; fields that may change while it runs are changed here, all at once. */
export const ParamsForm = observer(function ParamsForm({ services, instance }: ShownInstance) {
  const { strategies, forms, notices } = services;
  const t = useText('panel-strategy-instances');
  const template = strategies.template(instance.strategy);
  /** Null while nothing was changed here: then the form follows the instance. */
  const [edited, setEdited] = useState<Params | null>(null);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [sending, setSending] = useState(false);
  const changes = useMemo(() => changed(instance.params, edited), [instance.params, edited]);
  if (template === null) {
    return strategies.loading ? <Skeleton rows={6} /> : <EmptyState icon="lock" text={t('params.withdrawn')} />;
  }
  const { SchemaForm } = forms;
  const canChange = instance.status === 'TRADING' && !template.locked && services.accounts.may('trade').outcome === 'granted';
  const save = async (): Promise<void> => {
    setSending(true);
    const outcome = await strategies.update(instance.instanceId, changes);
    setSending(false);
    if (!outcome.ok) return setRefusal(refusalOf(outcome.error, template, { ...instance.params, ...changes }, services.texts));
    setEdited(null);
    notices.show('success', told('params.updated', { name: instance.name }));
  };
  const cancelUpdate = async (): Promise<void> => {
    const outcome = await strategies.cancelUpdate(instance.instanceId);
    if (!outcome.ok) notices.error(outcome.error);
  };
  const count = Object.keys(changes).length;
  return (
    <div className={styles.scroll}>
      {instance.updating && (
        <p role="status" className={styles.warning}>
          {t('params.pending')}
          <Button size="small" onClick={() => void cancelUpdate()}>
            {t('params.cancelUpdate')}
          </Button>
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const isReady = canChange && count > 0 && problems.length === 0 && !sending && !instance.updating;
          if (isReady && !focusUnread(event.currentTarget)) void save();
        }}
      >
        <SteadySuspense fallback={<Skeleton rows={8} />}>
          <SchemaForm
            schema={template.schema as object}
            value={edited ?? instance.params}
            onChange={(value, found) => {
              setEdited(value);
              setProblems(found);
              setRefusal(null);
            }}
            problems={refusal?.problem == null ? [] : [refusal.problem]}
            mode={canChange ? 'update' : 'locked'}
            label={t('params.label', { name: instance.name })}
          />
        </SteadySuspense>
        {refusal !== null && (
          <p role="alert" className={styles.refusal}>
            {refusal.text}
          </p>
        )}
        {canChange && (
          <div className={styles.actions}>
            <Button
              type="submit"
              size="small"
              appearance="primary"
              disabled={count === 0 || problems.length > 0 || sending || instance.updating}
            >
              {t(count === 0 ? 'params.unchanged' : count === 1 ? 'params.saveOne' : 'params.save', { count })}
            </Button>
            {edited !== null && count > 0 && (
              <Button
                size="small"
                appearance="subtle"
                onClick={() => {
                  setEdited(null);
                  setProblems([]);
                  setRefusal(null);
                }}
              >
                {t('params.undo')}
              </Button>
            )}
          </div>
        )}
      </form>
    </div>
  );
});

/** Fields that differ; what was filled in by a default only is no change. */
const changed = (before: Params, after: Params | null): Params =>
  Object.fromEntries(Object.entries(after ?? {}).filter(([name, value]) => !compareStructural(before[name], value)));
