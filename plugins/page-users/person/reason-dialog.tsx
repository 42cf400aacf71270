import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import type { AppError } from '../../../core/contract/app-error.ts';
import type { Texts } from '../../../core/contract/client-services.ts';
import { DangerButton } from '../../../core/ui/buttons/danger-button.tsx';
import { FormDialog } from '../../../core/ui/dialog/form-dialog.tsx';
import { useText } from '../../../core/ui/index.ts';
import { ReasonField } from '../reason-field.tsx';
import styles from '../users.module.css';
import { reasonProblem } from './person-draft.ts';
import { refusalField } from './refusal-field.ts';

interface ReasonDialogProps {
  readonly title: string;
  /** What follows from it. */
  readonly text: string;
  readonly confirmLabel: string;
  /** It ends something that somebody has. */
  readonly danger: boolean;
  readonly texts: Pick<Texts, 'errorText'>;
  /** Null when it was done; the dialog stays with what stood against it. */
  readonly onConfirm: (reason: string) => Promise<AppError | null>;
  readonly onClose: () => void;
}

/** Says what will follow, and asks why. */
export function ReasonDialog({ title, text, confirmLabel, danger, texts, onConfirm, onClose }: ReasonDialogProps) {
  const t = useText('page-users');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isAboutReason = refusal !== null && refusalField(refusal) === 'reason';
  const problem = tried && reasonProblem(reason).reason !== undefined ? t('error.reason') : null;
  const confirm = async (): Promise<void> => {
    setTried(true);
    if (busy || reasonProblem(reason).reason !== undefined) return;
    setBusy(true);
    const error = await onConfirm(reason);
    setBusy(false);
    setRefusal(error);
    if (error === null) onClose();
  };
  const Confirm = danger ? DangerButton : Button;
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
      <ReasonField autoFocus value={reason} error={isAboutReason ? texts.errorText(refusal) : problem} onChange={setReason} />
      {refusal !== null && !isAboutReason && (
        <p role="alert" className={styles.wrong}>
          {texts.errorText(refusal)}
        </p>
      )}
    </FormDialog>
  );
}
