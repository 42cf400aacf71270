import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../core/ui/dialog/form-dialog.tsx';
import { TextField, useText } from '../../../core/ui/index.ts';

/** As the wire takes it. */
const longestReason = 500;
const shortestReason = 3;

interface SaveDialogProps {
  readonly title: string;
  /** What it does, above the reason. */
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  /** It takes something away: whoever leaves the dialog keeps that. */
  readonly takes?: boolean;
  /** True when it is done: the dialog goes. */
  readonly onSave: (reason: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks why, before something is saved: it stands with the version and in the audit. */
export const SaveDialog = observer(function SaveDialog(props: SaveDialogProps) {
  const { title, children, confirmLabel, takes = false, onSave, onClose } = props;
  const t = useText('page-admin-plugins');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const isShort = reason.trim().length < shortestReason;
  const save = async (): Promise<void> => {
    setTried(true);
    if (isShort || busy) return;
    setBusy(true);
    if (await onSave(reason.trim())) onClose();
    else setBusy(false);
  };
  return (
    <FormDialog
      title={title}
      onClose={busy ? null : onClose}
      onSubmit={() => void save()}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t(takes ? 'confirm.keep' : 'cancel')}
          </Button>
          <Button type="submit" appearance="primary" disabled={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <TextField
        label={t('reason')}
        help={t('reason.help')}
        error={tried && isShort ? t('reason.short') : null}
        value={reason}
        maxLength={longestReason}
        autoFocus
        onChange={setReason}
      />
    </FormDialog>
  );
});
