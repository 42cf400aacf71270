import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { ConfirmPopover, TextField, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { type PasskeyFailure, passkeyHindrance } from '../../core/ui/passkey/passkey.ts';
import type { OwnPasskeyView } from '../../schemas/wire/security.ts';
import type { Services } from './requires.ts';
import styles from './security.module.css';
import type { SecurityStore } from './security-store.ts';

const told = toldIn('user-security');
const longestName = 60;

interface PasskeyPartProps {
  readonly store: SecurityStore;
  readonly services: Services;
}

/** The own passkeys, and one more; where this page can have none a sentence says why. */
export const PasskeyList = observer(function PasskeyList({ store, services }: PasskeyPartProps) {
  const t = useText('user-security');
  const [hindrance] = useState(() => passkeyHindrance());
  const [isAdding, setAdding] = useState(false);
  const { passkeys } = store.factors;
  return (
    <PagePart label={t('passkeys.title')}>
      <h2>{t('passkeys.title')}</h2>
      <p className={words.quiet}>{t('passkeys.lead')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.lines}>
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.passkey_id} {...{ passkey, store, services }} />
          ))}
        </ul>
      )}
      {hindrance !== null ? (
        <p className={words.quiet}>{t(`passkeys.failure.${hindrance}`)}</p>
      ) : isAdding ? (
        <NameForm
          store={store}
          services={services}
          label={t('passkeys.add')}
          name=""
          onName={(name) => store.addPasskey(name)}
          onDone={(isDone) => {
            setAdding(false);
            if (isDone) services.notices.show('success', told('passkeys.added'));
          }}
          isDone={() => store.factors.passkeys.length > passkeys.length}
        />
      ) : (
        <div>
          <Button size="small" disabled={store.busy} onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        </div>
      )}
    </PagePart>
  );
});

const PasskeyLine = observer(function PasskeyLine({ passkey, store, services }: PasskeyPartProps & { readonly passkey: OwnPasskeyView }) {
  const t = useText('user-security');
  const [isNaming, setNaming] = useState(false);
  const { passkey_id, name, site, synced, created_time, used_time } = passkey;
  const isLast = store.factors.passkeys.length === 1 && store.factors.totp_since === null;
  const remove = async (): Promise<void> => {
    const error = await store.removePasskey(passkey_id);
    if (error !== null) services.notices.error(error);
  };
  if (isNaming)
    return (
      <li className={styles.line}>
        <NameForm
          {...{ store, services, name }}
          label={t('passkeys.rename')}
          onName={(next) => store.renamePasskey(passkey_id, next)}
          onDone={() => setNaming(false)}
          isDone={() => true}
        />
      </li>
    );
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <span className={styles.device}>
          <span>{name}</span>
          <span className={styles.here}>{t(synced ? 'passkeys.synced' : 'passkeys.device')}</span>
        </span>
        <span className={words.quiet}>
          <span translate="no">{site}</span> · {t('passkeys.made')} <TimeText timeMs={created_time} />
          {used_time !== null && (
            <>
              {' · '}
              {t('sessions.used')} <TimeText timeMs={used_time} />
            </>
          )}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button size="small" appearance="subtle" aria-label={t('passkeys.renameOf', { name })} onClick={() => setNaming(true)}>
          {t('passkeys.rename')}
        </Button>
        <ConfirmPopover
          title={t('passkeys.remove.title', { name })}
          text={t(isLast ? 'passkeys.remove.last' : 'passkeys.remove.text')}
          confirmLabel={t('passkeys.remove')}
          keepLabel={t('keep')}
          danger
          onConfirm={() => void remove()}
        >
          <Button size="small" appearance="subtle" disabled={store.busy} aria-label={t('passkeys.removeOf', { name })}>
            {t('passkeys.remove')}
          </Button>
        </ConfirmPopover>
      </span>
    </li>
  );
});

interface NameFormProps extends PasskeyPartProps {
  readonly label: string;
  readonly name: string;
  readonly onName: (name: string) => Promise<AppError | PasskeyFailure | null>;
  readonly isDone: () => boolean;
  /** False: it was not confirmed, or given up. */
  readonly onDone: (isDone: boolean) => void;
}

/** How a passkey is to be called, before it is made or afterwards. */
const NameForm = observer(function NameForm({ store, services, label, name, onName, isDone, onDone }: NameFormProps) {
  const t = useText('user-security');
  const [draft, setDraft] = useState(name);
  const [error, setError] = useState<AppError | PasskeyFailure | 'missing' | null>(null);
  const submit = async (): Promise<void> => {
    if (draft.trim() === '') return setError('missing');
    const refusal = await onName(draft.trim());
    if (refusal === null) onDone(isDone());
    else setError(refusal);
  };
  const errorText =
    error === null
      ? null
      : error === 'missing'
        ? t('passkeys.nameMissing')
        : typeof error === 'string'
          ? t(`passkeys.failure.${error}`)
          : services.texts.errorText(error);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('passkeys.name')}
        help={t('passkeys.nameHelp')}
        error={errorText}
        value={draft}
        autoComplete="off"
        maxLength={longestName}
        autoFocus
        onChange={(typed) => {
          setDraft(typed);
          setError(null);
        }}
      />
      <div className={styles.buttons}>
        <Button size="small" onClick={() => onDone(false)}>
          {t('factor.cancel')}
        </Button>
        <Button size="small" appearance="primary" type="submit" disabled={store.busy}>
          {label}
        </Button>
      </div>
    </form>
  );
});
