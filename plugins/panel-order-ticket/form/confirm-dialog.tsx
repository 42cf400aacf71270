import { Button, Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { formatDecimal, useText } from '../../../core/ui/index.ts';
import { useCopiedWords, useCopies } from '../../../core/ui/states/account-copies.tsx';
import { describeOrder, planText, withheldText } from '../describe-order.ts';
import { quoteDecimals } from '../grid-math.ts';
import type { Services } from '../requires.ts';
import type { ConfirmKind } from '../settings/ticket-settings.ts';
import type { TicketStore } from '../ticket-store.ts';
import { Check } from './check.tsx';
import styles from './confirm-dialog.module.css';
import sheet from './sheet.module.css';
import sides from './sides.module.css';

interface ConfirmDialogProps {
  readonly services: Services;
  readonly store: TicketStore;
  readonly kind: ConfirmKind;
  /** True: this kind is not asked about any more. */
  readonly onConfirm: (silence: boolean) => void;
  readonly onClose: () => void;
}

/** Says what will happen, account by account; Enter sends, Escape goes back to the ticket. */
export const ConfirmDialog = observer(function ConfirmDialog({ services, store, kind, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useText('panel-order-ticket');
  const [silence, setSilence] = useState(false);
  const copied = useCopiedWords(services, useCopies(services.stream));
  const { instrument, draft } = store;
  const { orders, cost } = store.plan;
  if (orders.length === 0 || instrument === null) return null;
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.dialog}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onConfirm(silence);
          }}
        >
          <DialogBody>
            <DialogTitle>{t(`confirm.${kind}`)}</DialogTitle>
            <DialogContent className={sheet.sheet}>
              {orders.map((one) => (
                <p key={one.account.apiId} data-withheld={one.problem !== null}>
                  <strong>
                    {one.instrument.symbol} · {services.markets.exchangeTitle(one.account.exchange)}
                  </strong>{' '}
                  {one.problem === null ? describeOrder(one.draft, one.instrument, t) : withheldText(one.problem, t)}
                </p>
              ))}
              {orders.map(({ account: { apiId }, problem }) => {
                const words = problem === null ? copied(apiId) : null;
                return (
                  words !== null && (
                    <p key={apiId} title={words.lines.join('\n')}>
                      {[words.summary, ...words.lines].join(' · ')}
                    </p>
                  )
                );
              })}
              {cost !== null && (
                <p>{t('confirm.cost', { amount: `${formatDecimal(cost, quoteDecimals(instrument))} ${instrument.quote}` })}</p>
              )}
              {/* The dialog gives it the focus anyway, but a moment later: Escape in that moment was lost. */}
              <Check autoFocus checked={silence} onChange={setSilence}>
                <span>{t('confirm.silence', { kind: t(`confirmations.${kind}`) })}</span>
              </Check>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{t('confirm.back')}</Button>
              <Button appearance="primary" type="submit" className={sides[draft.side]}>
                {planText(store, draft.side, instrument, t)}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
});
