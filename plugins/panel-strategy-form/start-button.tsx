import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { ConfirmPopover, useText } from '../../core/ui/index.ts';
import type { FormStore } from './form-store.ts';

interface StartButtonProps {
  readonly store: FormStore;
  readonly name: string;
  readonly onStart: () => void;
  /** Something is wrong: shows where. */
  readonly onLook: () => void;
}

/** Starts at once where no money moves; where it does, it asks. */
export const StartButton = observer(function StartButton({ store, name, onStart, onLook }: StartButtonProps) {
  const t = useText('panel-strategy-form');
  const { template, chosenEnvironment: environment, starting } = store;
  const isLocked = template?.locked === true;
  const isReady = store.isComplete && store.objection === null;
  const look = (onClick?: () => void) => (
    <Button appearance="primary" disabled={isLocked || starting} {...(onClick === undefined ? {} : { onClick })}>
      {isLocked ? t('locked') : starting ? t('starting') : environment === null ? t('start') : t(`startIn.${environment}`)}
    </Button>
  );
  if (isLocked || !isReady) return look(onLook);
  if (environment !== 'production' && environment !== 'canary') return look(onStart);
  return (
    <ConfirmPopover
      title={t(`confirm.${environment}`)}
      text={t('confirm.text', { name })}
      keepLabel={t('confirm.keep')}
      confirmLabel={t('confirm.start')}
      onConfirm={onStart}
    >
      {look()}
    </ConfirmPopover>
  );
});
