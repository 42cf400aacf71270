import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { FormActions } from '../../core/ui/dialog/form-actions.tsx';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { DateField, formatDay, startOfDay, useServices, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import type { AccountsSectionStore } from './accounts-store.ts';
import { GranteeField } from './grantee-field.tsx';
import type { Services } from './requires.ts';

interface GrantDialogProps {
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly title: string;
  readonly lead: string;
  /** False: there is nothing to authorise anybody for. */
  readonly isPossible?: boolean;
  /** Null: what is chosen is not complete, and says so once it was `tried`. */
  readonly give: ((terms: { readonly grantee: string; readonly until: number | null }) => Promise<AppError | null>) | null;
  /** What is said once it stands, of the name of whom it was given to. */
  readonly done: (name: string) => string;
  /** What it is for; above whom it is given to, and below. */
  readonly above?: ReactNode;
  readonly below?: (tried: boolean) => ReactNode;
  readonly onClose: () => void;
}

/** Authorises somebody for something, until a day or until it is taken back. */
export const GrantDialog = observer(function GrantDialog(props: GrantDialogProps) {
  const { store, services, title, lead, isPossible = true, give, done, above, below, onClose } = props;
  const t = useText('user-accounts');
  const { preferences, timers } = useServices();
  const { timeZone } = preferences;
  const [grantee, setGrantee] = useState('');
  const [until, setUntil] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const end = until === '' ? null : startOfDay(until, timeZone, 1);
  const isPast = until !== '' && (end === null || end <= timers.nowMs());
  const refusedAt = refusal?.params.field;
  const refusedWith = (field: string): string | null =>
    refusal !== null && refusedAt === field ? services.texts.errorText(refusal) : null;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (give === null || grantee === '' || isPast || store.busy) return;
    const refused = await give({ grantee, until: end });
    setRefusal(refused);
    if (refused !== null) return;
    services.notices.show('success', done(grantee));
    onClose();
  };
  return (
    <FormDialog
      title={title}
      onSubmit={() => void submit()}
      onClose={onClose}
      actions={<FormActions keep={t('cancel')} send={t('authorise')} busy={store.busy || !isPossible} onClose={onClose} />}
    >
      <p className={words.quiet}>{lead}</p>
      {above}
      <GranteeField
        store={store}
        error={refusedWith('grantee') ?? (tried && grantee === '' ? t('error.empty') : null)}
        onChange={(name) => {
          setRefusal(null);
          setGrantee(name);
        }}
      />
      {below?.(tried)}
      <DateField
        label={t('field.end')}
        help={t('help.end')}
        error={refusedWith('until') ?? (tried && isPast ? t('error.until') : null)}
        value={until}
        min={formatDay(timers.nowMs(), timeZone)}
        onChange={setUntil}
      />
      {refusal !== null && typeof refusedAt !== 'string' && (
        <p role="alert" className={words.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
});
