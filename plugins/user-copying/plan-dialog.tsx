import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { FormActions } from '../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { ChoiceField, DecimalInput, IconButton, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import styles from './copying.module.css';
import type { CopyingStore, Plan } from './copying-store.ts';
import {
  draftOf,
  type FollowerDraft,
  isComplete,
  isMost,
  isRatio,
  ledBy,
  newDraft,
  type PlanDraft,
  planOf,
  withFollowers,
} from './plan-draft.ts';
import type { Services } from './requires.ts';

const told = toldIn('user-copying');

interface PlanDialogProps {
  readonly store: CopyingStore;
  readonly services: Services;
  /** Null: a new one. */
  readonly plan: Plan | null;
  readonly onClose: () => void;
}

/** Who follows an account, with which share and up to what. */
export const PlanDialog = observer(function PlanDialog({ store, services, plan, onClose }: PlanDialogProps) {
  const t = useText('user-copying');
  const free = store.freeFor(plan);
  const [draft, setDraft] = useState<PlanDraft>(() => (plan === null ? newDraft(free) : draftOf(plan)));
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const edit = (next: PlanDraft): void => {
    setRefusal(null);
    setDraft(next);
  };
  const save = async (): Promise<void> => {
    setTried(true);
    if (!isComplete(draft) || store.busy) return;
    const refused = await store.save(planOf(draft));
    setRefusal(refused);
    if (refused !== null) return;
    services.notices.show('success', told('saved'));
    onClose();
  };
  const refusedAt = (field: string): string | null =>
    refusal !== null && refusal.params.field === field ? services.texts.errorText(refusal) : null;
  const leaders = free.filter(({ isOwn }) => isOwn);
  const addable = free.filter(({ apiId }) => apiId !== draft.mainApiId && !draft.followers.some((one) => one.apiId === apiId));
  const groups = store.groups.filter(({ group_id }) => addable.some(({ groupId }) => groupId === group_id));
  const add = (chosen: string): void => {
    const [kind, id] = chosen.split(':');
    const apiIds = kind === 'group' ? addable.filter(({ groupId }) => groupId === Number(id)).map(({ apiId }) => apiId) : [Number(id)];
    edit(withFollowers(draft, apiIds));
  };
  return (
    <FormDialog
      wide
      title={plan === null ? t('new') : t('edit.title', { name: store.label(plan.main_api_id) })}
      onSubmit={() => void save()}
      onClose={onClose}
      actions={<FormActions keep={t('cancel')} send={t('save')} busy={store.busy} onClose={onClose} />}
    >
      <div className={styles.pair}>
        <ChoiceField
          label={t('field.main')}
          value={String(draft.mainApiId)}
          disabled={plan !== null}
          options={leaders.map(({ apiId, label }) => [String(apiId), label])}
          onChange={(chosen) => edit(ledBy(draft, Number(chosen)))}
        />
        <DecimalInput
          label={t('field.sync')}
          help={t('help.sync')}
          value={draft.syncRatio}
          step="1"
          unit="%"
          error={refusedAt('sync_ratio') ?? (tried && !isRatio(draft.syncRatio) ? t('error.ratio') : null)}
          onChange={(syncRatio) => edit({ ...draft, syncRatio })}
        />
      </div>
      {draft.followers.map((one, index) => (
        <FollowerRow
          key={one.apiId}
          follower={one}
          name={store.label(one.apiId)}
          tried={tried}
          ratioError={refusedAt(`followers.${index}.ratio`)}
          mostError={refusedAt(`followers.${index}.max_amount`)}
          onChange={(changed) =>
            edit({ ...draft, followers: draft.followers.map((other) => (other.apiId === one.apiId ? changed : other)) })
          }
          onRemove={() => edit({ ...draft, followers: draft.followers.filter(({ apiId }) => apiId !== one.apiId) })}
        />
      ))}
      {addable.length > 0 && (
        <ChoiceField
          label={t('field.add')}
          value=""
          error={tried && draft.followers.length === 0 ? t('error.nobody') : null}
          options={[
            ['', t('add.choose')],
            ...groups.map(({ group_id, name }) => [`group:${group_id}`, t('add.group', { name })] as const),
            ...addable.map(({ apiId, label }) => [`account:${apiId}`, label] as const),
          ]}
          onChange={(chosen) => chosen !== '' && add(chosen)}
        />
      )}
      {refusal !== null && typeof refusal.params.field !== 'string' && (
        <p role="alert" className={words.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
});

interface FollowerRowProps {
  readonly follower: FollowerDraft;
  readonly name: string;
  readonly tried: boolean;
  readonly ratioError: string | null;
  readonly mostError: string | null;
  readonly onChange: (changed: FollowerDraft) => void;
  readonly onRemove: () => void;
}

function FollowerRow({ follower, name, tried, ratioError, mostError, onChange, onRemove }: FollowerRowProps) {
  const t = useText('user-copying');
  return (
    <fieldset className={styles.row} aria-label={name}>
      <span className={styles.name}>{name}</span>
      <DecimalInput
        label={t('field.ratio')}
        value={follower.ratio}
        step="1"
        unit="%"
        error={ratioError ?? (tried && !isRatio(follower.ratio) ? t('error.ratio') : null)}
        onChange={(ratio) => onChange({ ...follower, ratio })}
      />
      <DecimalInput
        label={t('field.most')}
        placeholder={t('most.none')}
        value={follower.most}
        step="100"
        error={mostError ?? (tried && !isMost(follower.most) ? t('error.most') : null)}
        onChange={(most) => onChange({ ...follower, most })}
      />
      <IconButton icon="close" label={t('follower.remove', { name })} onClick={onRemove} />
    </fieldset>
  );
}
