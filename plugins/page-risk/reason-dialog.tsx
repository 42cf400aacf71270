import { Button } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Texts } from '../../core/contract/client-services.ts';
import { DangerButton } from '../../core/ui/buttons/danger-button.tsx';
import { FormDialog } from '../../core/ui/dialog/form-dialog.tsx';
import { TextField, useText } from '../../core/ui/index.ts';
import styles from './risk.module.css';

interface ReasonDialogProps {
  readonly title: string;
  /** What follows from it. */
  readonly text: string;
  readonly confirmLabel: string;
  readonly danger: boolean;
  readonly texts: Pick<Texts, 'errorText'>;
  /** What is to be said beside the reason. */
  readonly children?: ReactNode;
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
  const { title, text, confirmLabel, danger, texts, children, ready = true, staysOpen = false, after, onConfirm, onClose } = props;
  const t = useText('page-risk');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isShort = reason.trim().length < shortest;
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
      onClose={onClose}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Confirm size="small" appearance="primary" type="submit" disabled={busy}>
            {confirmLabel}
          </Confirm>
        </>
      }
    >
      <p>{text}</p>
      {children}
      <TextField
        label={t('reason')}
        help={t('reason.help')}
        error={tried && isShort ? t('reason.short') : null}
        value={reason}
        maxLength={longest}
        autoFocus
        onChange={setReason}
      />
      {refusal !== null && (
        <p role="alert" className={styles.wrong}>
          {texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
}
