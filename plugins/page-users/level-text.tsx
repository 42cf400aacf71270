import { observer } from 'mobx-react-lite';
import { formatDay, formatStamp, useServices, useText } from '../../core/ui/index.ts';
import type { PersonSummaryView } from '../../schemas/wire/people.ts';

/** A VIP level, and the last day of it where it ends. */
export const LevelText = observer(function LevelText({ of }: { readonly of: Pick<PersonSummaryView, 'vip_level' | 'vip_until'> }) {
  const t = useText('page-users');
  const { timeZone } = useServices().preferences;
  const { vip_level: level, vip_until: end } = of;
  if (end === null) return <>{t('level', { level })}</>;
  return <span title={formatStamp(end, timeZone)}>{t('level.until', { level, day: formatDay(end - 1, timeZone) })}</span>;
});
