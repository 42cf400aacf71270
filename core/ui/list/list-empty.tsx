import type { ReactNode } from 'react';
import { PlainButton } from '../buttons/plain-button.tsx';
import type { IconName } from '../icon.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { useText } from '../text/use-text.ts';

interface ListEmptyProps {
  readonly icon: IconName;
  /** What belongs here. */
  readonly text: string;
  /** What brings something here. */
  readonly action?: ReactNode;
  /** What is said while filters are set, which may hide everything; null without filters. */
  readonly narrowed: string | null;
  readonly onClear: () => void;
}

/** A list without entries: says whether there are none, or whether the filters hide them, and what to do about it. */
export function ListEmpty({ icon, text, action, narrowed, onClear }: ListEmptyProps) {
  const t = useText('ui');
  if (narrowed === null) return <EmptyState icon={icon} text={text} action={action} />;
  return <EmptyState icon={icon} text={narrowed} action={<PlainButton onClick={onClear}>{t('filter.clear')}</PlainButton>} />;
}
