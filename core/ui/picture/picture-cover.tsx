import { FailedState } from '../states/failed-state.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { useText } from '../text/use-text.ts';

/** What stands where a picture is to be: its outline, or that its library could not be loaded and another try. */
export function PictureCover({ retry }: { readonly retry: (() => void) | null }) {
  const t = useText('ui');
  return retry === null ? <Skeleton rows={6} /> : <FailedState text={t('picture.failed')} onRetry={retry} />;
}
