import { observer } from 'mobx-react-lite';
import { lazy } from 'react';
import type { Accounts } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import type { CopiedNoteProps } from '../states/account-copies.tsx';
import { SteadySuspense } from '../states/steady-suspense.tsx';

/** Most accounts are copied by nobody; clicks whose line could not be loaded go on without it. */
const CopiedNote = lazy(async () => {
  const part = await import('../states/account-copies.tsx').catch(() => null);
  return { default: part?.CopiedNote ?? ((_: CopiedNoteProps) => null) };
});

/** Says where clicks send orders that others repeat them. */
export const CopiedLine = observer(function CopiedLine({
  services,
  instrument: { exchange, accountType },
}: {
  readonly services: CopiedNoteProps['services'] & { readonly accounts: Pick<Accounts, 'accountFor'> };
  readonly instrument: Instrument;
}) {
  return (
    <SteadySuspense fallback={null}>
      <CopiedNote services={services} apiId={services.accounts.accountFor(exchange, accountType)?.apiId ?? null} />
    </SteadySuspense>
  );
});
