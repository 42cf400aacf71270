import { PlainButton } from '../buttons/plain-button.tsx';
import { useText } from '../text/use-text.ts';
import { EmptyState } from './empty-state.tsx';

/** What could not be loaded, and another try. */
export function FailedState({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const t = useText('ui');
  return <EmptyState icon="warning" text={text} action={<PlainButton onClick={onRetry}>{t('list.retry')}</PlainButton>} />;
}
