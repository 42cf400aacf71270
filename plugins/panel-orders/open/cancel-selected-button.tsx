import { Button, Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { DangerButton } from '../../../core/ui/buttons/danger-button.tsx';
import { ConfirmPopover, type Translate } from '../../../core/ui/index.ts';

interface CancelSelectedProps {
  readonly t: Translate;
  readonly count: number;
  /** False once the user has switched the question off. */
  readonly asks: boolean;
  readonly onAsks: (asks: boolean) => void;
  readonly onCancel: () => void;
}

/** Cancels the chosen orders. It asks, until the user does not want to be asked any more; the question can be brought back. */
export function CancelSelectedButton({ t, count, asks, onAsks, onCancel }: CancelSelectedProps) {
  const [keepAsking, setKeepAsking] = useState(true);
  const label = t('cancel.selected', { count });
  if (!asks) {
    return (
      <>
        <Button size="small" appearance="subtle" onClick={() => onAsks(true)}>
          {t('cancel.askAgain')}
        </Button>
        <DangerButton appearance="primary" disabled={count === 0} onClick={onCancel}>
          {label}
        </DangerButton>
      </>
    );
  }
  return (
    <ConfirmPopover
      title={t('open.cancelAllTitle', { count })}
      text={<Checkbox label={t('cancel.dontAsk')} checked={!keepAsking} onChange={(_, data) => setKeepAsking(data.checked !== true)} />}
      danger
      keepLabel={t('open.keep')}
      confirmLabel={t('open.cancelAllConfirm', { count })}
      onConfirm={() => {
        if (!keepAsking) onAsks(false);
        onCancel();
      }}
    >
      <DangerButton appearance="subtle">{label}</DangerButton>
    </ConfirmPopover>
  );
}
