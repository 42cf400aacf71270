import { Button } from '@fluentui/react-components';
import { DangerButton } from '../buttons/danger-button.tsx';

export interface ConfirmAnswersProps {
  /** Says what stays as it is, such as "Keep the orders". */
  readonly keepLabel: string;
  /** Says the action, such as "Cancel 3 orders". */
  readonly confirmLabel: string;
  /** The action ends something that the user has. */
  readonly danger?: boolean;
  readonly onKeep: () => void;
  readonly onConfirm: () => void;
}

/** The two answers to a question; it begins at the one that changes nothing. */
export function ConfirmAnswers({ keepLabel, confirmLabel, danger = false, onKeep, onConfirm }: ConfirmAnswersProps) {
  const Confirm = danger ? DangerButton : Button;
  return (
    <>
      <Button size="small" autoFocus onClick={onKeep}>
        {keepLabel}
      </Button>
      <Confirm size="small" appearance="primary" onClick={onConfirm}>
        {confirmLabel}
      </Confirm>
    </>
  );
}
