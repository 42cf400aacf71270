import { Button } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import type { AppError } from '../../contract/app-error.ts';
import type { Texts } from '../../contract/client-services.ts';
import { useText } from '../text/use-text.ts';
import { BusyNote } from './busy-note.tsx';
import styles from './form-dialog.module.css';
import { FormDialog } from './form-dialog.tsx';

interface StepFields<F extends string> {
  /** What is to be said beside a field: what the server has against it, or, once somebody wanted to go on, what is wrong with it. */
  readonly errorAt: (field: F) => string | null;
  /** Wraps what takes a new value: what the server said was of the old one. */
  readonly edit: <T>(set: (value: T) => void) => (value: T) => void;
}

interface TwoStepDialogProps<F extends string> {
  readonly title: string;
  /** Of the fields that may have something wrong, what is wrong with each; null: nothing. */
  readonly problems: Readonly<Record<F, string | null>>;
  readonly fields: (step: StepFields<F>) => ReactNode;
  /** The second step says what will be done. */
  readonly confirmTitle: string;
  readonly confirmation: ReactNode;
  readonly makeLabel: string;
  /** Null when it was done, which ends the dialog; what stood against it leads back to the fields. */
  readonly make: () => Promise<AppError | null>;
  readonly texts: Pick<Texts, 'errorText'>;
  readonly onClose: () => void;
}

/** Asks what is to be done, then whether that is meant. */
export function TwoStepDialog<F extends string>(props: TwoStepDialogProps<F>) {
  const { title, problems, fields, confirmTitle, confirmation, makeLabel, make, texts, onClose } = props;
  const t = useText('ui');
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const refusedField = String(refusal?.params.field ?? '')
    .split(/[./]/)
    .at(-1);
  const next = (): void => {
    setTried(true);
    if (Object.values(problems).every((problem) => problem === null)) setConfirming(true);
  };
  const confirm = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const error = await make();
    setBusy(false);
    setRefusal(error);
    if (error === null) onClose();
    else setConfirming(false);
  };
  if (confirming)
    return (
      <FormDialog
        key="confirm"
        title={confirmTitle}
        onSubmit={() => void confirm()}
        // What is on its way is not taken back by leaving.
        onClose={busy ? null : () => setConfirming(false)}
        actions={
          <>
            {busy && <BusyNote />}
            <Button size="small" disabled={busy} onClick={() => setConfirming(false)}>
              {t('dialog.back')}
            </Button>
            <Button size="small" appearance="primary" type="submit" disabled={busy} autoFocus>
              {makeLabel}
            </Button>
          </>
        }
      >
        {confirmation}
      </FormDialog>
    );
  return (
    <FormDialog
      key="fields"
      title={title}
      onSubmit={next}
      onClose={onClose}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button size="small" appearance="primary" type="submit">
            {t('dialog.next')}
          </Button>
        </>
      }
    >
      {fields({
        errorAt: (field) => (refusal !== null && refusedField === field ? texts.errorText(refusal) : tried ? problems[field] : null),
        edit: (set) => (value) => {
          setRefusal(null);
          set(value);
        },
      })}
      {refusal !== null && !(refusedField !== undefined && refusedField in problems) && (
        <p role="alert" className={styles.wrong}>
          {texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
}
