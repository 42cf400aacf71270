import { Button } from '@fluentui/react-components';

interface FormActionsProps {
  readonly keep: string;
  readonly send: string;
  /** It is under way, or cannot be sent. */
  readonly busy: boolean;
  readonly onClose: () => void;
}

/** What a form in a dialog ends with: a way out, and what Enter in a field does as well. */
export const FormActions = ({ keep, send, busy, onClose }: FormActionsProps) => (
  <>
    <Button size="small" onClick={onClose}>
      {keep}
    </Button>
    <Button size="small" appearance="primary" type="submit" disabled={busy}>
      {send}
    </Button>
  </>
);
