import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { Notices } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { careerRules } from '../../core/domain/forms/career-form.ts';
import { contactRules } from '../../core/domain/forms/contact-form.ts';
import type { FieldRule } from '../../core/domain/forms/form-rules.ts';
import { type LetterState, letterStates } from '../../core/domain/forms/letter.ts';
import {
  ChoiceField,
  ConfirmPopover,
  FailedState,
  formatDay,
  IconButton,
  Skeleton,
  TimeText,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import type { LetterView } from '../../schemas/wire/inbox.ts';
import styles from './inbox.module.css';
import type { InboxStore } from './inbox-store.ts';
import { LetterFile } from './letter-file.tsx';
import { LetterNotes } from './letter-notes.tsx';
import { stateKeys } from './words.ts';

const told = toldIn('page-inbox');

interface LetterCardProps {
  readonly letterId: string;
  readonly store: InboxStore;
  readonly notices: Notices;
}

/** One letter: who wrote what, its file, what has been done about it. */
export const LetterCard = observer(function LetterCard({ letterId, store, notices }: LetterCardProps) {
  const t = useText('page-inbox');
  const { letter } = store;
  return (
    <aside data-keep-clear="form" aria-label={t('letter')} aria-busy={letter === null && !store.letterFailed}>
      {letter !== null ? (
        <Letter letter={letter} store={store} notices={notices} />
      ) : store.letterFailed ? (
        <FailedState text={t('letter.failed')} onRetry={() => void store.open(letterId)} />
      ) : (
        <Skeleton rows={8} />
      )}
    </aside>
  );
});

const Letter = observer(function Letter({ letter, store, notices }: Omit<LetterCardProps, 'letterId'> & { readonly letter: LetterView }) {
  const t = useText('page-inbox');
  const { timeZone } = useServices().preferences;
  const { letter_id: letterId, kind, sender, state, fields, file, notes } = letter;
  const remove = async (): Promise<void> => {
    if (await store.remove(letterId)) notices.show('success', told('deleted'));
  };
  return (
    <>
      <header className={styles.letterHead}>
        <h2 title={sender}>{sender}</h2>
        <IconButton icon="close" label={t('back')} onClick={store.close} />
      </header>
      <p className={styles.when}>
        {t(`kind.${kind}`)} · <TimeText timeMs={letter.received_time} /> · {t('expires', { day: formatDay(letter.expiry_time, timeZone) })}
      </p>
      <div className={styles.doing}>
        <div className={styles.state}>
          <ChoiceField<LetterState>
            label={t('column.state')}
            value={state}
            options={letterStates.map((one) => [one, t(stateKeys[one])] as const)}
            disabled={store.busy}
            onChange={(next) => void store.setState(letterId, next)}
          />
        </div>
        <ConfirmPopover
          title={t('delete.title', { sender })}
          text={t('delete.text')}
          danger
          keepLabel={t('delete.keep')}
          confirmLabel={t('delete.confirm')}
          onConfirm={() => void remove()}
        >
          <Button size="small" appearance="subtle" disabled={store.busy}>
            {t('delete')}
          </Button>
        </ConfirmPopover>
      </div>
      <dl className={styles.fields}>
        {Object.entries(kind === 'contact' ? contactRules : careerRules).map(([field, rule]) => (
          <Field key={field} label={t(`field.${field}`)} rule={rule} value={fields[field] ?? ''} />
        ))}
      </dl>
      {file !== null && <LetterFile letterId={letterId} file={file} store={store} />}
      <LetterNotes letterId={letterId} notes={notes} store={store} />
    </>
  );
});

/** What was typed is shown as text, whatever it is; addresses lead where they say. */
function Field({ label, rule, value }: { readonly label: string; readonly rule: FieldRule; readonly value: string }) {
  const t = useText('page-inbox');
  const words = rule.kind === 'choice' && !/\d/.test(value) ? t(`choice.${value.replaceAll(' ', '-')}`) : value;
  return (
    <div className={styles.field}>
      <dt>{label}</dt>
      <dd>
        {value === '' ? (
          <span className={styles.quiet}>–</span>
        ) : rule.kind === 'url' ? (
          <a href={value} target="_blank" rel="noopener noreferrer">
            {value}
          </a>
        ) : rule.kind === 'email' ? (
          <a href={`mailto:${encodeURIComponent(value).replace('%40', '@')}`}>{value}</a>
        ) : (
          words
        )}
      </dd>
    </div>
  );
}
