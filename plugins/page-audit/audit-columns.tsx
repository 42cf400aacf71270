import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { originOf } from '../../core/domain/audit/audit-origin.ts';
import { type Column, TimeText, useText } from '../../core/ui/index.ts';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import { type Deed, sentenceOf } from './actions.ts';
import styles from './audit.module.css';
import { ActorText, SubjectText } from './subject-text.tsx';
import type { TitledMarkets } from './subject-words.ts';
import { useChanges, useChangeText } from './use-changes.ts';

/** What the table says of an entry; where there is little room the origin goes first. */
export function useAuditColumns(markets: TitledMarkets): readonly Column<AuditLineView>[] {
  const t = useText('page-audit');
  return useMemo(
    () => [
      { id: 'time', title: t('field.time'), width: 130, least: 104, fixed: true, render: ({ time }) => <TimeText timeMs={time} /> },
      { id: 'actor', title: t('field.actor'), width: 110, least: 92, render: (line) => <ActorText of={line} /> },
      {
        id: 'action',
        title: t('field.action'),
        width: 190,
        least: 120,
        fixed: true,
        render: (line) => <ActionText of={line} />,
      },
      {
        id: 'subject',
        title: t('field.subject'),
        width: 150,
        least: 110,
        yields: 4,
        render: (line) => <SubjectText of={line} markets={markets} inTable />,
      },
      {
        id: 'changes',
        title: t('field.changes'),
        width: 330,
        least: 200,
        yields: 3,
        render: (line) => <ChangesText of={line} markets={markets} />,
      },
      { id: 'reason', title: t('field.reason'), width: 200, least: 110, yields: 2, render: ({ reason }) => <Told text={reason} /> },
      {
        id: 'origin',
        title: t('field.origin'),
        width: 120,
        least: 104,
        yields: 1,
        render: ({ after }) => <Told text={originOf(after).address} />,
      },
    ],
    [t, markets],
  );
}

export function ActionText({ of }: { readonly of: Deed }) {
  const t = useText('page-audit');
  const { action } = of;
  const sentence = sentenceOf(of, t);
  return sentence === null ? (
    <span title={action} translate="no">
      {action}
    </span>
  ) : (
    <span title={sentence}>{sentence}</span>
  );
}

const ChangesText = observer(function ChangesText({ of, markets }: { readonly of: AuditLineView; readonly markets: TitledMarkets }) {
  const textOf = useChangeText();
  const text = useChanges(of, markets).map(textOf).join(' · ');
  return <Told text={text === '' ? null : text} />;
});

const Told = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <span className={styles.quiet}>–</span>
  ) : (
    <span title={text} translate="no">
      {text}
    </span>
  );
