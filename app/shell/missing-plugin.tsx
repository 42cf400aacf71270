import { useEffect, useState } from 'react';
import { PlainButton } from '../../core/ui/buttons/plain-button.tsx';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { useText } from '../../core/ui/text/use-text.ts';
import { isReplaced } from './build-in-use.ts';

interface MissingPluginProps {
  /** What is missing, as a sentence. */
  readonly text: string;
  readonly retry: () => void;
}

/** True once it is known that the server gives a newer version than the one that runs here. */
export function useReplaced(): boolean {
  const [replaced, setReplaced] = useState(false);
  useEffect(() => {
    void isReplaced(document, () => fetch('/', { cache: 'no-store' })).then(setReplaced);
  }, []);
  return replaced;
}

/** Stands where a plugin's page or panel would be whose code could not be loaded: tried again, or with the new version when there is one. */
export function MissingPlugin({ text, retry }: MissingPluginProps) {
  const t = useText('app');
  return useReplaced() ? (
    <EmptyState
      icon="warning"
      text={t('missing.replaced')}
      action={<PlainButton onClick={() => window.location.reload()}>{t('missing.reload')}</PlainButton>}
    />
  ) : (
    <EmptyState icon="warning" text={text} action={<PlainButton onClick={retry}>{t('retry')}</PlainButton>} />
  );
}
