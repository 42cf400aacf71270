import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { FormActions } from '../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { TextField, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import type { OwnDataStateView } from '../../schemas/wire/own-data.ts';
import styles from './data.module.css';
import type { OwnDataStore } from './own-data-store.ts';
import type { Services } from './requires.ts';

const told = toldIn('user-data');
/** Where somebody ends what keeps him. */
const places = {
  balances: '/user?part=money',
  orders: '/dashboard',
  instances: '/AIdashboard',
  movements: '/user?part=money',
  unknown: '/user?part=accounts',
} as const satisfies Readonly<Record<OwnDataStateView['hindrances'][number]['kind'], string>>;

interface LeavePartProps {
  readonly state: OwnDataStateView;
  readonly store: OwnDataStore;
  readonly services: Services;
}

/** Leaving for good: what goes, what stays and why, what keeps the person, and how it is taken back. */
export const LeavePart = observer(function LeavePart({ state, store, services }: LeavePartProps) {
  const t = useText('user-data');
  const [isAsking, setAsking] = useState(false);
  const { leaving, hindrances } = state;
  const stay = async (): Promise<void> => {
    const error = await store.stay();
    if (error === null) services.notices.show('success', told('leave.stays'));
    else services.notices.error(error);
  };
  return (
    <PagePart label={t('leave.title')}>
      <h2>{t('leave.title')}</h2>
      <p className={words.quiet}>{t('leave.goes')}</p>
      <p className={words.quiet}>{t('leave.books')}</p>
      {hindrances.length > 0 && (
        <>
          <p className={styles.warned}>{t('leave.kept')}</p>
          <ul className={styles.list}>
            {hindrances.map(({ kind, where }) => (
              <li key={`${kind} ${where}`}>
                <a href={places[kind]}>{t(`leave.kept.${kind}`, { where })}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {leaving === null ? (
        <div>
          <Button size="small" disabled={hindrances.length > 0 || store.busy} onClick={() => setAsking(true)}>
            {t('leave.ask')}
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.warned}>
            {t('leave.due')} <TimeText timeMs={leaving.due_time} />
          </p>
          <div>
            <Button size="small" appearance="primary" disabled={store.busy} onClick={() => void stay()}>
              {t('leave.stay')}
            </Button>
          </div>
        </>
      )}
      {isAsking && <LeaveDialog store={store} services={services} onClose={() => setAsking(false)} />}
    </PagePart>
  );
});

interface LeaveDialogProps {
  readonly store: OwnDataStore;
  readonly services: Services;
  readonly onClose: () => void;
}

/** Asks for the own name, so that nobody leaves by a slip of the hand. */
const LeaveDialog = observer(function LeaveDialog({ store, services, onClose }: LeaveDialogProps) {
  const t = useText('user-data');
  const [username, setUsername] = useState('');
  const [error, setError] = useState<AppError | 'missing' | null>(null);
  const submit = async (): Promise<void> => {
    if (username.trim() === '') return setError('missing');
    const refusal = await store.leave(username.trim());
    if (refusal === null) onClose();
    else setError(refusal);
  };
  return (
    <FormDialog
      title={t('leave.ask.title')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<FormActions keep={t('leave.cancel')} send={t('leave.confirm')} busy={store.busy} onClose={onClose} />}
    >
      <p className={words.quiet}>{t('leave.ask.text')}</p>
      <TextField
        label={t('leave.username')}
        error={error === null ? null : error === 'missing' ? t('leave.missing') : services.texts.errorText(error)}
        value={username}
        autoComplete="off"
        maxLength={64}
        autoFocus
        onChange={(typed) => {
          setUsername(typed);
          setError(null);
        }}
      />
    </FormDialog>
  );
});
