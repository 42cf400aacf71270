import { Button, Dialog, DialogActions, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import type { OrderView } from '../../core/contract/client-services.ts';
import { DecimalInput, useText } from '../../core/ui/index.ts';
import { amendableFields } from './order-figures.ts';
import styles from './orders.module.css';
import type { Services } from './requires.ts';

type Field = 'price' | 'qty' | 'triggerPrice';
type Values = Record<Field, string>;

/** Changes price, total quantity or trigger of one order. A smaller quantity keeps the place in the queue, anything else loses it. */
export function AmendOrder({
  services,
  order,
  onClose,
}: {
  readonly services: Services;
  readonly order: OrderView;
  readonly onClose: () => void;
}) {
  const t = useText('panel-orders');
  const instrument = services.markets.instrument(order.id);
  const before: Values = { price: order.price ?? '', qty: order.qty ?? '', triggerPrice: order.trigger_price ?? '' };
  const [values, setValues] = useState(before);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const changed = amendableFields(order).filter((field) => values[field] !== before[field] && values[field] !== '');

  const send = async (): Promise<void> => {
    setBusy(true);
    const outcome = await services.accounts.amend(order, Object.fromEntries(changed.map((field) => [field, values[field]])));
    setBusy(false);
    if (outcome.ok) onClose();
    else {
      setError(outcome.error);
      services.notices.error(outcome.error);
    }
  };
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.dialog}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (changed.length > 0 && !busy) void send();
          }}
        >
          <DialogBody>
            <DialogTitle>{t('amend.title', { symbol: instrument?.symbol ?? order.id })}</DialogTitle>
            <DialogContent className={styles.fields}>
              {amendableFields(order).map((field, at) => (
                <DecimalInput
                  key={field}
                  autoFocus={at === 0}
                  label={t(`amend.${field}`)}
                  value={values[field]}
                  step={(field === 'qty' ? instrument?.lot : instrument?.tick) ?? '1'}
                  unit={field === 'qty' ? instrument?.base : instrument?.quote}
                  error={error !== null && error.params.field === field ? t('amend.refused') : null}
                  onChange={(value) => setValues({ ...values, [field]: value })}
                />
              ))}
              <p className={styles.hint}>{t('amend.priority')}</p>
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{t('amend.keep')}</Button>
              <Button appearance="primary" type="submit" disabled={changed.length === 0 || busy}>
                {t('amend.send')}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
