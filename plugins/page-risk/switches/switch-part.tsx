import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { accountTitle } from '../../../core/domain/accounts/account-title.ts';
import { DangerButton } from '../../../core/ui/buttons/danger-button.tsx';
import { ChoiceField, EmptyState, FailedState, Skeleton, TimeText, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import { CloseDialog } from '../closing/close-dialog.tsx';
import { marketText } from '../market-text.ts';
import type { Services } from '../requires.ts';
import styles from '../risk.module.css';
import { RiskReason } from '../risk-reason.tsx';
import type { RiskStore, StopTarget, ThrownLine } from '../risk-store.ts';
import { SweepDialog } from './sweep-dialog.tsx';

type Asked =
  | { readonly kind: 'desk' | 'market' | 'sweep' | 'close' | 'approve' | 'refuse' }
  | { readonly kind: 'release'; readonly line: ThrownLine };
interface PartProps {
  readonly store: RiskStore;
  readonly services: Services;
}

/** What is halted or frozen, and what halts more. */
export const SwitchPart = observer(function SwitchPart({ store, services }: PartProps) {
  const t = useText('page-risk');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  return (
    <section aria-label={t('part.switches')} className={styles.part}>
      {store.mayControl && (
        <div className={styles.actions}>
          <DangerButton disabled={store.desk !== null} onClick={() => setAsked({ kind: 'desk' })}>
            {t('desk.button')}
          </DangerButton>
          <DangerButton onClick={() => setAsked({ kind: 'market' })}>{t('market.button')}</DangerButton>
          <DangerButton onClick={() => setAsked({ kind: 'sweep' })}>{t('sweep.everyone')}</DangerButton>
          <DangerButton onClick={() => setAsked({ kind: 'close' })}>{t('close.market')}</DangerButton>
        </div>
      )}
      {store.switchesState === 'loading' ? (
        <Skeleton />
      ) : store.switchesState === 'failed' ? (
        <FailedState text={t('failed')} onRetry={() => void store.readSwitches()} />
      ) : store.switches.length === 0 ? (
        <EmptyState icon="alert" text={t('empty.switches')} />
      ) : (
        <ul className={styles.switches}>
          {store.switches.map((line) => (
            <Thrown
              key={`${line.about} ${line.apiId ?? line.instrument ?? ''}`}
              line={line}
              store={store}
              markets={services.markets}
              onAsk={setAsked}
            />
          ))}
        </ul>
      )}
      {asked !== null && <AskedDialog asked={asked} store={store} services={services} onClose={close} />}
    </section>
  );
});

type Titles = Pick<Services['markets'], 'exchangeTitle'>;

const nameOf = ({ username, account, exchange, apiId, instrument }: ThrownLine, markets: Titles): string =>
  instrument !== null
    ? marketText(instrument, markets)
    : username === null
      ? String(apiId ?? '')
      : `${username} · ${accountTitle(account ?? '', markets.exchangeTitle(exchange ?? ''))}`;

const Thrown = observer(function Thrown(props: {
  readonly line: ThrownLine;
  readonly store: RiskStore;
  readonly markets: Titles;
  readonly onAsk: (asked: Asked) => void;
}) {
  const { line, store, markets, onAsk } = props;
  const t = useText('page-risk');
  const { release } = line;
  return (
    <li className={styles.switch}>
      <h3>{t(`thrown.${line.about}`, { name: nameOf(line, markets) })}</h3>
      <p>{line.reason}</p>
      <p className={words.quiet}>
        {line.thrown_by} · <TimeText timeMs={line.thrown_time} />
      </p>
      {release !== null && <p>{t('release.waits', { name: release.asked_by, reason: release.reason })}</p>}
      {release !== null && !store.mayDecide(line) && <p className={words.quiet}>{t('release.own')}</p>}
      <div className={styles.actions}>
        {release === null
          ? store.mayControl && (
              <Button size="small" onClick={() => onAsk({ kind: 'release', line })}>
                {t(`release.${line.about}`)}
              </Button>
            )
          : store.mayDecide(line) &&
            (['approve', 'refuse'] as const).map((kind) => (
              <Button key={kind} size="small" onClick={() => onAsk({ kind })}>
                {t(`release.${kind}`)}
              </Button>
            ))}
      </div>
    </li>
  );
});

function targetOf({ about, apiId, instrument }: ThrownLine): StopTarget {
  if (about === 'account' && apiId !== null) return { about, apiId };
  return about === 'market' && instrument !== null ? { about, instrument } : { about: 'everyone' };
}

const AskedDialog = observer(function AskedDialog(props: PartProps & { readonly asked: Asked; readonly onClose: () => void }) {
  const { asked, store, services, onClose } = props;
  const t = useText('page-risk');
  const markets = services.markets.instruments;
  const [market, setMarket] = useState('');
  const { texts } = services;
  if (asked.kind === 'sweep')
    return <SweepDialog target={{ about: 'everyone' }} name="" store={store} services={services} onClose={onClose} />;
  if (asked.kind === 'close') return <CloseDialog targets={null} {...{ store, services, onClose }} />;
  if (asked.kind === 'market')
    return (
      <RiskReason
        {...{ title: t('market.title'), text: t('market.text'), confirmLabel: t('market.confirm'), danger: true, texts, onClose }}
        ready={market !== ''}
        onConfirm={(reason) => store.throwSwitch({ about: 'market', instrument: market }, reason)}
      >
        {(tried) => (
          <ChoiceField
            label={t('market.choice')}
            placeholder={t('market.missing')}
            error={tried && market === '' ? t('market.missing') : null}
            value={market}
            options={markets.map(({ id }) => [id, marketText(id, services.markets)])}
            onChange={setMarket}
          />
        )}
      </RiskReason>
    );
  if (asked.kind === 'release') {
    const { line } = asked;
    const isDesk = line.about === 'everyone';
    return (
      <RiskReason
        title={t(`release.${line.about}`)}
        text={t(isDesk ? 'release.text.everyone' : 'release.text', { name: nameOf(line, services.markets) })}
        confirmLabel={t(isDesk ? 'release.ask' : `release.${line.about}`)}
        {...{ danger: false, texts, onClose }}
        onConfirm={(reason) => store.release(targetOf(line), reason)}
      />
    );
  }
  if (asked.kind === 'desk')
    return (
      <RiskReason
        {...{ title: t('desk.title'), text: t('desk.text'), confirmLabel: t('desk.confirm'), danger: true, texts, onClose }}
        onConfirm={(reason) => store.throwSwitch({ about: 'everyone' }, reason)}
      />
    );
  return (
    <RiskReason
      title={t(`release.${asked.kind}`)}
      text={t(`release.text.${asked.kind}`)}
      confirmLabel={t(`release.${asked.kind}`)}
      {...{ danger: false, texts, onClose }}
      onConfirm={(reason) => store.decide(asked.kind === 'approve', reason)}
    />
  );
});
