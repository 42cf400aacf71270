import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { toldIn } from '../../../core/contract/notices.ts';
import { worthUnit } from '../../../core/domain/accounts/worth.ts';
import { listed } from '../../../core/domain/joined-text.ts';
import { DangerButton } from '../../../core/ui/buttons/danger-button.tsx';
import { ChoiceField, DecimalInput, IconButton, normalDecimal, useText } from '../../../core/ui/index.ts';
import record from '../../../core/ui/page/record.module.css';
import words from '../../../core/ui/page/words.module.css';
import { CloseDialog } from '../closing/close-dialog.tsx';
import type { CloseChoice } from '../closing/closing-store.ts';
import type { Services } from '../requires.ts';
import styles from '../risk.module.css';
import { RiskReason } from '../risk-reason.tsx';
import type { ExposureLine, RiskStore, SweepTarget } from '../risk-store.ts';
import { SweepDialog } from '../switches/sweep-dialog.tsx';
import { amountIn, useLineName } from './exposure-list.tsx';

interface CardProps {
  readonly line: ExposureLine;
  readonly store: RiskStore;
  readonly services: Services;
}

const limitActions = ['warn', 'refuse'] as const;
type LimitAction = (typeof limitActions)[number];

const told = toldIn('page-risk');

/** One line of exposure: its figures, its limit, and what stops it. */
export const ExposureCard = observer(function ExposureCard({ line, store, services }: CardProps) {
  const t = useText('page-risk');
  const [asking, setAsking] = useState<'limit' | 'freeze' | 'sweep' | 'close' | null>(null);
  const name = useLineName([line], services.markets)(line);
  const unit = worthUnit(services.preferences.currency, store.prices);
  const apiId = line.kind === 'account' ? Number(line.key) : null;
  const sweep: SweepTarget | null =
    apiId !== null ? { about: 'account', apiId } : line.kind === 'exchange' ? { about: 'exchange', exchange: line.key } : null;
  const isFrozen = apiId !== null && store.frozen.has(apiId);
  const close = (): void => setAsking(null);
  const { username } = line;
  const targets = useMemo<readonly CloseChoice[]>(
    () => [
      ...(apiId === null ? [] : [{ about: 'account', apiId } as const]),
      ...(username === null ? [] : [{ about: 'user', username } as const]),
    ],
    [apiId, username],
  );
  return (
    <aside aria-label={t('exposure.of', { name })}>
      <header className={record.cardHead}>
        <h2 translate="no">{name}</h2>
        <IconButton icon="close" label={t('close')} onClick={() => store.showRow(null)} />
      </header>
      <dl className={record.facts}>
        {(['equity', 'net', 'gross'] as const).map((id) =>
          line[id] === null ? null : (
            <div key={id}>
              <dt>{t(`field.${id}`)}</dt>
              <dd>
                {amountIn(unit, line[id])} <span translate="no">{unit.currency}</span>
              </dd>
            </div>
          ),
        )}
        {(['net', 'gross'] as const).map((id) => (
          <div key={id}>
            <dt>{t(`field.limit.${id}`)}</dt>
            <dd className={line.breached.includes(id) ? styles.breached : undefined}>
              {amountIn(unit, line.limit?.[id] ?? null)} {line.limit?.[id] == null ? '' : <span translate="no">{unit.currency}</span>}
            </dd>
          </div>
        ))}
        {line.limit !== null && (
          <div>
            <dt>{t('limit.action')}</dt>
            <dd>{t(`limit.action.${line.limit.refuses ? 'refuse' : 'warn'}`)}</dd>
          </div>
        )}
      </dl>
      {line.limit?.refuses === true && line.breached.length > 0 && <p className={styles.breached}>{t('refusing.help')}</p>}
      {line.unknown.length > 0 && <p className={words.quiet}>{t('unknown.help', { assets: listed(line.unknown) })}</p>}
      {isFrozen && <p className={styles.breached}>{t('frozen')}</p>}
      {store.mayControl && (
        <div className={styles.actions}>
          <Button size="small" onClick={() => setAsking('limit')}>
            {t('limit.set')}
          </Button>
          {sweep !== null && <DangerButton onClick={() => setAsking('sweep')}>{t('sweep.button')}</DangerButton>}
          {apiId !== null && <DangerButton onClick={() => setAsking('close')}>{t('close.button')}</DangerButton>}
          {apiId !== null &&
            (isFrozen ? (
              <Button size="small" onClick={() => setAsking('freeze')}>
                {t('unfreeze')}
              </Button>
            ) : (
              <DangerButton onClick={() => setAsking('freeze')}>{t('freeze')}</DangerButton>
            ))}
        </div>
      )}
      {asking === 'limit' && <LimitDialog line={line} name={name} store={store} services={services} onClose={close} />}
      {asking === 'sweep' && sweep !== null && <SweepDialog target={sweep} name={name} store={store} services={services} onClose={close} />}
      {asking === 'close' && apiId !== null && <CloseDialog targets={targets} {...{ store, services, onClose: close }} />}
      {asking === 'freeze' && apiId !== null && (
        <RiskReason
          title={t(isFrozen ? 'unfreeze.title' : 'freeze.title', { name })}
          text={t(isFrozen ? 'unfreeze.text' : 'freeze.text')}
          confirmLabel={t(isFrozen ? 'unfreeze' : 'freeze')}
          danger={!isFrozen}
          texts={services.texts}
          onClose={close}
          onConfirm={(reason) => (isFrozen ? store.release : store.throwSwitch)({ about: 'account', apiId }, reason)}
        />
      )}
    </aside>
  );
});

function LimitDialog({ line, name, store, services, onClose }: CardProps & { readonly name: string; readonly onClose: () => void }) {
  const t = useText('page-risk');
  const [net, setNet] = useState(line.limit?.net ?? '');
  const [gross, setGross] = useState(line.limit?.gross ?? '');
  const [action, setAction] = useState<LimitAction>(line.limit?.refuses === true ? 'refuse' : 'warn');
  const orNull = (typed: string): string | null => normalDecimal(typed) || null;
  return (
    <RiskReason
      title={t('limit.title', { name })}
      text={t('limit.text')}
      confirmLabel={t('limit.save')}
      danger={false}
      texts={services.texts}
      onClose={onClose}
      onConfirm={async (reason) => {
        const error = await store.saveLimit(line, { net: orNull(net), gross: orNull(gross), refuses: action === 'refuse' }, reason);
        if (error === null) services.notices.show('success', told('limit.saved'));
        return error;
      }}
    >
      <DecimalInput label={t('field.limit.net')} value={net} step="1" unit="USDT" onChange={setNet} />
      <DecimalInput label={t('field.limit.gross')} value={gross} step="1" unit="USDT" onChange={setGross} />
      <ChoiceField
        label={t('limit.action')}
        help={t(`limit.action.${action}.help`)}
        value={action}
        options={limitActions.map((one) => [one, t(`limit.action.${one}`)] as const)}
        onChange={setAction}
      />
    </RiskReason>
  );
}
