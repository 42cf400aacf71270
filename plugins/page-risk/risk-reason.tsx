import { ReasonDialog, type ReasonDialogProps } from '../../core/ui/dialog/reason-dialog.tsx';
import { useText } from '../../core/ui/index.ts';

/** Says what will follow, and asks why, for the audit. */
export function RiskReason(props: Omit<ReasonDialogProps, 'words'>) {
  const t = useText('page-risk');
  const words = { label: t('reason'), help: t('reason.help'), missing: t('reason.short'), cancel: t('cancel') };
  return <ReasonDialog {...props} words={words} />;
}
