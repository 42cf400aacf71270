import { ReasonDialog, type ReasonDialogProps } from '../../../core/ui/dialog/reason-dialog.tsx';
import { useText } from '../../../core/ui/index.ts';

/** Says what will follow, and asks why, for the history of whom it is done to. */
export function PersonReason(props: Omit<ReasonDialogProps, 'words'>) {
  const t = useText('page-users');
  const words = { label: t('field.reason'), help: t('help.reason'), missing: t('error.reason'), cancel: t('cancel') };
  return <ReasonDialog {...props} words={words} />;
}
