import { Button } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import type { AppError } from '../../contract/app-error.ts';
import type { Texts } from '../../contract/client-services.ts';
import { DangerButton } from '../buttons/danger-button.tsx';
import { TextField } from '../form/field.tsx';
import { BusyNote } from './busy-note.tsx';
import styles from './form-dialog.module.css';
import { FormDialog } from './form-dialog.tsx';

/** Of the plugin that asks. */
export interface ReasonWords {
  readonly label: string;
  readonly help: string;
  /** What is said of one that is none. */
  readonly missing: string;
  readonly cancel: string;
}

export interface ReasonDialogProps {
  readonly words: ReasonWords;
  readonly title: string;
  /** What follows from it. */
  readonly text: string;
  readonly confirmLabel: string;
  readonly danger: boolean;
  readonly texts: Pick<Texts, 'errorText'>;
  /** What is to be said beside the reason; a function hears whether somebody has tried to go on, and says then what is missing. */
  readonly children?: ReactNode | ((tried: boolean) => ReactNode);
  /** False: something beside the reason is missing or wrong. */
  readonly ready?: boolean;
  /** Its owner ends it: what became of it is shown in it. */
  readonly staysOpen?: boolean;
  /** What became of it, in place of the question. */
  readonly after?:
    | { readonly title: string; readonly body: ReactNode; readonly actions: ReactNode; readonly mayClose: boolean }
    | undefined;
  /** Null when it was done; the dialog stays with what stood against it. */
  readonly onConfirm: (reason: string) => Promise<AppError | null>;
  readonly onClose: () => void;
}

const [shortest, longest] = [3, 500];

/** Says what will follow, and asks why. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { words, title, text, confirmLabel, danger, texts, children, ready = true, staysOpen = false, after, onConfirm, onClose } = props;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isShort = reason.trim().length < shortest;
  const refused = refusal === null ? null : texts.errorText(refusal);
  const isAboutReason = /(^|[./])reason$/.test(String(refusal?.params.field ?? ''));
  const confirm = async (): Promise<void> => {
    setTried(true);
    if (busy || isShort || !ready) return;
    setBusy(true);
    const error = await onConfirm(reason.trim());
    setBusy(false);
    setRefusal(error);
    if (error === null && !staysOpen) onClose();
  };
  const Confirm = danger ? DangerButton : Button;
  // The same dialog goes on: one that took its place at once would be hidden from whoever hears the page.
  if (after !== undefined)
    return (
      <FormDialog title={after.title} onClose={after.mayClose ? onClose : null} actions={after.actions}>
        {after.body}
      </FormDialog>
    );
  return (
    <FormDialog
      title={title}
      onSubmit={() => void confirm()}
      // What is on its way is not taken back by leaving.
      onClose={busy ? null : onClose}
      actions={
        <>
          {busy && <BusyNote />}
          <Button size="small" disabled={busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Confirm size="small" appearance="primary" type="submit" disabled={busy}>
            {confirmLabel}
          </Confirm>
        </>
      }
    >
      <p>{text}</p>
      {typeof children === 'function' ? children(tried) : children}
      <TextField
        label={words.label}
        help={words.help}
        error={isAboutReason ? refused : tried && isShort ? words.missing : null}
        value={reason}
        maxLength={longest}
        // What is to be chosen before it comes first.
        autoFocus={children === undefined}
        onChange={setReason}
      />
      {refused !== null && !isAboutReason && (
        <p role="alert" className={styles.wrong}>
          {refused}
        </p>
      )}
    </FormDialog>
  );
}
