import { TextField, useText } from '../../core/ui/index.ts';
import { longestReason } from './person/person-draft.ts';

interface ReasonFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (reason: string) => void;
}

/** Why something is done, for the history of whom it is done to. */
export function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  const t = useText('page-users');
  return (
    <TextField
      label={t('field.reason')}
      help={t('help.reason')}
      error={error}
      value={value}
      maxLength={longestReason}
      onChange={onChange}
    />
  );
}
