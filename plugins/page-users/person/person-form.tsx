import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { toldIn } from '../../../core/contract/notices.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import { PlainButton, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import type { PersonView } from '../../../schemas/wire/people.ts';
import { ReasonField } from '../reason-field.tsx';
import type { Services } from '../requires.ts';
import { DraftFields } from './draft-fields.tsx';
import styles from './person-card.module.css';
import type { PersonField } from './person-draft.ts';
import type { PersonStore } from './person-store.ts';
import { refusalField } from './refusal-field.ts';

const told = toldIn('page-users');

interface PersonFormProps {
  readonly person: PersonView;
  readonly store: PersonStore;
  readonly services: Services;
  readonly roles: readonly Role[];
  readonly isSelf: boolean;
}

/** What can be changed of a person, and why it is. */
export const PersonForm = observer(function PersonForm({ person, store, services, roles, isSelf }: PersonFormProps) {
  const t = useText('page-users');
  const { texts, notices } = services;
  const { refusal, problems, tried, isEdited } = store;
  const at = refusal === null ? null : refusalField(refusal);
  const errorOf = (field: PersonField): string | null => {
    if (refusal !== null && at === field) return texts.errorText(refusal);
    const problem = problems[field];
    // An address is checked while it is typed; that a reason is missing is said when somebody wants to save.
    return problem !== undefined && (field !== 'reason' || tried) ? t(`error.${problem}`) : null;
  };
  const save = async (): Promise<void> => {
    if (await store.save()) notices.show('success', told('change.saved', { username: person.username }));
  };
  return (
    <form
      noValidate
      className={styles.part}
      aria-label={t('change')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>{t('change')}</h3>
      <DraftFields draft={store.draft} roles={roles} errorOf={errorOf} isSelf={isSelf} onChange={store.edit} />
      {isEdited && (
        <>
          <ReasonField value={store.reason} error={errorOf('reason')} onChange={store.setReason} />
          {store.endsSessions && <p className={styles.warned}>{t('change.ends', { username: person.username })}</p>}
        </>
      )}
      {refusal !== null && at === null && (
        <p role="alert" className={words.wrong}>
          {texts.errorText(refusal)}{' '}
          {store.isOutdated && <PlainButton onClick={() => void store.loadAnew()}>{t('change.anew')}</PlainButton>}
        </p>
      )}
      <div className={styles.saving}>
        <span role="status" className={words.quiet}>
          {store.saved ? t('change.done') : isEdited ? t('change.unsaved') : ''}
        </span>
        <Button size="small" disabled={!isEdited || store.busy} onClick={store.revert}>
          {t('change.revert')}
        </Button>
        <Button size="small" appearance="primary" type="submit" disabled={!isEdited || store.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
});
